import { afterEach, expect, test } from '@jest/globals';
import type { DailyPayments } from '@wire/payment.js';
import { clockOffset, shiftDatabaseClock } from '#tests/support/clock/chosen-clock.mjs';
import { rawLog, rawQuery } from '#tests/support/log-rows.js';
import { sharedHotel } from '#tests/support/shared.js';

/*
 * The clock of PostgreSQL is ahead for a moment, or behind: what is recorded keeps the right time.
 */

const hotel = sharedHotel();
const ahead = sharedHotel();
const HOUR_MS = 3_600_000;
const RIGHT_MS = 120_000;

/** Sets the database's clock so many hours ahead of the right time. */
const setAhead = (hours: number) =>
  shiftDatabaseClock(
    String(process.env.TEST_SUPERUSER_URL),
    new URL(hotel.databaseUrl).pathname.slice(1),
    clockOffset() + hours * HOUR_MS,
  );
afterEach(() => setAhead(0));

const metric = async (name: string) => {
  const { text } = await hotel.api.get('/metrics');
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
};
const clockPart = async () => {
  const { status, body } = await hotel.api.get<{ parts: Record<string, string> }>('/health/ready');
  return [status, body.parts.clock];
};
/** A booking that is paid; by how many ms each of its events is recorded off the right time. */
async function payment(): Promise<{ id: number; off: number[] }> {
  const { id } = await hotel.book();
  await hotel.api.post(`/api/booking/${id}/payment`, { payment_type: hotel.ids.cash, payment_flag: 1 });
  const own = (await rawLog(hotel.databaseUrl)).filter(({ stream }) => stream === `reservation-${id}`);
  return { id, off: own.map(({ recorded_at }) => Math.abs(Date.parse(recorded_at) - Date.now())) };
}
const paidToday = async () =>
  (await hotel.api.get<DailyPayments>('/api/daily-payments')).body.rows.map(({ booking_id }) => booking_id);

test('a clock that agrees is no matter', async () => {
  const before = await metric('hotel_append_by_own_time_total');
  expect((await payment()).off).toHaveLength(2);
  expect(await clockPart()).toEqual([200, 'ok']);
  expect(Math.abs(await metric('hotel_database_clock_skew_seconds'))).toBeLessThan(RIGHT_MS / 1_000);
  expect(await metric('hotel_append_by_own_time_total')).toBe(before);
});

test('a log that lies ahead, as such a clock has left it: payments count on the right day, and it is told', async () => {
  const { api, book, databaseUrl, ids, today } = ahead;
  await rawQuery(databaseUrl, "update log_head set recorded_at = recorded_at + interval '72 hours'");
  const { id } = await book();
  await api.post(`/api/booking/${id}/payment`, { payment_type: ids.cash, payment_flag: 1 });
  const payment = (await rawLog(databaseUrl)).at(-1);
  expect(payment).toMatchObject({
    type: 'PaymentRecorded',
    payload: expect.stringContaining(`"paymentDay":"${today}"`),
  });
  expect(Date.parse(payment?.recorded_at ?? '') - Date.now()).toBeGreaterThan(71 * HOUR_MS);
  const { body } = await api.get<DailyPayments>('/api/daily-payments');
  expect(body.rows).toMatchObject([{ booking_id: id }]);
  const ready = await api.get<{ parts: Record<string, string> }>('/health/ready');
  expect([ready.status, ready.body.parts.clock]).toEqual([
    200,
    expect.stringMatching(/^the last event lies 2\d{5} seconds ahead$/),
  ]);
  expect((await api.get('/metrics')).text).toMatch(/^hotel_log_ahead_seconds 2\d{5}\./m);
});

test.each([72, -72])(
  'a clock that leaps by %d hours for a moment leaves no trace in the log, and is told',
  async (hours) => {
    await payment();
    const before = await metric('hotel_append_by_own_time_total');
    await setAhead(hours);
    const meanwhile = await payment();
    for (const off of meanwhile.off) expect(off).toBeLessThan(RIGHT_MS);
    expect(await paidToday()).toContain(meanwhile.id);
    const words = hours > 0 ? 'ahead of' : 'behind';
    expect(await clockPart()).toEqual([
      200,
      expect.stringMatching(`^the database's clock is 2\\d{5} seconds ${words} this node's$`),
    ]);
    expect(Math.round((await metric('hotel_database_clock_skew_seconds')) / 3_600)).toBe(hours);
    expect(await metric('hotel_append_by_own_time_total')).toBe(before + 2);
    await setAhead(0);
    const afterwards = await payment();
    for (const off of afterwards.off) expect(off).toBeLessThan(RIGHT_MS);
    expect(await paidToday()).toContain(afterwards.id);
    expect(await clockPart()).toEqual([200, 'ok']);
    expect(await metric('hotel_append_by_own_time_total')).toBe(before + 2);
  },
);
