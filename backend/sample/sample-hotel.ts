import type { Day } from '@domain/dates.js';
import type { INestApplication } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import type { RecordedEvent } from '../event-store/event-stream.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { logger } from '../platform/logger.js';
import { inTimeSlices } from '../platform/time-slices.js';
import { roomMonthStream } from '../rooms/room-month.stream.js';
import { planBookings } from './bookings.js';
import { planAmendments, planCancellations, planMissed, planParties } from './changes.js';
import { Desk, unitAt } from './desk.js';
import { daySteps, handoverSteps } from './house.js';
import { planImports } from './imports.js';
import { defineMasters } from './masters.js';
import { defineRooms, type House, placeStays, RoomNights } from './rooms.js';
import { settingOf } from './setting.js';
import { stepsOf } from './visits.js';

/** `today` is the hotel's day, `now` the RFC 3339 instant on it after which nothing is recorded. */
export type SampleRequest = { today: Day; now: string; seed: number };

/**
 * The history of the sample hotel, seen from today, in a log of its own. The same request gives the same history; a
 * later `now` of the same day goes on with it. Made step by step, so that whoever makes it can do other things in between.
 */
export function* sampleHotel({ today, now, seed }: SampleRequest): Generator<void, UnitOfWork> {
  const unit = unitAt(0);
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
  yield* desk.run([...daySteps(house), ...handoverSteps(house), ...visits, ...imports], Date.parse(now));
  unit.commit();
  return unit;
}

/** What the sample hotel of the product is drawn from. */
export const SEED = 2611;

/** Loads the sample hotel into an empty log by recording its history, all of it or nothing. */
export async function loadSampleHotel(app: INestApplication): Promise<void> {
  const store = app.get(EventStore);
  const clock = app.get(Clock);
  if ((await store.current()).position > 0) return;
  const request = { today: clock.today(), now: clock.now().toISOString(), seed: SEED };
  const { events, steps } = await inTimeSlices(sampleHotel(request));
  const loaded = await store.execute({
    idempotency: null,
    requirements: [],
    isLarge: true,
    decide: (unit) => {
      if (unit.nextPosition > 1) return false; // Another node was faster.
      for (const [index, { definition, key }] of steps.entries()) {
        const { type, data, staffId, terminal, requestId, recordedAt } = events[index] as RecordedEvent;
        const stream = definition.key.type === 'date' ? key : Number(key);
        unit.append(definition, stream, { type, data }, { staffId, terminal, requestId }, recordedAt);
      }
      return true;
    },
  });
  if (loaded) logger.info({ events: events.length }, 'the sample hotel is loaded');
}
