import type {
  CsvReservationDetails,
  CsvReservationEvent,
} from '@domain/auto-registration/csv-reservation.js';
import { addDays, type Day, day, type Month } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/category.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import type { BookingSave } from '@wire/booking-save.js';
import fc from 'fast-check';
import type { StayChange } from '../../backend/reservations/commands/change-reservation.handler.js';
import { anImport } from './builders.js';
import { type Desk, plainRoom } from './hotel-desk.js';

/** The months and rooms that steps are about; their room-months must exist. */
export const MONTHS = [day('2026-11-01'), day('2026-12-01')] as Month[];
export const ROOMS = ['1001', '1002', '1003'];
const FIRST_NIGHT = day('2026-11-26');

/** What a history knows of itself so far: the ids that later steps can refer to. */
export type Known = {
  rooms: Map<string, number>;
  bookings: number[];
  imports: { id: number; bookingNumber: string }[];
};
type Step = (desk: Desk, known: Known) => Promise<unknown>;

/** A booking as the form sends it, but for its room and dates. */
export const A_BOOKING: BookingSave = {
  guest_name_1: '山田太郎',
  reserver_name: '山田商事',
  mens_count: 1,
  womens_count: 0,
  checkin_time: '15:00',
  total_fee: 8000,
  csv_notes: '0',
};

const month = fc.constantFrom(...MONTHS);
const room = fc.constantFrom(...ROOMS);
const nth = fc.nat(20);
const flag = fc.constantFrom(0 as const, 1 as const);
const stay = fc
  .record({ start: fc.nat(9), nights: fc.integer({ min: 1, max: 4 }) })
  .map(({ start, nights }) => ({
    start: addDays(FIRST_NIGHT, start),
    end: addDays(FIRST_NIGHT, start + nights),
  }));
const pick = (ids: readonly number[], index: number): number => ids[index % ids.length] ?? 1;

const definition = fc
  .record({
    roomNumber: room,
    month,
    roomType: fc.constantFrom('シングル', 'ツイン', '倉庫'),
    priority: fc.constantFrom('女性' as const, '' as const),
    smokingStatus: fc.constantFrom('禁煙' as const, '喫煙' as const),
    reservableStatus: fc.constantFrom('予約可能' as const, '予約可能' as const, '予約不可' as const),
    corporate: flag,
  })
  .map((details): RoomMonthDetails => ({ ...plainRoom(details.roomNumber, details.month), ...details }));

const defines = definition.map(
  (details): Step =>
    (desk, known) => {
      const id = known.rooms.get(`${details.roomNumber} ${details.month}`);
      return desk.defineRoom(details, id);
    },
);

const details = fc.record(
  {
    guest_name_1: fc.constantFrom('山田太郎', '佐藤花子'),
    notes: fc.constantFrom('', '窓側\n希望', '\u{1F600} "quoted" \\'),
    total_fee: fc.nat(20_000),
    room_move_lock: flag,
    is_day_before_same_flag: flag,
  },
  { requiredKeys: [] },
);

const books = fc.record({ room, month, stay, details, imported: fc.option(nth) }).map(
  ({ room: number, month: of, stay: { start, end }, details: more, imported }): Step =>
    async (desk, known) => {
      const body: BookingSave = {
        ...A_BOOKING,
        room_id: known.rooms.get(`${number} ${of}`) as number,
        stay_start: start,
        stay_end: end,
        ...more,
        ...(imported === null
          ? {}
          : {
              csv_reservation_id: pick(
                known.imports.map(({ id }) => id),
                imported,
              ),
            }),
      };
      known.bookings.push((await desk.book(body)).id);
    },
);

const amends = fc
  .record({ index: nth, details, stay: fc.option(stay), to: fc.option(fc.record({ room, month })) })
  .map(
    ({ index, details: more, stay: dates, to }): Step =>
      (desk, known) => {
        const moved = to ? { room_id: known.rooms.get(`${to.room} ${to.month}`) as number } : {};
        const shifted = dates ? { stay_start: dates.start, stay_end: dates.end } : {};
        return desk.amend(pick(known.bookings, index), { ...more, ...moved, ...shifted });
      },
  );

const stayChange: fc.Arbitrary<StayChange> = fc.constantFrom(
  { type: 'cancel' },
  { type: 'cancel' },
  { type: 'check-in', date: day('2026-11-28') },
  { type: 'revert-check-in' },
  { type: 'check-out', date: undefined },
  { type: 'revert-check-out' },
  { type: 'record-payment', paymentType: null, paymentFlag: 1 },
);
const changes = fc.record({ index: nth, change: stayChange }).map(
  ({ index, change }): Step =>
    (desk, known) =>
      desk.change(pick(known.bookings, index), change),
);

const returns = nth.map(
  (index): Step =>
    (desk, known) =>
      desk.returnToAutoFail(pick(known.bookings, index)),
);

/** The event that an imported record begins with. */
export function importedAs(
  bookingNumber: string,
  details: Partial<CsvReservationDetails> = {},
): Extract<CsvReservationEvent, { type: 'CsvReservationImported' }> {
  const { id, version, status, reason, bookingId, ...data } = anImport({ ...details, bookingNumber });
  return { type: 'CsvReservationImported', data };
}

const record = fc
  .record({
    index: fc.nat(3),
    stay,
    sold: fc.subarray([...CATEGORIES], { maxLength: 2 }),
    fail: fc.boolean(),
  })
  .map(({ index, stay: { start, end }, sold, fail }): CsvReservationEvent[] => {
    const failed = { type: 'AutoRegistrationFailed', data: { reason: '空室なし' } } as const;
    const details = { stayStart: start, stayEnd: end, soldCategories: sold };
    return [importedAs(`RT-${index}`, details), ...(fail ? [failed] : [])];
  });
const imports = record.map(
  (events): Step =>
    async (desk, known) => {
      const { id, bookingNumber } = await desk.importRecord(events);
      known.imports.push({ id, bookingNumber });
    },
);
const reimports = fc.record({ index: nth, events: record, gone: fc.boolean() }).map(
  ({ index, events: [first], gone }): Step =>
    async (desk, known) => {
      const stored = known.imports[index % known.imports.length];
      if (!stored || first?.type !== 'CsvReservationImported') return;
      const { id, bookingNumber } = stored;
      const cancelled = {
        type: 'CsvReservationCancelled',
        data: { revision: '2026-11-20T00:00:00Z' },
      } as const;
      const changed = { ...first, data: { ...first.data, bookingNumber } };
      await desk.importRecord([gone ? cancelled : changed], id);
    },
);

const days = fc
  .record({ offset: fc.nat(5), weather: fc.constantFrom('晴', '雨', '雪'), flag })
  .chain(({ offset, weather, flag: holidayFlag }) => {
    const date: Day = addDays(FIRST_NIGHT, offset);
    return fc.constantFrom<Step>(
      (desk) => desk.recordDay({ type: 'WeatherSet', data: { date, weather } }),
      (desk) => desk.recordDay({ type: 'HolidayToggled', data: { date, holidayFlag } }),
    );
  });

/** Anything that can be asked of the hotel. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: books },
  { weight: 6, arbitrary: amends },
  { weight: 6, arbitrary: changes },
  { weight: 2, arbitrary: defines },
  { weight: 2, arbitrary: imports },
  { weight: 2, arbitrary: reimports },
  { weight: 1, arbitrary: returns },
  { weight: 1, arbitrary: days },
);
