import type { Day } from '@domain/dates.js';
import type { INestApplication } from '@nestjs/common';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { logger } from '../../platform/logger.js';
import { roomMonthStream } from '../../streams/room-month.stream.js';
import { planBookings } from './bookings.js';
import { planAmendments, planCancellations, planMissed, planParties } from './changes.js';
import { Desk } from './desk.js';
import { daySteps, handoverSteps } from './house.js';
import { planImports } from './imports.js';
import { defineMasters } from './masters.js';
import { defineRooms, type House, placeStays, RoomNights } from './rooms.js';
import { settingOf } from './setting.js';
import { stepsOf } from './visits.js';

/** `today` is the hotel's day, `now` the RFC 3339 instant on it after which nothing is recorded. */
export type SampleRequest = { today: Day; now: string; seed: number };

/**
 * Records the history of the sample hotel, seen from today, in a unit of work on an empty log. The same request gives the
 * same history; a later `now` of the same day goes on with it.
 */
export function recordSampleHotel(unit: UnitOfWork, { today, now, seed }: SampleRequest): void {
  const setting = settingOf(today, seed);
  const desk = new Desk(unit, { at: setting.opening, by: null });
  const ids = defineMasters(desk);
  defineRooms(desk, setting);
  const house: House = { ...setting, ids, nights: new RoomNights(unit.all(roomMonthStream)) };
  const bookings = planBookings(placeStays(house), house);
  const cancelled = planCancellations(bookings, house);
  planAmendments(bookings, house);
  const imports = planImports(bookings, cancelled, house);
  planParties(bookings, house);
  planMissed(bookings, house);
  const visits = [...bookings, ...cancelled].flatMap((booking) => stepsOf(booking, house));
  desk.run([...daySteps(house), ...handoverSteps(house), ...visits, ...imports], Date.parse(now));
}

/** The seed that the product's sample hotel is drawn from. */
export const SEED = 2611;

/** Loads the sample hotel into an empty log by recording its history, all of it or nothing. */
export async function loadSampleHotel(app: INestApplication): Promise<void> {
  const store = app.get(EventStore);
  const clock = app.get(Clock);
  if ((await store.current()).position > 0) return;
  const events = await store.execute({
    idempotency: null,
    requirements: [],
    isLarge: true,
    decide: (unit) => {
      if (unit.nextPosition > 1) return 0; // Another node was faster.
      recordSampleHotel(unit, { today: clock.today(), now: clock.now().toISOString(), seed: SEED });
      return unit.nextPosition - 1;
    },
  });
  if (events > 0) logger.info({ events }, 'the sample hotel is loaded');
}
