import type { BrokenRule } from '../../broken-rule.js';
import { daysBetween, type Stay } from '../../dates.js';
import type { CsvReservation } from '../../imports/csv-reservation.js';
import { closureOver, isBookableFor, roomMonthsOfStay } from '../../room/room-directory.js';
import { hasEndedFee } from '../account.js';
import { backFromNextRule } from '../in-house.js';
import type { ReservationFacts } from '../reservation.commands.js';
import { occupies, type Reservation, stayOf } from '../reservation.js';
import { RESERVATION_FIELD_NAMES, type ReservationField } from '../reservation-fields.js';
import { MAX_NIGHTS, masterRules } from '../save-rules.js';
import { accountKey, becomesOverdrawn } from './account-reversal.js';

/** One event of a booking: its position in the log and the states around it. */
export type PastStep = { position: number; before: Reservation; after: Reservation };

/** The states of a booking around a request (`before` is null when it created the booking), and later events. */
export type BookingPast = {
  id: number;
  before: Reservation | null;
  after: Reservation;
  current: Reservation;
  /** Oldest first. */
  later: readonly PastStep[];
  record: RecordPast | null;
};

/** The imported record that a booking came from; `changed` has the states around the request, null if it changed none. */
export type RecordPast = {
  current: CsvReservation;
  changed: { before: CsvReservation; after: CsvReservation } | null;
};

/** A reason why a booking cannot be restored, in whole or in part. */
export type Obstacle = Violation & { bookingId: number };

/** Obstacle to the restoration of one booking. */
export type Violation = {
  cause:
    | 'changed'
    | 'cancelled'
    | 'taken'
    | 'checked_in'
    | 'checked_out'
    | 'outside_stay'
    | 'locked'
    | 'room_missing'
    | 'room_closed'
    | 'erased'
    | 'record_changed'
    | 'record_cancelled'
    | 'rule';
  /** The unit that cannot be restored (see `unitOf`); null for the whole booking. */
  unit: string | null;
  /** The event that caused it, where it is known. */
  position?: number | null;
  /** The booking that has the room now. */
  other?: Reservation;
  rule?: BrokenRule;
};

/** The facts of a reversal: `isTaken` says whether a room beyond the neighbours is booked for a night of a stay. */
export type ReversalFacts = ReservationFacts & { isTaken: (roomNumber: string, stay: Stay) => boolean };

/** The fields that are restored; the place in a group follows from room and dates. */
const PLACE = ['roomNumber', 'stayStart', 'stayEnd'] as const satisfies readonly ReservationField[];
const OF_STAY = [
  'paymentFlag',
  'checkinDate',
  'checkoutDate',
  'isNoShow',
  'taxExemption',
  'continues',
] as const;
export const RESTORABLE = [
  'status',
  ...PLACE,
  ...RESERVATION_FIELD_NAMES.filter((name) => !PLACE.some((part) => part === name)),
  ...OF_STAY,
] as const;

export type RestorableField = (typeof RESTORABLE)[number];

const UNITS: Partial<Record<string, string>> = {
  roomNumber: 'place',
  stayStart: 'place',
  stayEnd: 'place',
  mensCount: 'party',
  womensCount: 'party',
  guestName2: 'party',
};

/** The unit of a field: the fields of one unit are restored together or not at all. */
export function unitOf(field: string): string {
  return UNITS[field] ?? field;
}

/** The fields in which two states of a booking differ. */
export function differences(one: Reservation, other: Reservation): RestorableField[] {
  return RESTORABLE.filter((field) => one[field] !== other[field]);
}

/** The last event after the request that changed one of the fields; null when none did. */
export function lastChange(past: BookingPast, fields: readonly RestorableField[]): number | null {
  const changed = past.later.filter(({ before, after }) =>
    fields.some((field) => before[field] !== after[field]),
  );
  return changed.at(-1)?.position ?? null;
}

/** The last event after the request that changed the money of the booking; null when none did. */
export function lastMoneyChange({ later }: BookingPast): number | null {
  const changed = later.filter(({ before, after }) => accountKey(before) !== accountKey(after));
  return changed.at(-1)?.position ?? null;
}

const MASTER_FIELDS: Partial<Record<string, string>> = {
  corporateID: 'corporateId',
  payment_type: 'paymentType',
  blacklist_id: 'blacklistId',
};
const STAY_FIELDS = ['stayStart', 'stayEnd', 'checkinDate'] as const;

/** The room must exist and be free, and a room-move lock is respected. */
function placeViolations(
  past: BookingPast,
  final: Reservation,
  others: readonly Reservation[],
  facts: ReversalFacts,
): Violation[] {
  const { id, current } = past;
  const unit = 'place';
  const stay = stayOf(final);
  const nights = daysBetween(stay.start, stay.end);
  if (nights < 1 || nights > MAX_NIGHTS) {
    return [{ cause: 'changed', unit, position: lastChange(past, ['stayStart', 'stayEnd']) }];
  }
  const found: Violation[] = [];
  const room = facts.rooms.byNumber.get(final.roomNumber);
  if (!room || roomMonthsOfStay(room, stay) === null) found.push({ cause: 'room_missing', unit });
  else if (closureOver(room, stay) || (current.status === 'cancelled' && !isBookableFor(room, stay))) {
    found.push({ cause: 'room_closed', unit });
  }
  if (current.roomNumber !== final.roomNumber && current.roomMoveLock === 1 && final.roomMoveLock === 1) {
    found.push({ cause: 'locked', unit, position: lastChange(past, ['roomMoveLock']) });
  }
  for (const other of others) {
    if (other.id !== id && occupies(other, final.roomNumber, stay)) {
      found.push({ cause: 'taken', unit, other });
    }
  }
  return found;
}

/** Returns what a check-in after the request has made unchangeable (spec 4). */
function checkedInViolations(past: BookingPast, final: Reservation): Violation[] {
  const { after, current } = past;
  if (after.checkinDate !== null || current.checkinDate === null || final.checkinDate === null) return [];
  const fixed = differences(current, final).filter(
    (field) =>
      ['stayStart', 'totalFee', 'usedPoints'].includes(field) ||
      (field === 'stayEnd' && final.stayEnd > current.stayEnd),
  );
  const position = lastChange(past, ['checkinDate']);
  return [...new Set(fixed.map(unitOf))].map((unit) => ({ cause: 'checked_in', unit, position }));
}

/** Check-in and check-out must fit each other and the stay, which may have been shortened to before the check-in. */
function datesViolations(past: BookingPast, final: Reservation): Violation[] {
  const { before, current } = past;
  const { checkinDate, checkoutDate } = final;
  const checkedOut = (unit: string): Violation[] => [
    { cause: 'checked_out', unit, position: lastChange(past, ['checkinDate', 'checkoutDate']) },
  ];
  if (checkinDate === null) {
    if (checkoutDate === null) return [];
    return checkedOut(current.checkinDate === null ? 'checkoutDate' : 'checkinDate');
  }
  const isInside = checkinDate >= final.stayStart && checkinDate <= final.stayEnd;
  const wasSo = [before, current].some((known) =>
    STAY_FIELDS.every((field) => known?.[field] === final[field]),
  );
  if (!isInside && !wasSo) {
    const unit = current.checkinDate === checkinDate ? 'place' : 'checkinDate';
    return [{ cause: 'outside_stay', unit, position: lastChange(past, STAY_FIELDS) }];
  }
  if (checkoutDate === null || checkoutDate >= checkinDate) return [];
  return checkedOut(current.checkoutDate === checkoutDate ? 'checkinDate' : 'checkoutDate');
}

/**
 * A guest who is in the next part of the stay is not let back into this one by the undo of a check-out that another has
 * followed since. The undo of the last one gives back what was, also where both parts were checked in.
 */
function nextPartViolations(
  past: BookingPast,
  final: Reservation,
  others: readonly Reservation[],
): Violation[] {
  const isLetBack =
    past.current.checkoutDate !== null && final.checkinDate !== null && final.checkoutDate === null;
  const position = isLetBack ? lastChange(past, ['checkoutDate']) : null;
  const rule = position === null ? null : backFromNextRule(final, others);
  return rule ? [{ cause: 'rule', unit: 'checkoutDate', position, rule }] : [];
}

/** A guest is a no-show again only of the stay that was missed, and only while not checked in. */
function noShowViolations(past: BookingPast, final: Reservation): Violation[] {
  const { before, current } = past;
  if (!final.isNoShow || current.isNoShow) return [];
  const unit = 'isNoShow';
  if (final.checkinDate !== null) {
    return [{ cause: 'checked_in', unit, position: lastChange(past, ['checkinDate']) }];
  }
  if (final.stayStart === before?.stayStart) return [];
  return [{ cause: 'changed', unit, position: lastChange(past, ['stayStart']) }];
}

/** The imported record must be as the request left it, and still belong to this booking. */
function recordViolation({ id, current, record }: BookingPast, final: Reservation): Violation | null {
  if (!record) return null;
  const { changed, current: now } = record;
  if (changed) {
    const isUnchanged = now.status === changed.after.status && now.bookingId === changed.after.bookingId;
    return isUnchanged ? null : { cause: 'record_changed', unit: null };
  }
  if (current.status === final.status || final.status !== 'active') return null;
  if (now.status === 'cancelled') return { cause: 'record_cancelled', unit: null };
  return now.bookingId === id ? null : { cause: 'record_changed', unit: null };
}

/** The unit that makes a booking cost too much or too little: where the fee of its end goes, what ended it. */
function overdrawnUnit(current: Reservation, final: Reservation): string {
  const isStatus = current.status !== final.status;
  if (hasEndedFee({ ...final, account: current.account })) return isStatus ? 'status' : 'isNoShow';
  if (current.account !== final.account) return 'account';
  return isStatus ? 'status' : 'totalFee';
}

/** Returns what keeps a booking from becoming `final`; `others` are all bookings as they would be then. */
export function findViolations(
  past: BookingPast,
  final: Reservation,
  others: readonly Reservation[],
  facts: ReversalFacts,
): Violation[] {
  const { current } = past;
  const changed = differences(current, final);
  const isOtherMoney = current.account !== final.account;
  if (changed.length === 0 && !isOtherMoney) return [];
  if (current.isErased) return [{ cause: 'erased', unit: null }];
  if (becomesOverdrawn(current, final)) {
    return [{ cause: 'changed', unit: overdrawnUnit(current, final), position: lastMoneyChange(past) }];
  }
  const isMoneyAlone = changed.every((field) => field === 'paymentFlag' || field === 'paymentType');
  if (isOtherMoney && isMoneyAlone && final.status === 'cancelled') return [];
  const ofRecord = recordViolation(past, final);
  if (ofRecord) return [ofRecord];
  if (final.status === 'cancelled') {
    if (current.status === 'cancelled') {
      return [{ cause: 'cancelled', unit: null, position: lastChange(past, ['status']) }];
    }
    if (final.checkinDate === null) return [];
    return [{ cause: 'checked_in', unit: 'status', position: lastChange(past, ['checkinDate']) }];
  }
  const moves = changed.some((field) => unitOf(field) === 'place' || field === 'status');
  const ofMasters = masterRules(final, facts, current).map(
    (rule): Violation => ({ cause: 'rule', unit: MASTER_FIELDS[rule.field ?? ''] ?? null, rule }),
  );
  return [
    ...(moves ? placeViolations(past, final, others, facts) : []),
    ...checkedInViolations(past, final),
    ...datesViolations(past, final),
    ...nextPartViolations(past, final, others),
    ...noShowViolations(past, final),
    ...ofMasters,
  ];
}
