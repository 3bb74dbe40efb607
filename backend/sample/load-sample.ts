import type { INestApplication } from '@nestjs/common';
import { EventStore } from '../event-store/event-store.js';
import type { AnyStream, DomainEvent } from '../event-store/event-stream.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { logger } from '../platform/logger.js';
import { STREAMS } from '../streams.js';
import type { SampleEvent } from './sample-event.js';
import { sampleHotel } from './sample-hotel.js';

const SEED = 2611;
const CONTEXT = { terminal: 'サンプルデータ', requestId: 'sample-hotel' };

const streamOf = new Map<string, AnyStream>(STREAMS.map((stream) => [stream.category, stream]));

/** RFC 3339 with milliseconds as the log has it, with microseconds. */
const toMicroseconds = (instant: string): string => new Date(instant).toISOString().replace('Z', '000Z');

function appendAll(unit: UnitOfWork, events: readonly SampleEvent[]): void {
  for (const { category, key, event, recordedAt, staffId } of events) {
    const stream = streamOf.get(category);
    if (!stream) throw new Error(`no stream of the kind ${category}`);
    unit.append(stream, key, event as DomainEvent, { ...CONTEXT, staffId }, toMicroseconds(recordedAt));
  }
}

/** Loads the sample hotel into an empty log by appending its history, all of it or nothing. */
export async function loadSampleHotel(app: INestApplication): Promise<void> {
  const store = app.get(EventStore);
  const clock = app.get(Clock);
  if ((await store.current()).position > 0) return;
  const events = sampleHotel({ today: clock.today(), now: clock.now().toISOString(), seed: SEED });
  const loaded = await store.execute({
    idempotency: null,
    requirements: [],
    decide: (unit) => {
      if (unit.nextPosition > 1) return false; // Another node was faster.
      appendAll(unit, events);
      return true;
    },
  });
  if (loaded) logger.info({ events: events.length }, 'the sample hotel is loaded');
}
