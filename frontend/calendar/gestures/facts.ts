import type { Day } from '@domain/dates.js';
import type { ReservationFacts } from '@domain/reservation/reservation.commands.js';
import { storedReservation } from '../../booking/stored-reservation.js';
import type { CalendarSnapshot } from '../../shared/calendar-data/calendar-snapshot.js';
import type { ShownBooking } from '../../shared/calendar-data/shown-booking.js';

const named = (id: number | null) => new Map(id === null ? [] : [[id, {}]]);

/** What a decision about a booking may look at, as far as the calendar knows: its room and the one it is to go to. */
export function factsAround(
  snapshot: CalendarSnapshot,
  { record, roomNumber }: ShownBooking,
  to: { roomNumber: string; leaving: readonly number[] },
  today: Day,
): ReservationFacts {
  const rooms = new Set([roomNumber, to.roomNumber]);
  return {
    today,
    rooms: snapshot.rooms,
    neighbours: [...rooms].flatMap((room) => snapshot.byRoom.get(room) ?? []).map(storedReservation),
    leaving: new Set(to.leaving),
    // What the booking names already stays valid.
    knownCorporates: named(record.corporateID),
    knownPayments: named(record.payment_type),
    knownBlacklistEntries: named(record.blacklist_id),
  };
}
