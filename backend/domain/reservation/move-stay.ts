import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { type Day, daysBetween } from '../dates.js';
import { chargesOf, flagOf, owedOf, prepaidOf, reversed, takenByWay, takenOf } from './account.js';
import { isOccupied, ROOM_LOCKED, roomNumberOf, tableRules } from './decide-save.js';
import { enteredOf, exemptedAs } from './extend-stay.js';
import { isAdjacent, regroup } from './grouping.js';
import { inHouseRule } from './in-house.js';
import type { LodgingTax, Movement } from './money.js';
import { shareOfFirst } from './night-shares.js';
import type { ReservationDecision, ReservationFacts } from './reservation.commands.js';
import type { ReservationEvent } from './reservation.events.js';
import { type Flag, groupIdOf, type Reservation } from './reservation.js';
import { masterRules, OVERLAP } from './save-rules.js';

/** A move from a day on, today when left out, into the room of a room-month. */
export type StayMove = { from?: Day | undefined; roomId: number; staffId: number | null };

const OUTSIDE = invalid(
  'move_outside_stay',
  'from',
  '部屋移動の日は、宿泊の2日目からチェックアウト日の前日までで指定してください。',
);
const SAME_ROOM = invalid('same_room', 'room_id', '移動先は別の部屋を選んでください。');
const DISCOUNT_ABOVE_PART = conflict(
  'discount_above_part',
  'room_id',
  '移動前の泊の料金より値引が多いため、部屋移動で分けられません。先に明細の値引を直してください。',
);

/** Returns the rule against moving the guest of a stay from a day on, null for none. */
export function moveRule(stored: Reservation, from: Day): BrokenRule | null {
  const against = inHouseRule(stored);
  if (against) return against;
  const isInside = stored.stayStart < from && from < stored.stayEnd && (stored.checkinDate ?? from) <= from;
  if (!isInside) return OUTSIDE;
  return stored.roomMoveLock === 1 ? ROOM_LOCKED : null;
}

/** Returns the 宿泊税 of the nights from a day to another, the last one not included. */
export function taxBetween(
  tax: LodgingTax | undefined,
  from: Day,
  until: Day,
): Pick<Reservation, 'lodgingTax'> {
  if (!tax) return {};
  const spans = tax.spans.flatMap((span) => {
    const start = span.start > from ? span.start : from;
    const end = span.end < until ? span.end : until;
    return start < end ? [{ ...span, start, end }] : [];
  });
  return { lodgingTax: { ...tax, spans } };
}

/** Picks this much out of money by way of paying: what came last first. */
export function pick(ways: readonly Movement[], amount: number): Movement[] {
  let left = amount;
  const picked = [...ways].reverse().flatMap(({ paymentType, amount: had }) => {
    const taken = Math.max(0, Math.min(left, had));
    left -= taken;
    return taken > 0 ? [{ paymentType, amount: taken }] : [];
  });
  return picked.reverse();
}

/** The two parts of a stay with their nights, fee, points and 宿泊税, and the money that the second one gets. */
type Division = { first: Reservation; second: Reservation; moved: Movement[] };

function divide(stored: Reservation, from: Day): Division {
  const { stayStart, stayEnd, totalFee, usedPoints, lodgingTax } = stored;
  const [before, nights] = [daysBetween(stayStart, from), daysBetween(stayStart, stayEnd)];
  const fee = shareOfFirst(totalFee, before, nights);
  const points = shareOfFirst(usedPoints, before, nights);
  const first: Reservation = {
    ...{ ...stored, stayEnd: from, totalFee: fee, usedPoints: points },
    ...taxBetween(lodgingTax, stayStart, from),
  };
  const { account: _, ...rest } = stored;
  const second: Reservation = {
    ...{ ...rest, stayStart: from, totalFee: totalFee - fee, usedPoints: usedPoints - points },
    ...taxBetween(lodgingTax, from, stayEnd),
    ...(stored.account?.isPrepaid && { account: { entries: [], charges: [], isPrepaid: true as const } }),
  };
  // The first part keeps what it costs, as far as it was paid.
  const kept = Math.max(0, owedOf(first) - prepaidOf(first));
  return { first, second, moved: pick(takenByWay(stored), Math.max(0, takenOf(stored) - kept)) };
}

/** The payment flag of a part of a stay with the money that it has. */
function flagOfPart(part: Reservation, moved: readonly Movement[], stored: Reservation): Flag {
  if (!stored.account) return stored.paymentFlag;
  const { account = { entries: [], charges: [] } } = part;
  const entries = [...account.entries, { id: 0, moved, day: null }];
  return flagOf({ ...part, account: { ...account, entries } });
}

/** The event of a part of a stay. */
function dividedAs(
  part: Reservation,
  moved: readonly Movement[],
  stored: Reservation,
  { paymentDay }: ReservationFacts,
): ReservationEvent {
  const { stayEnd, totalFee, usedPoints } = part;
  const paymentFlag = flagOfPart(part, moved, stored);
  const data = { stayEnd, totalFee, usedPoints, moved, reverses: [], paymentDay, paymentFlag };
  return { type: 'StayDivided', data };
}

function brokenRules(
  { first, second }: Division,
  { id, roomId, roomNumber }: { id: number; roomId: number; roomNumber: string | null },
  stored: Reservation,
  facts: ReservationFacts,
): BrokenRule[] {
  const isLeft = isOccupied(
    stored.id,
    stored.roomNumber,
    { start: first.stayStart, end: first.stayEnd },
    facts,
  );
  const due = Math.max(0, first.totalFee - first.usedPoints);
  return [
    ...tableRules(id, { ...second, roomId }, roomNumber, facts, null),
    ...masterRules(second, facts, stored),
    ...(isLeft ? [OVERLAP] : []),
    ...(due + chargesOf(stored) < 0 ? [DISCOUNT_ABOVE_PART] : []),
  ];
}

/**
 * Decides a move of a guest in the house into another room from a day on (部屋移動): the nights before stay where they were
 * slept, and a booking with the given id continues the stay, as the same booking as the day before's. Fee and points are
 * divided by nights; what was paid goes with them, lines stay with the first part. Once the day has come the guest is checked
 * out of the one and into the other. The decision is about the new booking.
 */
export function decideMove(
  { from: wanted, roomId, staffId }: StayMove,
  stored: Reservation,
  id: number,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const from = wanted ?? facts.today;
  const against = moveRule(stored, from);
  if (against) return refused(against);
  const division = divide(stored, from);
  const roomNumber = roomNumberOf(roomId, facts);
  if (roomNumber === stored.roomNumber) return refused(SAME_ROOM);
  const broken = brokenRules(division, { id, roomId, roomNumber }, stored, facts);
  if (broken.length > 0 || roomNumber === null) return refused(...broken);
  const { first, second, moved } = division;
  const places = linked(first, { ...second, id, roomNumber, continues: stored.id }, facts);
  const isDue = facts.today >= from;
  const isPrepaid = second.account?.isPrepaid === true;
  const created = {
    ...{ ...enteredOf(second), roomNumber, ...places.own },
    ...{ staffId, paymentFlag: isPrepaid ? (1 as const) : (0 as const), csvReservationId: null },
  };
  const { partyId } = stored;
  return decided({
    events: [
      { type: 'ReservationCreated', data: created },
      ...(partyId > 0 ? [{ type: 'PartyJoined', data: { partyId } } as const] : []),
      { type: 'StayContinued', data: { continues: stored.id } },
      dividedAs(second, moved, stored, facts),
      ...exemptedAs(stored),
      ...(isDue ? [{ type: 'GuestCheckedIn', data: { date: from } } as const] : []),
    ],
    also: [{ id: stored.id, events: leftEvents(division, stored, isDue, facts) }, ...places.also],
    regrouped: places.regrouped,
  });
}

/** The events of the part that the guest leaves. */
function leftEvents(
  { first, moved }: Division,
  stored: Reservation,
  isDue: boolean,
  facts: ReservationFacts,
): ReservationEvent[] {
  const isMarked = stored.nextdayOutFlag === 1;
  return [
    ...(isMarked ? [{ type: 'ReservationAmended', data: { nextdayOutFlag: 0 } } as const] : []),
    dividedAs(first, reversed(moved), stored, facts),
    ...(isDue ? [{ type: 'GuestCheckedOut', data: { date: first.stayEnd } } as const] : []),
  ];
}

/** Puts a further part between the first one and what went on from it: the places in the group, and the links that change. */
function linked(first: Reservation, second: Reservation, { neighbours }: ReservationFacts) {
  const groupId = groupIdOf(first);
  const stored = { ...first, stayEnd: second.stayEnd };
  const next = neighbours.find(
    (other) =>
      other.id !== first.id &&
      other.status === 'active' &&
      groupIdOf(other) === groupId &&
      isAdjacent(stored, other) &&
      other.roomNumber !== second.roomNumber,
  );
  const others = neighbours
    .filter(({ id }) => id !== first.id)
    .map((other) => (other.id === next?.id ? { ...other, continues: second.id } : other));
  const own = { baseBookingId: groupId, groupEndDate: first.groupEndDate ?? second.stayEnd };
  const places = regroup({ ...second, ...own }, [first, ...others], 'join');
  const event = { type: 'StayContinued', data: { continues: second.id } } as const;
  return {
    own: places.find(({ id }) => id === second.id)?.place ?? own,
    also: next ? [{ id: next.id, events: [event] }] : [],
    regrouped: places.filter(({ id }) => id !== second.id),
  };
}
