import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Font } from 'fonteditor-core';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const PIECES = fileURLToPath(new URL('../node_modules/@fontsource-variable/noto-sans-jp', import.meta.url));
const FACE = /url\((?<file>[^)]+)\)[^}]*unicode-range:(?<ranges>[^;]+);/g;
const RANGE = /U\+([\da-f]+)(?:-([\da-f]+))?/gi;
const REGULAR = { wght: 400 };
const HEX = 16;
/** From here on letters are Japanese; `theme.css` takes no others from this font. */
const FIRST_JAPANESE = 0x3000;

const codesFromTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** All kana, and every letter that the sources below these folders have: the screens' texts and the sample's names. */
function lettersOf(folders: readonly string[]): ReadonlySet<number> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const texts = files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  const codes = texts.flatMap((text) => [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0));
  return new Set([...codesFromTo(0x3040, 0x30ff), ...codes.filter((code) => code >= FIRST_JAPANESE)]);
}

/** These letters of the app's font, which comes in a hundred files by its letters, in one. */
async function fontOf(letters: ReadonlySet<number>): Promise<Buffer> {
  const left = new Set(letters);
  let all: ReturnType<typeof Font.create> | undefined;
  for (const { groups } of readFileSync(join(PIECES, 'wght.css'), 'utf8').matchAll(FACE)) {
    const { file = '', ranges = '' } = groups ?? {};
    const codes = [...ranges.matchAll(RANGE)]
      .flatMap(([, from = '', to = from]) =>
        codesFromTo(Number.parseInt(from, HEX), Number.parseInt(to, HEX)),
      )
      .filter((code) => left.has(code));
    if (codes.length === 0) continue;
    const options = { targetFormat: 'truetype', variationAxes: REGULAR } as const;
    const piece = await subsetFont(readFileSync(join(PIECES, file)), String.fromCodePoint(...codes), options);
    const font = Font.create(piece, { type: 'ttf' });
    // A file gives a letter that looks the same as well.
    for (const glyph of font.get().glyf)
      glyph.unicode = (glyph.unicode ?? []).filter((code) => left.delete(code));
    if (all) all.merge(font, { scale: 1 });
    else all = font;
  }
  if (!all) throw new Error('the font has none of the letters');
  const merged = all.write({ type: 'ttf', toBuffer: true });
  return subsetFont(merged, String.fromCodePoint(...letters), { targetFormat: 'woff2' });
}

/**
 * Writes a font with the letters that the screens begin with: a machine without a Japanese one shows them at once, and
 * need not look for each of them, which took a fifth of the time until the calendar is painted.
 */
export function firstLetters(folders: readonly string[], file: string): Plugin {
  return {
    name: 'first-letters',
    async buildStart() {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await fontOf(lettersOf(folders)));
    },
  };
}
