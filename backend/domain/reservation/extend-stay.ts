import { type BrokenRule, conflict, type Decided, decided, refused } from '../broken-rule.js';
import { addDays, type Day, daysBetween } from '../dates.js';
import { feeOfNights } from './account.js';
import { ROOM_LOCKED, roomNumberOf, tableRules } from './decide-save.js';
import { regroup } from './grouping.js';
import { inHouseRule } from './in-house.js';
import { shareOfNight } from './night-shares.js';
import type { ReservationDecision, ReservationFacts } from './reservation.commands.js';
import type { ReservationEvent } from './reservation.events.js';
import { type Reservation, UNGROUPED } from './reservation.js';
import { RESERVATION_FIELD_NAMES, type ReservationDetails } from './reservation-fields.js';
import { masterRules } from './save-rules.js';

/**
 * A following stay (延泊) that is asked for: until when, the next day when left out; a room-month of the room, the same
 * room when left out; the fee in whole yen, `nightFee` for each night when left out.
 */
export type StayExtension = {
  stayEnd?: Day | undefined;
  roomId?: number | undefined;
  totalFee?: number | undefined;
  staffId: number | null;
};

const ALREADY_CONTINUED = conflict(
  'already_continued',
  null,
  'この予約には続きの予約があります。続きの予約を延泊してください。',
);

/** Returns what a further night costs unless staff say otherwise: the last night's share of the fee, in whole yen. */
export function nightFee(
  stored: Pick<Reservation, 'stayStart' | 'stayEnd' | 'totalFee' | 'account'>,
): number {
  const nights = daysBetween(stored.stayStart, stored.stayEnd);
  return shareOfNight(feeOfNights(stored), nights - 1, nights);
}

/** Returns the rule against going on with a stay by a following one, null for none: who is in the house may, once. */
export function extensionRule(stored: Reservation): BrokenRule | null {
  const isContinued = stored.groupEndDate !== null && stored.groupEndDate > stored.stayEnd;
  return inHouseRule(stored) ?? (isContinued ? ALREADY_CONTINUED : null);
}

/** Picks the fields that staff entered of a stay: the rest of a booking is what became of it. */
export function enteredOf(stored: Reservation): ReservationDetails {
  return Object.fromEntries(
    RESERVATION_FIELD_NAMES.map((name) => [name, stored[name]]),
  ) as ReservationDetails;
}

/** The part of an event by which a further part of a stay has the guests' exemption from the 宿泊税. */
export function exemptedAs({ taxExemption }: Reservation): ReservationEvent[] {
  return taxExemption === undefined
    ? []
    : [{ type: 'LodgingTaxExempted', data: { exemption: taxExemption } }];
}

/**
 * Decides a following stay with the given id, for the guest of a stored one who is in the house (contract 4): from its last
 * day on, as the same booking as the day before's. On that day, or later, the guest is checked out of the one and into the
 * other; before it, with the check-in of the other. The decision is about the new booking.
 */
export function decideExtension(
  { stayEnd: wantedEnd, roomId = 0, totalFee: wantedFee, staffId }: StayExtension,
  stored: Reservation,
  id: number,
  facts: ReservationFacts,
): Decided<ReservationDecision> {
  const against = extensionRule(stored);
  if (against) return refused(against);
  const stayStart = stored.stayEnd;
  const stayEnd = wantedEnd ?? addDays(stayStart, 1);
  const totalFee = wantedFee ?? nightFee(stored) * Math.max(1, daysBetween(stayStart, stayEnd));
  const roomNumber = roomId === 0 ? stored.roomNumber : roomNumberOf(roomId, facts);
  const details = {
    ...enteredOf(stored),
    ...{ stayStart, stayEnd, totalFee, usedPoints: 0, coupon: 0 as const },
    ...{ bookingSource: '宿泊時' as const, bookingNumber: '', nextdayOutFlag: 0 as const },
  };
  const isOtherRoom = roomNumber !== stored.roomNumber;
  const broken = [
    ...tableRules(id, { ...details, roomId }, roomNumber, facts, null),
    ...masterRules(details, facts, stored),
    ...(isOtherRoom && stored.roomMoveLock === 1 ? [ROOM_LOCKED] : []),
  ];
  if (broken.length > 0 || roomNumber === null) return refused(...broken);
  const continues = isOtherRoom ? { continues: stored.id } : {};
  const following = { ...details, roomNumber, ...UNGROUPED, id, status: 'active' as const, ...continues };
  const places = regroup(following, facts.neighbours, 'join');
  const place = places.find((one) => one.id === id)?.place ?? UNGROUPED;
  const created = {
    ...details,
    roomNumber,
    ...place,
    staffId,
    paymentFlag: 0 as const,
    csvReservationId: null,
  };
  const isDue = facts.today >= stayStart;
  const date = stayStart;
  return decided({
    events: [
      { type: 'ReservationCreated', data: created },
      ...(isOtherRoom ? [{ type: 'StayContinued', data: { continues: stored.id } } as const] : []),
      ...exemptedAs(stored),
      ...(isDue ? [{ type: 'GuestCheckedIn', data: { date } } as const] : []),
    ],
    also: isDue ? [{ id: stored.id, events: [{ type: 'GuestCheckedOut', data: { date } }] }] : [],
    regrouped: places.filter((one) => one.id !== id),
  });
}
