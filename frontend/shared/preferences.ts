import { atom } from 'jotai';
import { renameTerminal, terminalName } from './api/terminal.js';
import { forgetOperations } from './operations.js';
import { remembered, rememberedChoice } from './remembered.js';

export type Theme = 'light' | 'dark';

function preferredTheme(): Theme {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Light or dark; as the system says until staff choose. */
export const themeAtom = remembered<Theme>('theme', (stored) =>
  stored === 'dark' || stored === 'light' ? stored : preferredTheme(),
);

/** Whether the calendar's header rows are folded to three. */
export const headerFoldedAtom = remembered(
  'calendar-header-folded',
  (stored) => stored === '1',
  (folded) => (folded ? '1' : '0'),
);

/** How large the calendar is drawn: 小, 中 or 大. */
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
