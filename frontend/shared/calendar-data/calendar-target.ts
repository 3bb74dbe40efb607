import type { Day } from '@domain/dates.js';
import { atom } from 'jotai';

/** A cell of the calendar. */
export type CalendarTarget = { roomNumber: string; date: Day };

/** The cell that the calendar is to bring into sight and to focus; each newly set one is gone to once. */
export const calendarTargetAtom = atom<CalendarTarget | null>(null);
