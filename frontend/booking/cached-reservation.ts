import type { Day } from '@domain/dates.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import { displayOrder } from '@domain/room/room-order.js';
import { fetchReservation, type ReservationData } from '../shared/api/booking-api.js';
import { isLineDown } from '../shared/api/request.js';
import type { CalendarSnapshot, ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { knownCalendars } from '../shared/offline-cache/cached-calendars.js';
import { newestVersions } from '../shared/offline-cache/find-cached.js';

/** Returns how far a stay may reach in its room, as far as its neighbours are known here. */
function edgesOf({ roomNumber, id, stayStart, stayEnd }: ShownBooking, { byRoom }: CalendarSnapshot) {
  const neighbours = (byRoom.get(roomNumber) ?? []).filter((booking) => booking.id !== id);
  const before = neighbours.map((booking) => booking.stayEnd).filter((end) => end <= stayStart);
  const after = neighbours.map((booking) => booking.stayStart).filter((start) => start >= stayEnd);
  const edge = (days: Day[], which: 0 | -1): Day | null => days.sort().at(which) ?? null;
  return { start_day_edge: edge(before, -1), end_day_edge: edge(after, 0) };
}

const partyIdOf = ({ id, record }: ShownBooking): number => record.party_id || id;

/** The other rooms of its party, as far as they are known here, by room. */
function partyOf(
  booking: ShownBooking,
  known: readonly ShownBooking[],
  { byNumber }: RoomDirectory,
): ReservationData['party'] {
  const order = displayOrder(byNumber);
  return known
    .filter((other) => other.id !== booking.id && partyIdOf(other) === partyIdOf(booking))
    .map(({ record, roomNumber }) => ({ ...record, room_number: roomNumber }))
    .sort((a, b) => order(a.room_number, b.room_number));
}

const groupIdOf = ({ id, record }: ShownBooking): number => record.base_booking_id || id;

/** Returns whose guest is in its room now and does not go on with it, as far as that is known here. */
function inRoomNow(booking: ShownBooking, known: readonly ShownBooking[]) {
  const found = known.find(
    (other) =>
      groupIdOf(other) !== groupIdOf(booking) &&
      other.roomNumber === booking.roomNumber &&
      other.record.is_cancelled === 0 &&
      other.record.checkin_date !== null &&
      other.record.checkout_date === null,
  );
  return found ? { id: found.id, guest_name_1: found.record.guest_name_1 } : null;
}

/** A booking as it is known on this terminal, null for none. */
export async function cachedReservation(id: number): Promise<ReservationData | null> {
  const calendars = await knownCalendars();
  const known = newestVersions(calendars.flatMap(({ snapshot }) => snapshot.known.values()));
  const booking = known.find((one) => one.id === id);
  const calendar = calendars.find(({ snapshot }) => snapshot.known.get(id) === booking);
  if (!booking || !calendar) return null;
  const edges = edgesOf(booking, calendar.snapshot);
  const room = calendar.snapshot.rooms.byNumber.get(booking.roomNumber);
  const month = room && roomMonthOf(room, booking.stayStart);
  return {
    ...booking.record,
    ...edges,
    borderRoom: booking.roomNumber,
    imported_record_id: null,
    room_type: month?.roomType ?? '',
    smoking_status: month?.smokingStatus ?? '禁煙',
    party: partyOf(booking, known, calendar.snapshot.rooms),
    in_house: inRoomNow(booking, known),
  };
}

/** An existing booking for the form; while the line is down, as it is known on this terminal. */
export async function readReservation(id: number): Promise<ReservationData> {
  try {
    return await fetchReservation(id);
  } catch (error) {
    const cached = isLineDown(error) ? await cachedReservation(id) : null;
    if (!cached) throw error;
    return cached;
  }
}
