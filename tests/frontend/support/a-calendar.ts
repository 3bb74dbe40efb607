import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { type CalendarSnapshot, snapshotOf } from '../../../frontend/state/calendar-snapshot.js';
import { aRoomOf } from '../../support/builders.js';
import { nightRecords, RANGE } from './records.js';

/** A calendar of November and December 2026 with the rooms 1001 to 1003 and these bookings. */
export function aCalendar(
  bookings: readonly Partial<Reservation>[],
  rooms: Record<string, Partial<RoomMonth>> = {},
): CalendarSnapshot {
  const months = ['1001', '1002', '1003'].flatMap((roomNumber) => aRoomOf(roomNumber, rooms[roomNumber]));
  return snapshotOf(
    RANGE,
    {
      bookings: bookings.flatMap(nightRecords),
      rooms: months.filter(({ month }) => month >= '2026-11' && month < '2027').map(encodeRoomMonth),
      counts: {},
      weather: [],
    },
    { bookings: 1, rooms: 1, counts: 1, weather: 1 },
  );
}
