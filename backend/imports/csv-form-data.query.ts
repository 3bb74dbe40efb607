import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { SHARED_FIELDS, withOfferedCorporate } from '@domain/imports/plan-registration.js';
import { soldRoom } from '@domain/imports/record-details.js';
import { offeredRooms } from '@domain/imports/room-choice.js';
import { entriesOf } from '@domain/records.js';
import type { HotelReference } from '@domain/reference.js';
import { DRAFT_FIELDS } from '@domain/reservation/reservation-fields.js';
import { roomMonthOf } from '@domain/room/room-directory.js';
import type { RecordRooms } from '@wire/csv-actions.js';
import type { CsvFormData, CsvRecord } from '@wire/csv-record.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import type { EventStore } from '../event-store/event-store.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound } from '../platform/errors.js';
import { type ReservationFormData, reservationFormData } from '../reservations/form-data.public.js';
import { vacancyNow } from './occupancy.js';

const NO_BOOKING = { start_day_edge: null, end_day_edge: null, borderRoom: null, booking_version: null };
type BookingPart = Partial<CsvRecord> & Pick<CsvFormData, keyof typeof NO_BOOKING>;

/** Fields that cannot change after check-in (spec 4). */
const FIXED_BY_CHECK_IN: readonly string[] = ['stayStart', 'totalFee', 'usedPoints'];

/** Returns whether the source changed a field of its booking that may still be saved. */
function isChange(
  field: (typeof SHARED_FIELDS)[number],
  { applied, ...record }: CsvReservation,
  { checkin_date, stay_end }: ReservationFormData,
): boolean {
  const fixed =
    FIXED_BY_CHECK_IN.includes(field) || (field === 'stayEnd' && (record.stayEnd ?? '') > stay_end);
  return !(checkin_date !== null && fixed) && (applied === null || record[field] !== applied[field]);
}

/** The fields of the booking that the source did not change. */
function unchangedFields(data: ReservationFormData, record: CsvReservation): Partial<CsvRecord> {
  const changed = new Set<string>(SHARED_FIELDS.filter((field) => isChange(field, record, data)));
  const unchanged = entriesOf(DRAFT_FIELDS).filter(([, field]) => !changed.has(field));
  const fields = Object.fromEntries(unchanged.map(([name]) => [name, data[name]]));
  return { ...fields, base_booking_id: data.base_booking_id };
}

/** Drops a retired company, unless the booking names it already. */
function offeredCorporate(
  { corporateID }: CsvRecord,
  booking: BookingPart,
  { corporates }: HotelReference,
): Partial<CsvRecord> {
  const isNamed = booking.corporateID !== undefined;
  return !isNamed && corporates.get(corporateID)?.isRetired ? { corporateID: 0, corporate: 0 } : {};
}

/** The fields of the form that come from the record's active booking. */
async function bookingPart(
  database: HotelDatabase,
  reference: HotelReference,
  id: number,
): Promise<BookingPart> {
  const found = await database
    .selectFrom('csv_reservations as c')
    .innerJoin('bookings as b', 'b.id', 'c.booking_id')
    .select(['b.state as booking', 'c.state as record'])
    .where('c.id', '=', id)
    .where('b.is_cancelled', '=', false)
    .executeTakeFirst();
  if (!found) return NO_BOOKING;
  const data = await reservationFormData(database, reference.rooms, found.booking);
  const { start_day_edge, end_day_edge, borderRoom, version: booking_version } = data;
  return {
    ...unchangedFields(data, found.record),
    start_day_edge,
    end_day_edge,
    borderRoom,
    booking_version,
  };
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
  const { reference } = await store.current();
  const booking = await bookingPart(database, reference, record.id);
  return {
    ...record,
    ...offeredCorporate(record, booking, reference),
    ...booking,
    group: group.map(({ id }) => id),
  };
}

/** The free rooms that staff are offered for an imported record, the best first; 404 when there is no such record. */
export async function recordRooms(
  database: HotelDatabase,
  reference: HotelReference,
  id: number,
): Promise<RecordRooms> {
  const { rooms, corporates, roomTypeMappings } = reference;
  const found = await database
    .selectFrom('csv_reservations')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('自動登録データが見つかりません。');
  const record = withOfferedCorporate(found.state, corporates);
  const { stayStart, stayEnd, bookingId } = record;
  if (stayStart === null || stayEnd === null || stayStart >= stayEnd)
    return { rooms: [], of_type: 0, empty_because: null };
  const stay = { start: stayStart, end: stayEnd };
  const party = { ...record, ...soldRoom(record, roomTypeMappings), stay };
  const vacancy = await vacancyNow(database, stay, rooms);
  const { candidates, emptyBecause, ofType } = offeredRooms(party, reference, vacancy, bookingId);
  return {
    rooms: candidates.flatMap((roomNumber) => {
      const room = rooms.byNumber.get(roomNumber);
      const month = room && roomMonthOf(room, stayStart);
      return month ? [encodeRoomMonth(month)] : [];
    }),
    of_type: ofType,
    empty_because: emptyBecause?.message ?? null,
  };
}
