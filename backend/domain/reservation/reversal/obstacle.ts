import type { BrokenRule } from '../../broken-rule.js';
import type { Reservation } from '../reservation.js';
import type { RestorableField } from './booking-past.js';

/** Why something cannot be given back. */
type Cause =
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

/** What stands in the way of giving a booking back what it was. */
export type Obstacle = {
  bookingId: number;
  cause: Cause;
  /** The unit that cannot be given back as it was; null for all of the booking. */
  unit: string | null;
  fields: readonly RestorableField[];
  /** The event that made it so, as far as it is known. */
  position: number | null;
  /** The booking that has the room now. */
  other: Reservation | null;
  rule: BrokenRule | null;
};

/** An obstacle with what is known of it. */
export function obstacle(
  bookingId: number,
  cause: Cause,
  unit: string | null,
  known: Partial<Obstacle> = {},
): Obstacle {
  return { fields: [], position: null, other: null, rule: null, ...known, bookingId, cause, unit };
}
