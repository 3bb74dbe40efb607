import { type BrokenRule, conflict, type Decided, decided, refused, STALE_VERSION } from '../broken-rule.js';
import { addDays, type Day } from '../dates.js';
import type { Reservation } from '../reservation/reservation.js';

/** The states of a room's cleaning, in the order of the work. */
export const CLEANING_STATES = ['清掃前', '清掃中', '清掃済', '点検済'] as const;
export type CleaningState = (typeof CLEANING_STATES)[number];

/**
 * The cleaning of a room as staff recorded it. `state` is null while only a remark was written; `day` is the hotel's day of the
 * state, `position` the place of its event in the log, 0 for none.
 */
export type RoomCleaning = {
  id: number;
  version: number;
  roomNumber: string;
  state: CleaningState | null;
  day: Day | null;
  position: number;
  remark: string;
};

export type RoomCleaningEvent =
  | {
      type: 'RoomCleaningStateSet';
      data: { roomNumber: string; state: CleaningState; day: Day; position: number };
    }
  | { type: 'RoomCleaningRemarked'; data: { roomNumber: string; remark: string } };

/** The cleaning of a room after an event; its first event gives it its id. */
export function evolveRoomCleaning(
  stored: RoomCleaning | null,
  { data }: RoomCleaningEvent,
  id: number,
): RoomCleaning {
  const before = stored ?? { version: 0, state: null, day: null, position: 0, remark: '' };
  return { ...before, ...data, id, version: before.version + 1 };
}

/** Since when a hotel manages the cleaning of its rooms: the day, and the place in the log. */
export type CleaningBegin = { day: Day; position: number };

/** The use of a room: who is in it now, and where in the log the guest stands who left it last; null for none. */
export type RoomUse = { inHouse: { checkinDate: Day; stayEnd: Day } | null; departed: number | null };

/** The fields of a booking that tell how its guest uses the room. */
type StayFields = Pick<
  Reservation,
  'checkinDate' | 'stayStart' | 'stayEnd' | 'baseBookingId' | 'groupEndDate'
>;

/** Returns the stay of who is in a room; null before the check-in. A stay that goes on in the room (前日と同一予約) is one. */
export function stayInRoom(booking: StayFields): RoomUse['inHouse'] {
  const { checkinDate, stayStart, stayEnd, baseBookingId, groupEndDate } = booking;
  if (checkinDate === null) return null;
  const before = addDays(stayStart, -1);
  const isContinued = baseBookingId > 0 && before < checkinDate;
  return { checkinDate: isContinued ? before : checkinDate, stayEnd: groupEndDate ?? stayEnd };
}

/** Since when a room is in its state: the place of an event in the log, or the turn of a day. */
export type CleaningSince = { position: number } | { turnOf: Day };

/** A room's cleaning now; null where nothing is known of it. */
export type CleaningNow = { state: CleaningState; since: CleaningSince };

type Recorded = Pick<RoomCleaning, 'state' | 'day' | 'position'>;

/** The later of days, of which the first is known. */
const latestOf = (first: Day, ...others: readonly (Day | null)[]): Day =>
  others.reduce<Day>((latest, day) => (day !== null && day > latest ? day : latest), first);

/**
 * Returns the state of a room's cleaning today. It is 清掃前 from the moment its guest leaves, and from the turn of a day at
 * which a guest stays on; else it is as staff recorded it. Nothing is known before the first of these.
 */
export function cleaningNow(
  recorded: Recorded | null,
  { inHouse, departed }: RoomUse,
  { today, begin }: { today: Day; begin: CleaningBegin },
): CleaningNow | null {
  const known = Math.max(recorded?.position ?? 0, begin.position);
  if (departed !== null && departed > known) return { state: '清掃前', since: { position: departed } };
  if (inHouse && inHouse.stayEnd > today) {
    const last = latestOf(begin.day, inHouse.checkinDate, recorded?.day ?? null);
    if (last < today) return { state: '清掃前', since: { turnOf: addDays(last, 1) } };
  }
  if (!recorded?.state) return null;
  return { state: recorded.state, since: { position: recorded.position } };
}

/** Returns whether a guest can be let into a room: it is clean, or nothing is known against it. */
export function isReady(state: CleaningState | null): boolean {
  return state === null || state === '清掃済' || state === '点検済';
}

/** The state that the work leads to from each. */
const NEXT = { 清掃前: '清掃中', 清掃中: '清掃済', 清掃済: '点検済', 点検済: null } as const;

/** Returns the state that the work leads to from one; null when nothing is left to do. */
export function nextState(state: CleaningState | null): CleaningState | null {
  return state === null ? '清掃済' : NEXT[state];
}

/** A change to a room's cleaning; `from` is the state that staff saw, left out where it does not matter. */
export type CleaningChange =
  | { type: 'state'; state: CleaningState; from?: CleaningState | null | undefined }
  | { type: 'remark'; remark: string };

/** The facts that a change is decided by: the room, its state now, the day, and the place that the event gets in the log. */
export type CleaningFacts = {
  roomNumber: string;
  now: CleaningNow | null;
  today: Day;
  position: number;
};

/** Refuses where a hotel does not manage the cleaning of its rooms. */
export const CLEANING_IS_OFF: BrokenRule = conflict(
  'cleaning_off',
  null,
  '清掃の管理を使っていません。マスタの「ホテル」で「清掃を管理する」を選んでください。',
);

/** Decides a change; no event where nothing would change, refused where the room is no longer in the state that was seen. */
export function decideCleaning(
  change: CleaningChange,
  stored: RoomCleaning | null,
  { roomNumber, now, today, position }: CleaningFacts,
): Decided<RoomCleaningEvent[]> {
  if (change.type === 'remark') {
    const { remark } = change;
    if (remark === (stored?.remark ?? '')) return decided([]);
    return decided([{ type: 'RoomCleaningRemarked', data: { roomNumber, remark } }]);
  }
  const { state, from } = change;
  if (from !== undefined && from !== (now?.state ?? null)) return refused(STALE_VERSION);
  if (state === now?.state) return decided([]);
  return decided([{ type: 'RoomCleaningStateSet', data: { roomNumber, state, day: today, position } }]);
}

/** Minutes of an hour and of a day. */
const HOUR = 60;
const DAY = 24 * HOUR;

/** Returns how long something has lasted, as staff say it: `40分`, `2時間`, `3日`. */
export function waitText(minutes: number): string {
  if (minutes < HOUR) return `${Math.max(0, Math.floor(minutes))}分`;
  if (minutes < DAY) return `${Math.floor(minutes / HOUR)}時間`;
  return `${Math.floor(minutes / DAY)}日`;
}
