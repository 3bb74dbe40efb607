import { ERASED } from '@domain/erased.js';
import { reservationKey } from '@domain/imports/channel-reservation.js';
import {
  type CsvReservation,
  type CsvReservationEvent,
  evolveCsvReservation,
  FAILURE_REASONS,
  PERSONAL_IMPORT_FIELDS,
  ROW_KINDS,
  WARNINGS,
} from '@domain/imports/csv-reservation.js';
import { guestKey } from '@domain/imports/guest-key.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { CATEGORIES, SMOKING_STATUSES } from '@domain/room/room-month.js';
import { foldedPhone } from '@domain/search/folded.js';
import { z } from 'zod';
import {
  eventDay,
  eventFlag,
  eventId,
  isOf,
  onlyVersion,
  personalDataErased,
  type StreamDefinition,
} from '../event-store/event-stream.js';
import type { Scrubber } from '../event-store/personal-data.js';

const importedV1 = z.strictObject({
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

const imported = importedV1.extend({
  kind: z.enum(ROW_KINDS),
  digest: z.string(),
  fault: z.enum(FAILURE_REASONS).nullable(),
  warnings: z.array(z.enum(WARNINGS)),
  stayStart: eventDay.nullable(),
  stayEnd: eventDay.nullable(),
});

const importedV3 = imported.extend({
  faultDetail: z.string().optional(),
  isUntimed: z.literal(true).optional(),
});

const failedV1 = z.strictObject({ reason: z.enum(FAILURE_REASONS) });
const failed = failedV1.extend({ detail: z.string() });

/** One room of a reservation that the channel manager sent (contract 5). */
export const csvReservationStream: StreamDefinition<CsvReservation, CsvReservationEvent> = {
  category: 'csv-reservation',
  table: 'csv_reservations',
  key: { column: 'id', type: 'integer' },
  row: (state) => ({
    status: state.status,
    site: state.site,
    booking_number: state.bookingNumber,
    room_index: state.roomIndex,
    booking_id: state.bookingId,
    // A record without a number is identified by its row's hash, which erasure deletes.
    reservation_key: reservationKey(state.isErased ? { ...state, digest: `${ERASED}${state.id}` } : state),
    guest_key: state.isErased ? null : guestKey(state),
    phone: foldedPhone(state.tel) || null,
  }),
  evolve: evolveCsvReservation,
  events: {
    CsvReservationImported: {
      schemas: [importedV1, imported, importedV3],
      upcasters: [
        (data) => ({ ...data, kind: '予約', digest: '', fault: null, warnings: [] }),
        (data) => data,
      ],
    },
    AutoRegistrationFailed: {
      schemas: [failedV1, failed],
      upcasters: [(data) => ({ ...data, detail: '' })],
    },
    CsvReservationRegistered: onlyVersion(z.strictObject({ bookingId: eventId })),
    CsvReservationCancelled: onlyVersion(z.strictObject({ revision: z.string() })),
    CsvReservationDismissed: onlyVersion(z.strictObject({ dismissalReason: z.string() })),
    CsvReservationReopened: onlyVersion(z.strictObject({})),
    PersonalDataErased: personalDataErased,
  },
  personalFields: PERSONAL_IMPORT_FIELDS,
};

/** Results of rows without the words of the file about the reservation. */
const WITHOUT_WORDS = `(result::jsonb || jsonb_build_object(
  'reservation', null, 'detail', '', 'warnings', '[]'::jsonb,
  'rooms', (select coalesce(jsonb_agg(room || '{"detail": ""}'), '[]') from jsonb_array_elements(result::jsonb->'rooms') room)
))::json`;

/** Erases the text and the digest of file rows, and what their results say of them; failed rows keep them until then. */
export const scrubImportRows: Scrubber = async (client, erased) => {
  const keys = erased
    .flatMap((change) => (isOf(csvReservationStream, change) ? [change] : []))
    .map(({ before, after }) => reservationKey(before ?? after));
  if (keys.length === 0) return;
  await client.query({
    text: `update csv_import_rows set digest = '', row = null, result = ${WITHOUT_WORDS},
             text = case when text is not null then $2 end
           where reservation_key = any($1::text[]) and result is not null`,
    values: [keys, ERASED],
  });
};
