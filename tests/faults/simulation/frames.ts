import type { WeatherDay } from '@domain/calendar/weather-day.js';
import { type Day, daysFromTo, lastDayOf, type Month } from '@domain/dates.js';
import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { ChangeFrame } from '@wire/live.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { encodeWeatherDay } from '@wire/weather-record.js';
import { countRecords } from '../../../backend/calendar/daily-counts.catalog.js';
import { weatherDayStream } from '../../../backend/calendar/weather-day.stream.js';
import { bookingRecord } from '../../../backend/reservations/booking-answer.catalog.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { type CalendarSnapshot, snapshotOf } from '../../../frontend/state/calendar-snapshot.js';
import type { MemoryDatabase } from '../../support/memory-store/memory-database.js';
import { touchedIn } from '../../support/memory-store/memory-subscription.js';
import { RANGE } from './hotel.js';

/** The rows that a stretch of the log changed, as they stand now (contract 6). */
export function frameOf(
  database: MemoryDatabase,
  { rooms }: HotelReference,
  { from, to }: { from: number; to: number },
): ChangeFrame {
  const documents = touchedIn(database, from, to).flatMap((stream) => database.documents.get(stream) ?? []);
  const of = <State>(category: string): State[] =>
    documents.filter(({ definition }) => definition.category === category).map(({ state }) => state as State);
  const changed = of<{ id: number; month: Month }>('room-month').flatMap(
    ({ id }) => rooms.byId.get(id) ?? [],
  );
  const counted = [...database.counts.values()].filter(({ position }) => position > from);
  const months = [...new Set(changed.map(({ month }) => month))];
  const days = [
    ...counted.map(({ date }) => date as Day),
    ...months.flatMap((month) => daysFromTo(month, lastDayOf(month))),
  ];
  return {
    from,
    to,
    hash: database.rows[to - 1]?.hash.toString('hex') ?? '',
    bookings: of<Reservation>(reservationStream.category).map((booking) => bookingRecord(booking, rooms)),
    counts: days.length === 0 ? {} : countRecords([...database.counts.values()], rooms, [...new Set(days)]),
    weather: of<WeatherDay>(weatherDayStream.category).map(encodeWeatherDay),
    notes: [],
    rooms: changed.map(encodeRoomMonth),
    masters: [],
    failed_imports: null,
    queue: { failed: [], settled: [] },
    erased: [],
  };
}

/** The days whose counts can be others than they were when the log stood at a position. */
function daysSince(database: MemoryDatabase, position: number): Day[] {
  const { rows, counts } = database;
  const all = daysFromTo(RANGE.first, RANGE.last);
  if (position === 0 || rows.slice(position).some(({ type }) => type === 'RoomMonthDefined')) return all;
  const changed = new Set(
    [...counts.values()].filter((count) => count.position > position).map(({ date }) => date),
  );
  return all.filter((day) => changed.has(day));
}

/** The calendar as a terminal that begins now reads it; what cannot have changed since an earlier one is taken from it. */
export function freshSnapshot(
  database: MemoryDatabase,
  { rooms }: HotelReference,
  earlier: CalendarSnapshot | null = null,
): CalendarSnapshot {
  const { position } = database;
  const days = database.of(weatherDayStream).map(({ state }) => encodeWeatherDay(state as WeatherDay));
  const { first, last } = RANGE;
  const shown = database.bookings.filter(
    ({ status, stayStart, stayEnd }) => status === 'active' && stayStart <= last && stayEnd > first,
  );
  const counted = daysSince(database, earlier?.asOf.counts ?? 0);
  const fresh = snapshotOf(
    RANGE,
    {
      bookings: shown.map((booking) => bookingRecord(booking, rooms)),
      rooms: [...rooms.byId.values()].map(encodeRoomMonth),
      counts: countRecords([...database.counts.values()], rooms, counted),
      weather: days,
    },
    { bookings: position, rooms: position, counts: position, weather: position },
  );
  return { ...fresh, counts: new Map([...(earlier?.counts ?? []), ...fresh.counts]) };
}
