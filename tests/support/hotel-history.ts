import { day, type Month } from '@domain/dates.js';
import type { BookingSave } from '@wire/booking-save.js';
import fc from 'fast-check';
import { RefusedError } from '../../backend/platform/errors.js';
import { type Desk, plainRoom } from './hotel-desk.js';
import { A_BOOKING, importedAs, type Known, MONTHS, ROOMS, step } from './hotel-steps.js';

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

/** What else is done while the steps of a group are, and after each group. */
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
