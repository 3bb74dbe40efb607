import css from '@fontsource-variable/noto-sans-jp/wght.css?inline';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import { store } from '../shared/store.js';
import { whenAtRest } from '../shared/ui/at-rest.js';

const FAMILY = 'Noto Sans JP Variable';
const RANGE = /U\+([\da-f]+)(?:-([\da-f]+))?/gi;
const HEX = 16;

/** The letters on the screen, and those of the guests that scrolling brings there. */
function lettersInUse(): ReadonlySet<number | undefined> {
  const known = store.get(calendarAtom)?.known.values() ?? [];
  const guests = [...known].map(({ record }) => record.guest_name_1);
  return new Set(
    [document.body.textContent, ...guests].flatMap((text) =>
      [...(text ?? '')].map((letter) => letter.codePointAt(0)),
    ),
  );
}

function hasAnyOf(letters: ReadonlySet<number | undefined>, unicodeRange: string): boolean {
  for (const [, from = '', to = from] of unicodeRange.matchAll(RANGE)) {
    const end = Number.parseInt(to, HEX);
    for (let code = Number.parseInt(from, HEX); code <= end; code++) if (letters.has(code)) return true;
  }
  return false;
}

/**
 * Adds the app's own fonts, which come in a hundred files by their letters: those that are in use at once and while
 * nothing is scrolled, as with each file that arrives all text is laid out anew; the others when a letter needs them.
 */
export async function addFonts(): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const letters = lettersInUse();
  const inUse: FontFace[] = [];
  const all = [...sheet.cssRules].flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return [];
    const [source, weight, unicodeRange] = ['src', 'font-weight', 'unicode-range'].map((name) =>
      rule.style.getPropertyValue(name),
    ) as [string, string, string];
    const face = new FontFace(FAMILY, source, { weight, unicodeRange, display: 'swap' });
    if (hasAnyOf(letters, unicodeRange)) inUse.push(face);
    return [face];
  });
  // One that does not arrive leaves its letters to the fonts of the machine.
  await Promise.allSettled(inUse.map((face) => face.load()));
  await whenAtRest();
  for (const face of all) document.fonts.add(face);
}
