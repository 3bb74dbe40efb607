import type { MoveInOrigin, Reservation } from '../reservation/reservation.js';
import { foldedName } from '../search/folded.js';

/** Returns what bookings of other systems are found again by: their number there, or the room and the first night. */
export function originKey(origin: Pick<MoveInOrigin, 'number' | 'roomNumber' | 'stayStart'>): string {
  const { number, roomNumber, stayStart } = origin;
  return number === '' ? `${roomNumber} ${stayStart}` : `#${number}`;
}

/** A row that is about to be moved in. */
type Arrival = Omit<MoveInOrigin, 'system' | 'fileName' | 'line'> & {
  guestName1: string;
  reserverName: string;
};

/** Kind of a row beside the bookings that were moved in before. */
type ArrivalStanding =
  | { type: 'new' }
  /** This booking was moved in already, whatever became of it since. */
  | { type: 'existing'; id: number }
  /** The number was moved in from an earlier file with another room or other dates. */
  | { type: 'changed'; origin: MoveInOrigin }
  /** Another row of the same file had this number: a further room of the same party, or the nights behind it. */
  | { type: 'further'; first: Reservation; isNextNight: boolean };

/** Tells whether a booking was taken back with its file: then it may be moved in again. */
const isTakenBack = ({ status, movedInFrom }: Reservation): boolean =>
  status === 'cancelled' && movedInFrom?.isTakenBack === true;

const sameName = (arrival: Arrival, { guestName1, reserverName }: Reservation): boolean =>
  foldedName(arrival.guestName1) === foldedName(guestName1) ||
  foldedName(arrival.reserverName) === foldedName(reserverName);

/** Tells what a row is, given the bookings with its origin's key, oldest first. */
export function arrivalStanding(arrival: Arrival, known: readonly Reservation[]): ArrivalStanding {
  const moved = known.flatMap((booking) =>
    booking.movedInFrom && !isTakenBack(booking) ? [{ booking, origin: booking.movedInFrom }] : [],
  );
  const same = moved.find(
    ({ booking, origin }) =>
      origin.roomNumber === arrival.roomNumber &&
      origin.stayStart === arrival.stayStart &&
      (arrival.number !== '' || (origin.stayEnd === arrival.stayEnd && sameName(arrival, booking))),
  );
  if (same) return { type: 'existing', id: same.booking.id };
  if (arrival.number === '') return { type: 'new' };
  const earlier = moved.find(({ origin }) => origin.fileId !== arrival.fileId);
  if (earlier) return { type: 'changed', origin: earlier.origin };
  const active = moved.filter(({ booking }) => booking.status === 'active').map(({ booking }) => booking);
  const [first] = active;
  if (!first) return { type: 'new' };
  const isNextNight = active.some(
    ({ roomNumber, stayEnd }) => roomNumber === arrival.roomNumber && stayEnd === arrival.stayStart,
  );
  return { type: 'further', first, isNextNight };
}
