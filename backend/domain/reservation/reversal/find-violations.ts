import { daysBetween, overlaps } from '../../dates.js';
import { isBookableFor, roomMonthsOfStay } from '../../room/room-directory.js';
import { masterRules } from '../master-rules.js';
import { type Reservation, stayOf } from '../reservation.js';
import { MAX_NIGHTS } from '../save-rules.js';
import { type BookingPast, differences, lastChange, unitOf } from './booking-past.js';
import { type Obstacle, obstacle } from './obstacle.js';
import type { ReversalFacts } from './reversal-facts.js';

const MASTER_FIELDS = {
  corporateID: 'corporateId',
  payment_type: 'paymentType',
  blacklist_id: 'blacklistId',
} as const;

/** Where a booking comes to lie: the room must be there and free, and staff's lock on it is kept. */
function placeViolations(
  past: BookingPast,
  final: Reservation,
  others: readonly Reservation[],
  facts: ReversalFacts,
): Obstacle[] {
  const { id, current } = past;
  const found: Obstacle[] = [];
  const add = (cause: Obstacle['cause'], known: Partial<Obstacle> = {}): void => {
    found.push(obstacle(id, cause, 'place', known));
  };
  const stay = stayOf(final);
  const nights = daysBetween(stay.start, stay.end);
  if (nights < 1 || nights > MAX_NIGHTS) {
    const fields = ['stayStart', 'stayEnd'] as const;
    add('changed', { fields, position: lastChange(past, fields) });
    return found;
  }
  const room = facts.rooms.byNumber.get(final.roomNumber);
  if (!room || roomMonthsOfStay(room, stay) === null) add('room_missing');
  else if (current.status === 'cancelled' && !isBookableFor(room, stay)) add('room_closed');
  if (current.roomNumber !== final.roomNumber && current.roomMoveLock === 1 && final.roomMoveLock === 1) {
    add('locked', { position: lastChange(past, ['roomMoveLock']) });
  }
  for (const other of others) {
    const meets = other.id !== id && other.status === 'active' && other.roomNumber === final.roomNumber;
    if (meets && overlaps(stayOf(other), stay)) add('taken', { other });
  }
  return found;
}

/** What a check-in since the request has fixed (spec 4). */
function fixedSince(past: BookingPast, final: Reservation): Obstacle[] {
  const { id, after, current } = past;
  if (after.checkinDate !== null || current.checkinDate === null || final.checkinDate === null) return [];
  const fixed = differences(current, final).filter(
    (field) =>
      ['stayStart', 'totalFee', 'usedPoints'].includes(field) ||
      (field === 'stayEnd' && final.stayEnd > current.stayEnd),
  );
  const position = lastChange(past, ['checkinDate']);
  return [...new Set(fixed.map(unitOf))].map((unit) =>
    obstacle(id, 'checked_in', unit, { fields: fixed.filter((field) => unitOf(field) === unit), position }),
  );
}

const STAY_FIELDS: readonly string[] = ['stayStart', 'stayEnd', 'checkinDate'];

/** Check-in and check-out fit each other and the stay. */
function stayActViolations(past: BookingPast, final: Reservation): Obstacle[] {
  const { id, current } = past;
  const { checkinDate, checkoutDate } = final;
  if (checkinDate === null) {
    if (checkoutDate === null) return [];
    const unit = current.checkinDate === null ? 'checkoutDate' : 'checkinDate';
    return [
      obstacle(id, 'checked_out', unit, { position: lastChange(past, ['checkinDate', 'checkoutDate']) }),
    ];
  }
  const isInside = checkinDate >= final.stayStart && checkinDate <= final.stayEnd;
  const isNew = differences(current, final).some((field) => STAY_FIELDS.includes(field));
  if (!isInside && isNew) {
    const unit = current.checkinDate === checkinDate ? 'place' : 'checkinDate';
    return [
      obstacle(id, 'outside_stay', unit, {
        position: lastChange(past, ['stayStart', 'stayEnd', 'checkinDate']),
      }),
    ];
  }
  if (checkoutDate === null || checkoutDate >= checkinDate) return [];
  const unit = current.checkoutDate === checkoutDate ? 'checkinDate' : 'checkoutDate';
  return [obstacle(id, 'checked_out', unit, { position: lastChange(past, ['checkinDate', 'checkoutDate']) })];
}

/** The imported record goes with its booking: it must be as the request left it, and still be this booking's. */
function recordViolations({ id, current, record }: BookingPast, final: Reservation): Obstacle[] {
  if (!record) return [];
  const { changed } = record;
  if (
    changed &&
    (record.current.status !== changed.after.status || record.current.bookingId !== changed.after.bookingId)
  ) {
    return [obstacle(id, 'record_changed', null)];
  }
  if (changed || current.status === final.status || final.status !== 'active') return [];
  if (record.current.status === 'cancelled') return [obstacle(id, 'record_cancelled', null)];
  return record.current.bookingId === id ? [] : [obstacle(id, 'record_changed', null)];
}

/** What keeps a booking from becoming `final`, `others` being all bookings as they would be then. */
export function findViolations(
  past: BookingPast,
  final: Reservation,
  others: readonly Reservation[],
  facts: ReversalFacts,
): Obstacle[] {
  const { id, current } = past;
  const changed = differences(current, final);
  if (changed.length === 0) return [];
  if (current.isErased) return [obstacle(id, 'erased', null)];
  const ofRecord = recordViolations(past, final);
  if (ofRecord.length > 0) return ofRecord;
  if (final.status === 'cancelled') {
    if (current.status === 'cancelled') {
      return [obstacle(id, 'cancelled', null, { fields: changed, position: lastChange(past, ['status']) })];
    }
    if (final.checkinDate === null) return [];
    return [obstacle(id, 'checked_in', 'status', { position: lastChange(past, ['checkinDate']) })];
  }
  const moves = changed.some((field) => unitOf(field) === 'place' || field === 'status');
  const ofMasters = masterRules(final, facts, current).map((rule) => {
    const field = MASTER_FIELDS[rule.field as keyof typeof MASTER_FIELDS];
    return obstacle(id, 'rule', field, { fields: [field], rule });
  });
  return [
    ...(moves ? placeViolations(past, final, others, facts) : []),
    ...fixedSince(past, final),
    ...stayActViolations(past, final),
    ...ofMasters,
  ];
}
