import { addDays, day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { verifyReadModels } from '../../backend/event-store/rebuild/verify-read-models.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { createTestDatabase } from '../support/database.js';
import { writeLargeLog } from '../support/large-log.js';
import { rawQuery } from '../support/log-rows.js';
import { rebuildAll } from '../support/rebuild-tables.js';
import { openNode } from '../support/store-node.js';
import { recordWeather } from '../support/weather-works.js';

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const TODAY = day('2026-11-22');

/** Seconds that PostgreSQL itself takes to copy the log: the limit of any replay. */
async function copySeconds(url: string): Promise<number> {
  const started = performance.now();
  await rawQuery(
    url,
    `create table copied (like event_log including indexes); insert into copied select * from event_log; drop table copied`,
  );
  return (performance.now() - started) / 1000;
}

test('every read model built anew beside a writing client', async () => {
  const database = await createTestDatabase();
  await writeLargeLog(database.url, { events: EVENTS, today: TODAY, seed: 1 });
  const node = openNode(database.url);
  const copied = await copySeconds(database.url);
  const waits: number[] = [];
  let running = true;
  const writer = (async () => {
    for (let round = 0; running; round++) {
      const before = performance.now();
      await node.store.execute(recordWeather(addDays(TODAY, round % 300), `${round}`));
      waits.push(performance.now() - before);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const started = performance.now();
  const phases: string[] = [];
  const position = await rebuildAll(database.url, ({ phase, done }) => {
    const at = ((performance.now() - started) / 1000).toFixed(0);
    if (phase !== 'replaying') phases.push(`${phase} from ${done} at ${at} s`);
  });
  const seconds = (performance.now() - started) / 1000;
  running = false;
  await writer;
  waits.sort((a, b) => a - b);
  console.log(
    [
      `${position} events in ${seconds.toFixed(1)} s: ${Math.round(position / seconds)} events/s, ` +
        `${(seconds / copied).toFixed(1)} times as long as copying the log by SQL (${copied.toFixed(1)} s)`,
      phases.join(', '),
      `${waits.length} writes beside it: p50 ${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms, ` +
        `longest ${waits.at(-1)?.toFixed(0)} ms; memory of this process ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
    ].join('\n'),
  );
  const verified = performance.now();
  const { fault } = await verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined);
  console.log(`compared with the log row by row in ${((performance.now() - verified) / 1000).toFixed(0)} s`);
  expect(fault).toBeNull();
  await node.close();
  await database.drop();
});
