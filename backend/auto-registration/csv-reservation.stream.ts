import {
  type CsvReservation,
  type CsvReservationEvent,
  evolveCsvReservation,
  FAILURE_REASONS,
} from '@domain/auto-registration/csv-reservation.js';
import { PERSONAL_FIELDS } from '@domain/reservation/reservation.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { CATEGORIES } from '@domain/room/category.js';
import { SMOKING_STATUSES } from '@domain/room/room-month.js';
import { z } from 'zod';
import { eventDay, eventFlag, eventId } from '../event-store/event-fields.js';
import { onlyVersion, type StreamDefinition } from '../event-store/stream-definition.js';

const imported = z.strictObject({
  site: z.string(),
  bookingNumber: z.string(),
  roomIndex: z.int().positive(),
  revision: z.string(),
  roomSymbol: z.string(),
  roomName: z.string(),
  soldCategories: z.array(z.enum(CATEGORIES)),
  smokingStatus: z.enum(SMOKING_STATUSES),
  bookingSource: z.enum(BOOKING_SOURCES),
  reserverName: z.string(),
  reserverNameKana: z.string(),
  guestName1: z.string(),
  guestName1Kana: z.string(),
  guestName2: z.string(),
  tel: z.string(),
  notes: z.string(),
  stayStart: eventDay,
  stayEnd: eventDay,
  checkinTime: z.string(),
  totalFee: z.int().nonnegative(),
  usedPoints: z.int().nonnegative(),
  mensCount: z.int().nonnegative(),
  womensCount: z.int().nonnegative(),
  corporateId: z.int().nonnegative(),
  paymentFlag: eventFlag,
  coupon: eventFlag,
});

/** One room of a reservation that the channel manager sent (contract 5). */
export const csvReservationStream: StreamDefinition<CsvReservation, CsvReservationEvent> = {
  category: 'csv-reservation',
  table: 'csv_reservations',
  key: { column: 'id', type: 'integer' },
  columns: ['status', 'site', 'booking_number', 'room_index', 'booking_id'],
  row: (state) => ({
    status: state.status,
    site: state.site,
    booking_number: state.bookingNumber,
    room_index: state.roomIndex,
    booking_id: state.bookingId,
  }),
  evolve: evolveCsvReservation,
  events: {
    CsvReservationImported: onlyVersion(imported),
    AutoRegistrationFailed: onlyVersion(z.strictObject({ reason: z.enum(FAILURE_REASONS) })),
    CsvReservationRegistered: onlyVersion(z.strictObject({ bookingId: eventId })),
    CsvReservationCancelled: onlyVersion(z.strictObject({ revision: z.string() })),
  },
  personalFields: PERSONAL_FIELDS,
  isReference: false,
};
