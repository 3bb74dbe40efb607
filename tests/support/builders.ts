import type { Decided } from '@domain/broken-rule.js';
import { type Day, day, type Month } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type {
  AmendReservation,
  CreateReservation,
  ReservationDecision,
  ReservationFacts,
} from '@domain/reservation/reservation.commands.js';
import { evolveReservation } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import {
  type ReservationDetails,
  type ReservationDraft,
  UNSAID,
} from '@domain/reservation/reservation-fields.js';
import { decideRoomMonths, type RoomMonthFacts } from '@domain/room/decide-room-months.js';
import { type RoomDirectory, roomDirectory } from '@domain/room/room-directory.js';
import {
  evolveRoomMonth,
  type RoomMonth,
  type RoomMonthDetails,
  type RoomMonthEvent,
} from '@domain/room/room-month.js';
import type { RoomMonthPlan } from '@domain/room/room-month-plans.js';

/** The last months of the year in which the examples play, and the first of the next. */
export const MONTHS = ['2026-10-01', '2026-11-01', '2026-12-01', '2027-01-01'].map(
  (text) => day(text) as Month,
);

/** A non-smoking single of no preference in November 2026, unless told otherwise. */
export function aRoomMonth(details: Partial<RoomMonth> = {}): RoomMonth {
  return {
    id: 1,
    version: 1,
    roomNumber: '1001',
    month: day('2026-11-01') as Month,
    roomType: 'シングル',
    roomLabel: 'S',
    priority: '',
    smokingStatus: '禁煙',
    reservableStatus: '予約可能',
    corporate: 0,
    position: null,
    ...details,
  };
}

/** Room-months of one room, the same in every month. */
export function aRoomOf(
  roomNumber: string,
  details: Partial<RoomMonth> = {},
  months: readonly Month[] = MONTHS,
): RoomMonth[] {
  return months.map((month) =>
    aRoomMonth({ ...details, roomNumber, month, id: roomIdOf(roomNumber, month) }),
  );
}

/** The room-month id that the builders give a room in a month. */
export function roomIdOf(roomNumber: string, month: string = '2026-11-01'): number {
  return Number(roomNumber) * 10_000 + (Number(month.slice(2, 4)) * 12 + Number(month.slice(5, 7)));
}

/** A directory of plain singles in every month of `MONTHS`. */
function aDirectoryOf(...roomNumbers: string[]): RoomDirectory {
  return roomDirectory(roomNumbers.flatMap((roomNumber) => aRoomOf(roomNumber)));
}

const DETAILS: ReservationDetails = {
  ...UNSAID,
  reserverName: '山田商事',
  reserverNameKana: 'ヤマダショウジ',
  guestName1: '山田太郎',
  guestName1Kana: 'ヤマダタロウ',
  guestName2: '',
  tel: '09000000001',
  notes: '',
  roomNumber: '1001',
  stayStart: day('2026-11-21'),
  stayEnd: day('2026-11-23'),
  purpose: '出張',
  bookingSource: '自社',
  usedPoints: 0,
  checkinTime: '15:00',
  totalFee: 8000,
  bookingNumber: '',
  mensCount: 1,
  womensCount: 0,
  corporateId: 0,
  paymentType: null,
  coupon: 0,
  roomMoveLock: 0,
  blacklistId: -1,
  nextdayOutFlag: 0,
};

/** An active, unpaid booking of room 1001 from 2026-11-21 to 23, unless told otherwise. */
export function aReservation(details: Partial<Reservation> = {}): Reservation {
  return {
    ...DETAILS,
    id: 10,
    version: 1,
    status: 'active',
    staffId: null,
    paymentFlag: 0,
    checkinDate: null,
    checkoutDate: null,
    changedRoom: 0,
    partyId: 0,
    csvReservationId: null,
    baseBookingId: 0,
    groupEndDate: null,
    ...details,
  };
}

/** A booking with a stay in a room, for tests about places and dates. */
export function aStay(
  id: number,
  start: string,
  end: string,
  details: Partial<Reservation> = {},
): Reservation {
  return aReservation({ id, stayStart: day(start), stayEnd: day(end), ...details });
}

/** Makes a draft that staff ask to be saved: the stay of `aReservation` in room 1001. */
function aDraft(draft: Partial<ReservationDraft> = {}): ReservationDraft {
  const { roomNumber, ...rest } = DETAILS;
  return { ...rest, roomId: roomIdOf(roomNumber), ...draft };
}

/** The command that books `aDraft`. */
export function aCreate(
  draft: Partial<ReservationDraft> = {},
  command: Partial<CreateReservation> = {},
): CreateReservation {
  return {
    type: 'create',
    draft: aDraft(draft),
    sameAsDayBefore: undefined,
    unreadable: [],
    staffId: null,
    paymentFlag: 0,
    csvReservationId: null,
    ...command,
  };
}

/** The command that changes only the given fields. */
export function anAmend(
  draft: Partial<ReservationDraft> = {},
  command: Partial<AmendReservation> = {},
): AmendReservation {
  return { type: 'amend', draft, sameAsDayBefore: undefined, unreadable: [], ...command };
}

/** Facts of a hotel with the free rooms 1001 and 1002, with corporate 1, payment 1 and blacklist entry 1. */
export function facts(known: Partial<ReservationFacts> = {}): ReservationFacts {
  return {
    today: day('2026-11-22'),
    paymentDay: day('2026-11-22'),
    rooms: aDirectoryOf('1001', '1002'),
    neighbours: [],
    knownCorporates: new Map([[1, {}]]),
    knownPayments: new Map([[1, {}]]),
    knownBlacklistEntries: new Map([[1, {}]]),
    ...known,
  };
}

/** The value of a decision that must have succeeded. */
export function decisionOf<T>(decision: Decided<T>): T {
  if (!decision.ok) throw new Error(`refused: ${decision.broken.map(({ message }) => message).join(' ')}`);
  return decision.value;
}

/** The codes of the rules that a decision was refused for, in order; none when it succeeded. */
export function codesOf(decision: Decided<unknown>): string[] {
  return decision.ok ? [] : decision.broken.map(({ code }) => code);
}

/** The messages that a refused decision gives, in order; none when it succeeded. */
export function messagesOf(decision: Decided<unknown>): string[] {
  return decision.ok ? [] : decision.broken.map(({ message }) => message);
}

/** A reservation after the events of a decision about it. */
export function outcomeOf(
  stored: Reservation | null,
  decision: Decided<ReservationDecision>,
  id = 10,
): Reservation {
  let state = stored;
  for (const event of decisionOf(decision).events) state = evolveReservation(state, event, stored?.id ?? id);
  if (!state) throw new Error('the decision made nothing happen');
  return state;
}

/** An imported record sold as normal non-smoking, not registered yet. */
export function anImport(details: Partial<CsvReservation> = {}): CsvReservation {
  const { roomNumber, purpose, paymentType, roomMoveLock, blacklistId, nextdayOutFlag, ...shared } = DETAILS;
  return {
    ...shared,
    id: 900,
    version: 1,
    status: 'failed',
    reason: null,
    detail: '',
    bookingId: null,
    applied: null,
    site: '楽天トラベル',
    bookingNumber: 'RT-1',
    roomIndex: 1,
    kind: '予約',
    revision: '2026-11-01T00:00:00Z',
    digest: 'a1',
    fault: null,
    warnings: [],
    roomSymbol: 'NS',
    roomName: '禁煙シングル',
    soldCategories: ['normal_non_smoking'],
    smokingStatus: '禁煙',
    bookingSource: '楽天',
    paymentFlag: 0,
    ...details,
  };
}

/** A stay of the domain from two literals. */
export function stay(start: string, end: string): { start: Day; end: Day } {
  return { start: day(start), end: day(end) };
}

/** Cells of a file, written one after the other, a bar between two. */
export const cells = (text: string): string[] => text.split('|');

/** A month from `2026-11`. */
export const month = (text: string): Month => day(`${text}-01`) as Day as Month;

/** A room in a month: a plain single unless told otherwise. */
export function defined(
  roomNumber: string,
  at: string,
  traits: Partial<RoomMonthDetails> = {},
): RoomMonthEvent {
  const { id, version, ...data } = aRoomMonth({ roomNumber, month: month(at), ...traits });
  return { type: 'RoomMonthDefined', data };
}

/** The rooms after these events; the id of each is the place of its first event, from 1. */
export function roomsAfter(events: readonly RoomMonthEvent[]): RoomMonth[] {
  const rooms = new Map<string, RoomMonth>();
  for (const [index, event] of events.entries()) {
    const key = `${event.data.roomNumber} ${event.data.month}`;
    const before = rooms.get(key) ?? null;
    rooms.set(key, evolveRoomMonth(before, event, before?.id ?? index + 1));
  }
  return [...rooms.values()];
}

/** Given events, what a plan makes happen. */
export function givenRooms(...events: RoomMonthEvent[]) {
  const rooms = roomDirectory(roomsAfter(events));
  return {
    when: (plan: RoomMonthPlan, facts: Partial<RoomMonthFacts> = {}) =>
      decideRoomMonths(plan, { rooms, bookings: [], acknowledged: new Set(), ...facts }),
  };
}
