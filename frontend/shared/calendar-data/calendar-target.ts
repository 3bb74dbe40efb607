import type { Day } from '@domain/dates.js';
import { atom } from 'jotai';

/** A cell of the calendar. */
export type CalendarTarget = { roomNumber: string; date: Day };

/** The cell that the calendar scrolls to and focuses, once each time it is set. */
export const calendarTargetAtom = atom<CalendarTarget | null>(null);
