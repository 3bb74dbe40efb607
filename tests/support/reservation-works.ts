import { day } from '@domain/dates.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { needStream } from '../../backend/event-store/needs.js';
import type { Work } from '../../backend/event-store/work.js';
import { reservationStream } from '../../backend/reservations/reservation.stream.js';
import { aReservation } from './builders.js';
import { AT_DESK, aWork } from './store-node.js';

/** The event that `aReservation` begins with. */
function createdEvent(details: Partial<Reservation> = {}): ReservationEvent {
  const { id, version, status, checkinDate, checkoutDate, changedRoom, ...data } = aReservation(details);
  return { type: 'ReservationCreated', data };
}

/** A booking written past the decider, so that only the database can refuse it. */
export function bookUnchecked(
  roomNumber: string,
  start: string,
  end: string,
  details: Partial<Reservation> = {},
): Work<Reservation> {
  const event = createdEvent({ ...details, roomNumber, stayStart: day(start), stayEnd: day(end) });
  return aWork((unit) => unit.append(reservationStream, unit.nextPosition, event, AT_DESK));
}

/** A change of stored bookings written past the decider, all in one command. */
export function amendUnchecked(changes: Record<number, Partial<Reservation>>): Work<Reservation[]> {
  const ids = Object.keys(changes).map(Number);
  return aWork(
    (unit) =>
      ids.map((id) => {
        const event = { type: 'ReservationAmended', data: changes[id] ?? {} } as const;
        return unit.append(reservationStream, id, event, AT_DESK);
      }),
    { needs: ids.map((id) => needStream(reservationStream, id)) },
  );
}
