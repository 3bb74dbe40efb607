import type { Month } from '@domain/dates.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { atom } from 'jotai';
import { readAtLeast } from '../shared/api/read-at-least.js';
import { ApiError } from '../shared/api/request.js';
import { fetchRoomMonths } from './room-months-api.js';
import { UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import { newestOnly } from '../shared/newest-only.js';
import { store } from '../shared/store.js';

/** The rooms of the month that is shown; null until they were read. `failure` says why the last try failed. */
type ShownMonth = {
  month: Month | null;
  rooms: readonly ManagedRoomMonth[] | null;
  failure: string | null;
};

export const shownMonthAtom = atom<ShownMonth>({ month: null, rooms: null, failure: null });

/** The log position that the shown rooms are of. */
let asOf: number | null = null;

const read = newestOnly(async ({ month, position }: { month: Month; position: number }) => {
  const isShown = () => store.get(shownMonthAtom).month === month;
  try {
    const answer = await readAtLeast(position, () => fetchRoomMonths(month));
    if (!isShown()) return;
    asOf = answer.position;
    store.set(shownMonthAtom, { month, rooms: answer.data, failure: null });
  } catch (error) {
    console.error('room-months', error);
    const failure = error instanceof ApiError ? error.message : UNKNOWN_FAILURE;
    if (isShown()) store.set(shownMonthAtom, (now) => ({ ...now, failure }));
  }
});

/** Shows the rooms of a month; answers the log position that they are of. */
export async function showMonth(month: Month): Promise<number | null> {
  if (store.get(shownMonthAtom).month !== month)
    store.set(shownMonthAtom, { month, rooms: null, failure: null });
  await read({ month, position: 0 });
  return asOf;
}

/** Reads the shown rooms anew, at least as new as a log position. */
export async function reloadMonth(position = 0): Promise<void> {
  const { month } = store.get(shownMonthAtom);
  if (month) await read({ month, position });
}
