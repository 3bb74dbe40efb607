import { atom } from 'jotai';
import { renameTerminal, terminalName } from './api/terminal.js';
import { forgetOperations } from './operations.js';
import { remembered, rememberedChoice } from './remembered.js';

export type Theme = 'light' | 'dark';

/** True while a media query matches; false where there is no window. */
function mediaAtom(query: string) {
  const media = globalThis.matchMedia?.(query);
  const matches = atom(media?.matches ?? false);
  matches.onMount = (set) => {
    const follow = () => set(media?.matches ?? false);
    follow();
    media?.addEventListener('change', follow);
    return () => media?.removeEventListener('change', follow);
  };
  return matches;
}

const systemDarkAtom = mediaAtom('(prefers-color-scheme: dark)');

const chosenThemeAtom = remembered<Theme | null>('theme', (stored) =>
  stored === 'dark' || stored === 'light' ? stored : null,
);

/** Light or dark: what staff chose on this terminal, else what the system has at the moment. */
export const themeAtom = atom(
  (get) => get(chosenThemeAtom) ?? (get(systemDarkAtom) ? 'dark' : 'light'),
  (_get, set, theme: Theme) => set(chosenThemeAtom, theme),
);

/** Below this height all header rows would leave fewer than five rooms in sight; as in `reflow.css`. */
const lowWindowAtom = mediaAtom('(height < 560px)');

const chosenFoldAtom = remembered<boolean | null>(
  'calendar-header-folded',
  (stored) => (stored === null ? null : stored === '1'),
  (folded) => (folded ? '1' : '0'),
);

/** True if the calendar's header rows are folded to three: as staff chose on this terminal, else in low windows. */
export const headerFoldedAtom = atom(
  (get) => get(chosenFoldAtom) ?? get(lowWindowAtom),
  (_get, set, folded: boolean) => set(chosenFoldAtom, folded),
);

/** Sizes of the calendar: 小, 中 or 大. */
export const CALENDAR_SIZES = ['small', 'medium', 'large'] as const;
export type CalendarSize = (typeof CALENDAR_SIZES)[number];

/** The calendar's size on this terminal; 中 until staff choose. */
export const calendarSizeAtom = rememberedChoice('calendar-size', CALENDAR_SIZES, 'medium');

const terminalNameBase = atom(terminalName());

/** This terminal's name, as other terminals see it. What was done under another name can't be undone any more. */
export const terminalNameAtom = atom(
  (get) => get(terminalNameBase),
  (get, set, name: string) => {
    const renamed = renameTerminal(name);
    if (renamed !== get(terminalNameBase)) forgetOperations();
    set(terminalNameBase, renamed);
  },
);
