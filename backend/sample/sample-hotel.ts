import type { INestApplication } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import type { AnyStream } from '../event-store/event-stream.js';
import { Clock } from '../platform/clock.js';
import { logger } from '../platform/logger.js';
import { STREAMS } from '../streams.js';
import { planBookings } from './bookings.js';
import { planAmendments, planCancellations, planMissed, planParties } from './changes.js';
import { bookingDrafts } from './desk.js';
import { handoverDrafts, holidayDrafts, weatherDrafts } from './house.js';
import { planImports } from './imports.js';
import { masterDrafts } from './masters.js';
import { placeStays, RoomNights, roomMonthDrafts } from './rooms.js';
import { historyOf, type SampleEvent } from './sample-event.js';
import { type SampleRequest, settingOf } from './setting.js';

/**
 * The history of the sample hotel, seen from today, as the log that it begins: the id of each record is the
 * position (index + 1) of its first event. The same request gives the same history.
 */
export function sampleHotel(request: SampleRequest): SampleEvent[] {
  const setting = settingOf(request);
  const stays = placeStays(setting);
  const bookings = planBookings(stays, setting);
  const taken = new RoomNights(stays);
  const cancelled = planCancellations(bookings, taken, setting);
  planAmendments(bookings, taken, setting);
  const imports = planImports(bookings, cancelled, setting);
  const imported = new Set(imports.map(({ booking }) => booking));
  const others = bookings.filter((booking) => !imported.has(booking));
  planParties(others, setting);
  planMissed(others, setting);
  const importOf = new Map(imports.map((plan) => [plan.booking, plan]));
  const drafts = [
    ...masterDrafts(setting),
    ...roomMonthDrafts(setting),
    ...holidayDrafts(setting),
    ...weatherDrafts(setting),
    ...handoverDrafts(setting),
    ...[...bookings, ...cancelled].flatMap((booking) =>
      bookingDrafts(booking, importOf.get(booking), setting),
    ),
    ...imports.flatMap((plan) => plan.drafts),
  ];
  return historyOf(drafts, setting.now);
}

const SEED = 2611;
const CONTEXT = { terminal: 'サンプルデータ', requestId: 'sample-hotel' };

const streamOf = new Map<string, AnyStream>(STREAMS.map((stream) => [stream.category, stream]));

/** RFC 3339 with milliseconds as the log has it, with microseconds. */
const toMicroseconds = (instant: string): string => new Date(instant).toISOString().replace('Z', '000Z');

/** Loads the sample hotel into an empty log by appending its history, all of it or nothing. */
export async function loadSampleHotel(app: INestApplication): Promise<void> {
  const store = app.get(EventStore);
  const clock = app.get(Clock);
  if ((await store.current()).position > 0) return;
  const events = sampleHotel({ today: clock.today(), now: clock.now().toISOString(), seed: SEED });
  const loaded = await store.execute({
    idempotency: null,
    requirements: [],
    isLarge: true,
    decide: (unit) => {
      if (unit.nextPosition > 1) return false; // Another node was faster.
      for (const { category, key, event, recordedAt, staffId } of events) {
        const stream = streamOf.get(category);
        if (!stream) throw new Error(`no stream of the kind ${category}`);
        unit.append(stream, key, event, { ...CONTEXT, staffId }, toMicroseconds(recordedAt));
      }
      return true;
    },
  });
  if (loaded) logger.info({ events: events.length }, 'the sample hotel is loaded');
}
