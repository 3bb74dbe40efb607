import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { monthText, stayRangeText } from '../calendar/stay-text.js';
import { addMonths, overlaps } from '../dates.js';
import { groupBy } from '../group-by.js';
import { keysOf } from '../records.js';
import { type Reservation, stayOf } from '../reservation/reservation.js';
import type { RoomDirectory } from './room-directory.js';
import {
  BOOKABLE,
  NOT_BOOKABLE,
  type PlannedRoomMonth,
  type RoomMonth,
  type RoomMonthDetails,
  STOREROOM,
} from './room-month.js';
import type { RoomMonthPlan } from './room-month-plans.js';
import { roomText } from './room-number.js';
import { displayOrder, positionOf } from './room-order.js';

type PlacedBooking = Pick<
  Reservation,
  'id' | 'status' | 'roomNumber' | 'stayStart' | 'stayEnd' | 'guestName1'
>;

/** Facts for a decision about room-months, read inside the writer's lock. */
export type RoomMonthFacts = {
  rooms: RoomDirectory;
  /** Bookings with nights in the room-months that close, possibly others too. */
  bookings: Iterable<PlacedBooking>;
  /** Ids of bookings that staff have confirmed to be in such rooms. */
  acknowledged: ReadonlySet<number>;
};

/** The definitions to append, `id` null for a new room-month, and their counts. */
export type RoomMonthsDecision = {
  defined: { id: number | null; data: RoomMonthDetails }[];
  created: number;
  changed: number;
  unchanged: number;
};

type Step = { before: RoomMonth | null; data: RoomMonthDetails };

function stepsOf(planned: readonly PlannedRoomMonth[], { byNumber }: RoomDirectory): Step[] {
  return planned.map((data) => {
    const room = byNumber.get(data.roomNumber);
    const before = room?.months.get(data.month) ?? null;
    const { position = before ? before.position : positionOf(room) } = data;
    return { before, data: { ...data, position } };
  });
}

function isReal({ before, data }: Step): boolean {
  const traits = keysOf(data);
  return before === null || traits.some((trait) => before[trait] !== data[trait]);
}

/** The room-months that a plan changes from 予約可能 to 予約不可. */
export function closedBy(planned: readonly PlannedRoomMonth[], rooms: RoomDirectory): RoomMonthDetails[] {
  return stepsOf(planned, rooms)
    .filter(
      ({ before, data }) => before?.reservableStatus === BOOKABLE && data.reservableStatus === NOT_BOOKABLE,
    )
    .map(({ data }) => data);
}

/** The rule that a storeroom is never booked (contract 3). */
export function brokenStoreroomRule(room: PlannedRoomMonth): BrokenRule[] {
  if (room.roomType !== STOREROOM || room.reservableStatus === NOT_BOOKABLE) return [];
  const place = `${roomText(room.roomNumber)} ${monthText(room.month)}`;
  return [invalid('storeroom_bookable', 'reservable_status', `${place}: 倉庫は予約不可にしてください。`)];
}

function bookedRules(closed: readonly RoomMonthDetails[], facts: RoomMonthFacts): BrokenRule[] {
  const months = groupBy(closed, ({ roomNumber }) => roomNumber);
  const isConcerned = (booking: PlacedBooking): boolean =>
    booking.status === 'active' &&
    !facts.acknowledged.has(booking.id) &&
    (months.get(booking.roomNumber) ?? []).some(({ month }) =>
      overlaps(stayOf(booking), { start: month, end: addMonths(month, 1) }),
    );
  const order = displayOrder(facts.rooms.byNumber);
  return [...facts.bookings]
    .filter(isConcerned)
    .sort((a, b) => order(a.roomNumber, b.roomNumber) || (a.stayStart < b.stayStart ? -1 : 1))
    .map((booking) => {
      const stay = stayRangeText(stayOf(booking));
      const message = `${roomText(booking.roomNumber)} ${stay} ${booking.guestName1}の予約があります。`;
      return conflict('booked_room', String(booking.id), message);
    });
}

/**
 * Decides a plan of room-months, all or nothing: a storeroom is 予約不可, and a room with bookings becomes 予約不可 only if
 * staff have confirmed each of them. Unchanged room-months give no events.
 */
export function decideRoomMonths(plan: RoomMonthPlan, facts: RoomMonthFacts): Decided<RoomMonthsDecision> {
  const planned = plan(facts.rooms);
  if (!planned.ok) return planned;
  const steps = stepsOf(planned.value, facts.rooms);
  const real = steps.filter(isReal);
  const broken = [
    ...real.flatMap(({ data }) => brokenStoreroomRule(data)),
    ...bookedRules(closedBy(planned.value, facts.rooms), facts),
  ];
  if (broken.length > 0) return refused(...broken);
  const created = real.filter(({ before }) => before === null).length;
  return decided({
    defined: real.map(({ before, data }) => ({ id: before?.id ?? null, data })),
    created,
    changed: real.length - created,
    unchanged: steps.length - real.length,
  });
}
