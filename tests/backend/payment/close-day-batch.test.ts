import { addDays, day, dayIn } from '@domain/dates.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { expect, it } from '@jest/globals';
import { CloseDay, CloseDayHandler } from '#backend/payment/close-day.handler.js';
import { Clock } from '#backend/platform/clock.js';
import type { RequestContext } from '#backend/platform/http/request-context.js';
import { factsOf } from '#backend/reservations/decisions.public.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { weatherDayStream } from '#backend/streams/weather-day.stream.js';
import { aReservation } from '#tests/support/builders.js';
import { sharedNodes } from '#tests/support/shared.js';
import { AT_DESK, anAppend, aWork } from '#tests/support/store-node.js';

const nodes = sharedNodes();
const REQUEST: RequestContext = { write: AT_DESK, idempotency: null, expectedVersion: null };
const NO_FIGURES = { ways: [], people: [], papers: [] };

/** A payment that tells the day on which it counts, which is its answer. */
const aPayment = (clock: Clock, roomNumber: string) =>
  aWork((unit) => {
    const { paymentDay } = factsOf(unit, clock);
    const {
      id: _,
      version,
      status,
      checkinDate,
      checkoutDate,
      changedRoom,
      partyId,
      ...data
    } = aReservation({ roomNumber });
    const id = unit.nextPosition;
    unit.append(reservationStream, id, { type: 'ReservationCreated', data }, AT_DESK);
    const moved = [{ paymentType: null, amount: 500 }];
    const paid: ReservationEvent = {
      type: 'PaymentTaken',
      data: { paymentType: null, paymentFlag: 0, paymentDay, moved },
    };
    unit.append(reservationStream, id, paid, AT_DESK);
    return paymentDay;
  });

/** Something that is no money, while which others queue up for the next batch. */
const aNight = (date: string) =>
  anAppend(weatherDayStream, { type: 'WeatherSet', data: { date: day(date), weather: '雨' } }, date);

it('a close in one batch with a payment is over all of the day, or the payment counts on the next', async () => {
  const { store } = nodes.here;
  const clock = new Clock('Asia/Tokyo');
  const today = dayIn('Asia/Tokyo', clock.now());
  const handler = new CloseDayHandler(
    store,
    clock,
    { figures: async () => NO_FIGURES, closedBy: async () => '' } as never,
    { make: async () => undefined } as never,
  );
  const close = (seen: number) =>
    handler.execute(new CloseDay({ date: today, float: 0, counted: 0, remark: '', seen }, REQUEST));
  await store.execute(aNight('2026-11-21'));
  const { position } = await store.current();
  const [, paidOn, refused] = await Promise.all([
    store.execute(aNight('2026-11-22')),
    store.execute(aPayment(clock, '1001')),
    close(position).catch((error: Error) => error.message),
  ]);
  expect(paidOn).toBe(today);
  expect(refused).toContain('最新の日計を確認して');

  const seen = (await store.current()).position;
  const first = store.execute(aNight('2026-11-23'));
  const closing = close(seen);
  await new Promise(setImmediate);
  const paidAfter = store.execute(aPayment(clock, '1002'));
  await first;
  expect(await closing).toMatchObject({ date: today, difference: 0 });
  expect(await paidAfter).toBe(addDays(today, 1));
});
