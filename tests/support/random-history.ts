import { addDays, type Day, day, type Month } from '@domain/dates.js';
import {
  type CsvReservationDetails,
  type CsvReservationEvent,
  detailsOf,
} from '@domain/imports/csv-reservation.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import type { BookingSave } from '@wire/booking-save.js';
import fc from 'fast-check';
import { RefusedError } from '#backend/platform/errors.js';
import { anImport } from './builders.js';
import { A_BOOKING, type Desk, plainRoom, type StayChange } from './store-node.js';

/** The months and rooms that steps are about; their room-months must exist. */
const MONTHS = [day('2026-11-01'), day('2026-12-01')] as Month[];
const ROOMS = ['1001', '1002', '1003'];
const FIRST_NIGHT = day('2026-11-26');

/** State of a history so far: the ids that later steps can refer to. */
export type Known = {
  rooms: Map<string, number>;
  /** Bookings that were not cancelled. */
  bookings: { id: number; room_id: number; end: Day }[];
  imports: { id: number; bookingNumber: string }[];
};
type Step = (desk: Desk, known: Known) => Promise<unknown>;

const month = fc.constantFrom(...MONTHS);
const room = fc.constantFrom(...ROOMS);
const nth = fc.nat(20);
const flag = fc.constantFrom(0 as const, 1 as const);
const stay = fc
  .record({ start: fc.nat(20), nights: fc.integer({ min: 1, max: 4 }) })
  .map(({ start, nights }) => ({
    start: addDays(FIRST_NIGHT, start),
    end: addDays(FIRST_NIGHT, start + nights),
  }));
const at = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

/** Lets a refusal pass. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof RefusedError)) throw error;
}

/** A step about a booking that there is; nothing happens while there is none. */
const aboutBooking =
  (index: number, run: (desk: Desk, booking: Known['bookings'][0], known: Known) => Promise<unknown>): Step =>
  async (desk, known) => {
    const booking = at(known.bookings, index);
    if (booking) await run(desk, booking, known);
  };

const definition = fc
  .record({
    roomNumber: room,
    month,
    roomType: fc.constantFrom('シングル', 'ツイン', '倉庫'),
    priority: fc.constantFrom('女性' as const, '' as const),
    smokingStatus: fc.constantFrom('禁煙' as const, '喫煙' as const),
    reservableStatus: fc.constantFrom(...(['予約可能', '予約可能', '予約可能', '予約不可'] as const)),
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
    is_day_before_same_flag: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
  },
  { requiredKeys: [] },
);

async function book(desk: Desk, known: Known, body: BookingSave & { room_id: number; stay_end: Day }) {
  const { id } = await desk.book({ ...A_BOOKING, ...body });
  known.bookings.push({ id, room_id: body.room_id, end: body.stay_end });
}

const imported = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: nth });
const books = fc.record({ room, month, stay, details, imported }).map(
  ({ room: number, month: of, stay: { start, end }, details: more, imported: index }): Step =>
    (desk, known) => {
      const room_id = known.rooms.get(`${number} ${of}`) as number;
      const record = index === null ? undefined : at(known.imports, index);
      const registered = record ? { csv_reservation_id: record.id } : {};
      return book(desk, known, { ...more, ...registered, room_id, stay_start: start, stay_end: end });
    },
);

const continues = fc.record({ index: nth, nights: fc.integer({ min: 1, max: 3 }) }).map(({ index, nights }) =>
  aboutBooking(index, (desk, { room_id, end }, known) =>
    book(desk, known, {
      room_id,
      stay_start: end,
      stay_end: addDays(end, nights),
      is_day_before_same_flag: 1,
    }),
  ),
);

const amends = fc
  .record({ index: nth, details, stay: fc.option(stay), to: fc.option(fc.record({ room, month })) })
  .map(({ index, details: more, stay: dates, to }) =>
    aboutBooking(index, (desk, { id }, known) => {
      const moved = to ? { room_id: known.rooms.get(`${to.room} ${to.month}`) as number } : {};
      const shifted = dates ? { stay_start: dates.start, stay_end: dates.end } : {};
      return desk.amend(id, { ...more, ...moved, ...shifted });
    }),
  );

const stayChange: fc.Arbitrary<StayChange> = fc.constantFrom(
  { type: 'check-in', date: day('2026-11-28') },
  { type: 'revert-check-in' },
  { type: 'check-out', date: undefined },
  { type: 'check-out', date: undefined, freeNights: true },
  { type: 'revert-check-out' },
  { type: 'mark-no-show' },
  { type: 'revert-no-show' },
  { type: 'record-payment', paymentType: null, paymentFlag: 1 },
);
const changes = fc
  .record({ index: nth, change: stayChange })
  .map(({ index, change }) => aboutBooking(index, (desk, { id }) => desk.change(id, change)));

/** A guest in the house stays on, or moves into another room from a day on; who has not come checks in. */
const goesOn = fc
  .record({ index: nth, room, night: fc.option(stay), isMove: fc.boolean(), isElsewhere: fc.boolean() })
  .map(({ index, room: number, night, isMove, isElsewhere }) =>
    aboutBooking(index, async (desk, { id }, known) => {
      await desk.change(id, { type: 'check-in', date: undefined }).catch(ignoreRefusal);
      const roomId = known.rooms.get(`${number} ${MONTHS[0]}`) as number;
      const extension = { ...(isElsewhere && { roomId }), ...(night && { stayEnd: night.end }) };
      const move = { roomId, ...(night && { from: night.start }) };
      const saved = await desk.change(id, isMove ? { type: 'move', move } : { type: 'extend', extension });
      known.bookings.push({ id: saved.id, room_id: saved.room_id as number, end: saved.stay_end });
    }),
  );

/** A guest in the house leaves before the planned day, with or without money back; who has not come checks in. */
const leavesEarly = fc
  .record({ index: nth, checksOut: fc.boolean(), lowersFee: fc.boolean(), fee: fc.nat(3_000) })
  .map(({ index, checksOut, lowersFee, fee }) =>
    aboutBooking(index, async (desk, booking) => {
      const { id } = booking;
      await desk.change(id, { type: 'check-in', date: undefined }).catch(ignoreRefusal);
      const departure = { checksOut, lowersFee, ...(lowersFee && { fee, feeTaxRate: 0 as const }) };
      booking.end = (await desk.change(id, { type: 'leave-early', departure })).stay_end;
    }),
  );

const ends = fc.record({ index: nth, returned: fc.boolean() }).map(({ index, returned }) =>
  aboutBooking(index, async (desk, booking, known) => {
    const { id } = booking;
    const done = returned && (await desk.returnToAutoFail(id)).response;
    if (!done) await desk.change(id, { type: 'cancel' });
    known.bookings = known.bookings.filter((other) => other !== booking);
  }),
);

/** The event that an imported record begins with. */
function importedAs(
  bookingNumber: string,
  details: Partial<CsvReservationDetails> = {},
): Extract<CsvReservationEvent, { type: 'CsvReservationImported' }> {
  return { type: 'CsvReservationImported', data: detailsOf(anImport({ ...details, bookingNumber })) };
}

const record = fc
  .record({
    index: fc.nat(3),
    stay,
    sold: fc.subarray([...CATEGORIES], { maxLength: 2 }),
    fail: fc.boolean(),
  })
  .map(({ index, stay: { start, end }, sold, fail }): CsvReservationEvent[] => {
    const failed = { type: 'AutoRegistrationFailed', data: { reason: '空室なし', detail: '' } } as const;
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
      const stored = at(known.imports, index);
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
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: books },
  { weight: 4, arbitrary: continues },
  { weight: 6, arbitrary: amends },
  { weight: 3, arbitrary: changes },
  { weight: 3, arbitrary: goesOn },
  { weight: 2, arbitrary: leavesEarly },
  { weight: 3, arbitrary: ends },
  { weight: 2, arbitrary: defines },
  { weight: 2, arbitrary: imports },
  { weight: 2, arbitrary: reimports },
  { weight: 1, arbitrary: days },
);

/** Now, in all histories: some stays have begun. */
export const NOW = '2026-11-28T03:00:00Z';

/** Steps in groups; those of a group are asked for at the same time, each at one of two desks. */
export const histories = fc.array(
  fc.array(fc.record({ step, desk: fc.nat(1) }), { minLength: 1, maxLength: 8, size: 'max' }),
  { minLength: 8, maxLength: 16, size: 'max' },
);

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

/** An import under a number that is taken already: the database itself says no. */
const isTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint?.startsWith('csv_reservations') ?? false;

/** Everything that can happen to a guest and to an imported record, in a room and under a number of their own. */
async function prologue(desk: Desk): Promise<void> {
  const { id: room_id } = await desk.defineRoom(plainRoom('1005', day('2026-11-01') as Month));
  const body: BookingSave = {
    ...A_BOOKING,
    room_id,
    stay_start: day('2026-11-27'),
    stay_end: day('2026-11-29'),
  };
  const { id } = await desk.book(body);
  await desk.change(id, { type: 'check-in', date: day('2026-11-28') });
  await desk.change(id, { type: 'check-out', date: undefined });
  await desk.change(id, { type: 'revert-check-out' });
  await desk.change(id, { type: 'revert-check-in' });
  await desk.change(id, { type: 'record-payment', paymentType: null, paymentFlag: 1 });
  await desk.amend(id, { total_fee: 9000 });
  await desk.change(id, { type: 'cancel' });
  const { id: csv_reservation_id } = await desk.importRecord([importedAs('RT-first')]);
  const { response } = await desk.returnToAutoFail((await desk.book({ ...body, csv_reservation_id })).id);
  if (!response) throw new Error('an imported booking was not returned');
  await desk.importRecord(
    [{ type: 'CsvReservationCancelled', data: { revision: '2026-11-20T00:00:00Z' } }],
    csv_reservation_id,
  );
  await desk.recordDay({ type: 'WeatherSet', data: { date: day('2026-11-20'), weather: '晴' } });
  await desk.recordDay({ type: 'HolidayToggled', data: { date: day('2026-11-20'), holidayFlag: 1 } });
}

/** Work beside the steps of a group, and after each group. */
type Meanwhile = { beside: () => Promise<unknown>; after: (known: Known) => Promise<void> };

/** Lives through a history at the desks of two nodes; refusals are part of it, faults are not. */
export async function liveThrough(
  desks: readonly [Desk, Desk],
  history: History,
  { beside, after }: Meanwhile = { beside: async () => {}, after: async () => {} },
): Promise<void> {
  const known: Known = { rooms: new Map(), bookings: [], imports: [] };
  for (const number of ROOMS) {
    for (const of of MONTHS) {
      known.rooms.set(`${number} ${of}`, (await desks[0].defineRoom(plainRoom(number, of))).id);
    }
  }
  await prologue(desks[0]);
  for (const group of history) {
    const others = beside();
    const outcomes = await Promise.allSettled(
      group.map(async ({ step: run, desk }) => run(desks[desk === 0 ? 0 : 1], known)),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      if (!(outcome.reason instanceof RefusedError) && !isTaken(outcome.reason)) throw outcome.reason;
    }
    await others;
    await after(known);
  }
}
