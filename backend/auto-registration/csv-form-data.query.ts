import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import type { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { reservationFormData } from '../reservations/form-data.catalog.js';

const NO_BOOKING = { start_day_edge: null, end_day_edge: null, borderRoom: null, booking_version: null };

/** The room and its edges of the active booking that a record became; nothing of it when there is none. */
async function bookingPart(
  database: HotelDatabase,
  store: EventStore,
  bookingId: number | null,
): Promise<Pick<CsvFormData, keyof typeof NO_BOOKING> & { room_id: number | null }> {
  if (bookingId === null) return { ...NO_BOOKING, room_id: null };
  const found = await database
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', bookingId)
    .where('is_cancelled', '=', false)
    .executeTakeFirst();
  if (!found) return { ...NO_BOOKING, room_id: null };
  const { reference } = await store.current();
  const data = await reservationFormData(database, reference.rooms, found.state);
  const { start_day_edge, end_day_edge, borderRoom, room_id, version } = data;
  return { start_day_edge, end_day_edge, borderRoom, room_id, booking_version: version };
}

/** An imported record for the form (spec 7, fetch-csv-reservation-data; contract 2). */
export async function csvFormData(
  database: HotelDatabase,
  store: EventStore,
  record: CsvRecord,
): Promise<CsvFormData> {
  const group = await database
    .selectFrom('csv_reservations')
    .select('id')
    .where('reservation_key', '=', (query) =>
      query.selectFrom('csv_reservations').select('reservation_key').where('id', '=', record.id),
    )
    .orderBy('room_index')
    .execute();
  const booking = await bookingPart(database, store, record.booking_id);
  return { ...record, ...booking, group: group.map(({ id }) => id) };
}
