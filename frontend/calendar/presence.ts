import { addDays, type Day, daysFromTo } from '@domain/dates.js';
import type { PresenceEntry } from '@wire/live.js';
import { atom } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { bookingsOfRoomAtom } from '../shared/calendar-data/calendar.js';
import { pastAtom } from '../shared/calendar-data/past.js';
import { family } from '../shared/family.js';
import { presenceAtom } from '../shared/live/connection.js';

/** Another terminal at a booking, or about to book a night. */
export type Watch = { terminal: string; kind: 'editing' | 'looking' | 'holding' };

/** Activity of other terminals in a room: by booking, and by night. */
export type RoomWatches = {
  bookings: ReadonlyMap<number, Watch>;
  nights: ReadonlyMap<Day, Watch>;
};

const NOBODY: RoomWatches = { bookings: new Map(), nights: new Map() };

/** Editing takes precedence over looking. */
function bookingWatches(entries: readonly PresenceEntry[], ids: ReadonlySet<number>): Map<number, Watch> {
  const watches = new Map<number, Watch>();
  for (const { booking_id, is_editing, terminal } of entries) {
    if (booking_id === null || !ids.has(booking_id)) continue;
    if (is_editing) watches.set(booking_id, { terminal, kind: 'editing' });
    else if (!watches.has(booking_id)) watches.set(booking_id, { terminal, kind: 'looking' });
  }
  return watches;
}

function nightWatches(entries: readonly PresenceEntry[], roomNumber: string): Map<Day, Watch> {
  const held = entries.flatMap(({ hold, terminal }) =>
    hold?.room_number === roomNumber
      ? daysFromTo(hold.stay_start, addDays(hold.stay_end, -1)).map((night) => [night, terminal] as const)
      : [],
  );
  return new Map(held.map(([night, terminal]) => [night, { terminal, kind: 'holding' }]));
}

const textOf = ({ bookings, nights }: RoomWatches): string => JSON.stringify([[...bookings], [...nights]]);
const isSame = (a: RoomWatches, b: RoomWatches): boolean => a === b || textOf(a) === textOf(b);

/** Activity of other terminals in a room of the calendar; the same object while unchanged. Empty in the past. */
export const roomWatchesAtom = family((roomNumber: string) => {
  const watchesAtom = atom((get): RoomWatches => {
    const entries = get(pastAtom) === null ? get(presenceAtom) : [];
    if (entries.length === 0) return NOBODY;
    const ids = new Set(get(bookingsOfRoomAtom(roomNumber)).map(({ id }) => id));
    return { bookings: bookingWatches(entries, ids), nights: nightWatches(entries, roomNumber) };
  });
  return selectAtom(watchesAtom, (watches) => watches, isSame);
});
