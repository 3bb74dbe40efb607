import type { Day, Stay } from '../dates.js';
import { ERASED, type PersonalDataErased } from '../erased.js';
import type { SmokingStatus } from '../room/room-month.js';
import type { RoomSearchRequest } from '../room/room-search.js';

/**
 * A guest who waits for a room (キャンセル待ち): whom to call, and the conditions of 部屋検索 (spec 5, room search rules).
 * `corporateId` is 0 for none.
 */
export type WaitingDetails = Stay &
  Pick<RoomSearchRequest, 'mensCount' | 'womensCount'> & {
    guestName: string;
    tel: string;
    remark: string;
    smokingStatus: SmokingStatus;
    corporateId: number;
  };

export const WAITING_STATUSES = ['waiting', 'booked', 'given_up'] as const;
export type WaitingStatus = (typeof WAITING_STATUSES)[number];

/** A recorded entry of the waiting list; `bookingId` is the booking that it became last, also one that was undone since, null for none. */
export type WaitingEntry = WaitingDetails & {
  id: number;
  version: number;
  staffId: number | null;
  status: WaitingStatus;
  bookingId: number | null;
  isErased: boolean;
};

export type WaitingEntryEvent =
  | { type: 'WaitingEntryAdded'; data: WaitingDetails & { staffId: number | null } }
  | { type: 'WaitingEntryChanged'; data: WaitingDetails }
  | { type: 'WaitingEntryGivenUp'; data: object }
  | { type: 'WaitingEntryTakenUp'; data: object }
  | { type: 'WaitingEntryBooked'; data: { bookingId: number } }
  | PersonalDataErased;

/** The entry after an event; an erased guest waits no longer. */
export function evolveWaitingEntry(
  before: WaitingEntry | null,
  event: WaitingEntryEvent,
  id: number,
): WaitingEntry {
  if (event.type === 'WaitingEntryAdded') {
    return { ...event.data, id, version: 1, status: 'waiting', bookingId: null, isErased: false };
  }
  if (!before) throw new Error(`${event.type} begins no entry of the waiting list`);
  const state = { ...before, version: before.version + 1 };
  switch (event.type) {
    case 'WaitingEntryChanged':
      return { ...state, ...event.data };
    case 'WaitingEntryGivenUp':
      return { ...state, status: 'given_up' };
    case 'WaitingEntryTakenUp':
      return { ...state, status: 'waiting' };
    case 'WaitingEntryBooked':
      return { ...state, status: 'booked', bookingId: event.data.bookingId };
    case 'PersonalDataErased': {
      const status = state.status === 'waiting' ? 'given_up' : state.status;
      return { ...state, status, guestName: ERASED, tel: ERASED, remark: ERASED, isErased: true };
    }
    default:
      return event satisfies never;
  }
}

/** The guest and the conditions of an entry. */
export function detailsOf(entry: WaitingDetails): WaitingDetails {
  const { guestName, tel, remark, start, end, mensCount, womensCount, smokingStatus, corporateId } = entry;
  return { guestName, tel, remark, start, end, mensCount, womensCount, smokingStatus, corporateId };
}

/** Returns whether a guest still waits on a day of the hotel: an entry lapses by itself once its check-in day is past. */
export function isWaiting({ status, start }: WaitingEntry, today: Day): boolean {
  return status === 'waiting' && start >= today;
}

/** The request of 部屋検索 that finds the rooms of an entry; `corporates` are the companies by id. */
export function searchOf(
  { start, end, mensCount, womensCount, smokingStatus, corporateId }: WaitingDetails,
  corporates: ReadonlyMap<number, { corporateFlag: 0 | 1 }>,
): RoomSearchRequest {
  const corporate = corporateId === 0 ? null : (corporates.get(corporateId) ?? { corporateFlag: 0 });
  return { stay: { start, end }, mensCount, womensCount, smokingStatus, corporate };
}
