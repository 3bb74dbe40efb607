import { addDays, day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { verifyReadModels } from '../../backend/event-store/rebuild/verify-read-models.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { createTestDatabase } from '../support/database.js';
import { writeLargeLog } from '../support/large-log.js';
import { rawQuery } from '../support/log-rows.js';
import { launch } from '../support/server-process.js';
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
  const heldBySwap: number[] = [];
  const program = launch({ DATABASE_URL: database.url }, 'rebuild');
  let running = true;
  const writer = (async () => {
    for (let round = 0; running; round++) {
      const before = performance.now();
      await node.store.execute(recordWeather(addDays(TODAY, round % 300), `${round}`));
      const wait = performance.now() - before;
      waits.push(wait);
      if (program.output().includes('入れ替えて')) heldBySwap.push(wait);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const started = performance.now();
  expect(await program.ended).toBe(0);
  const seconds = (performance.now() - started) / 1000;
  running = false;
  await writer;
  waits.sort((a, b) => a - b);
  console.log(
    [
      `${EVENTS} events in ${seconds.toFixed(1)} s: ${Math.round(EVENTS / seconds)} events/s, ` +
        `${(seconds / copied).toFixed(1)} times as long as copying the log by SQL (${copied.toFixed(1)} s)`,
      program.output(),
      `${waits.length} writes beside it: p50 ${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms, ` +
        `p99 ${waits[Math.floor(waits.length * 0.99)]?.toFixed(0)} ms, longest ${waits.at(-1)?.toFixed(0)} ms, ` +
        `during the swap ${Math.max(0, ...heldBySwap).toFixed(0)} ms`,
    ].join('\n'),
  );
  const verified = performance.now();
  const { fault } = await verifyReadModels(database.url, eventStoreParts(), READ_MODELS, () => undefined);
  console.log(`compared with the log row by row in ${((performance.now() - verified) / 1000).toFixed(0)} s`);
  expect(fault).toBeNull();
  await node.close();
  await database.drop();
});
