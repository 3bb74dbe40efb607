import type { EventStore } from '../../backend/event-store/event-store.js';
import { needStream } from '../../backend/event-store/needs.js';
import { READ_MODELS } from '../../backend/streams.js';
import type { Planned } from './large-log-event.js';
import { type LargeLogOptions, planLargeLog } from './large-log-plan.js';
import { rawQuery } from './log-rows.js';
import { aWork, openNode } from './store-node.js';

const BATCH = 4_000;
/** Who wrote it. */
export const LARGE_LOG_CONTEXT = { staffId: null, terminal: 'フロント1', requestId: 'large-log' };

/** An instant as events hold it. */
export const toMicroseconds = (at: number): string => new Date(at).toISOString().replace('Z', '000Z');

function append(store: EventStore, batch: readonly Planned[]): Promise<null> {
  const needs = batch.flatMap(({ subject: { definition, key } }) =>
    key === null ? [] : [needStream(definition, key)],
  );
  const work = aWork(
    (unit) => {
      for (const { at, subject, event } of batch) {
        subject.key ??= unit.nextPosition;
        unit.append(subject.definition, subject.key, event(), LARGE_LOG_CONTEXT, toMicroseconds(at));
      }
      return null;
    },
    { needs },
  );
  return store.execute(work);
}

/**
 * Fills an empty log, and with it the read models, with years of a hotel of 117 rooms: bookings of the desk and of the
 * channel manager, amended, cancelled, checked in and out, and everything that personal data is sealed in. Answers how
 * many events it wrote.
 */
export async function writeLargeLog(
  databaseUrl: string,
  options: LargeLogOptions,
  progress: (done: number, all: number) => void = () => {},
): Promise<number> {
  const planned = planLargeLog(options);
  const node = openNode(databaseUrl);
  try {
    for (let done = 0; done < planned.length; done += BATCH) {
      await append(node.store, planned.slice(done, done + BATCH));
      progress(Math.min(planned.length, done + BATCH), planned.length);
    }
  } finally {
    await node.close();
  }
  await rawQuery(databaseUrl, `update read_model_form set form = ${READ_MODELS.form}; analyze`);
  return planned.length;
}
