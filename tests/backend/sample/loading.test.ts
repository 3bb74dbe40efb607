import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LONG_MS } from '#tests/support/limits.js';
import { rawLog, rawQuery } from '#tests/support/log-rows.js';
import { projectedRows, rebuildAll } from '#tests/support/rebuild-tables.js';
import { startTestServer, type TestServer } from '#tests/support/server.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();
let servers: TestServer[] = [];

const start = () => startTestServer({ sampleData: true, databaseUrl: database.url });

// The history of the whole sample hotel is made twice.
beforeAll(async () => {
  servers = await Promise.all([start(), start()]);
}, LONG_MS);

afterAll(() => Promise.all(servers.map((server) => server.stop())));

test('two nodes that start at once load it once, and a later start not again', async () => {
  const log = await rawLog(database.url);
  const once = (type: string) => {
    const payloads = log.filter((row) => row.type === type).map(({ payload }) => payload);
    expect(new Set(payloads).size).toBe(payloads.length);
    return payloads.length;
  };
  expect(once('PaymentDefined')).toBeGreaterThan(1);
  expect(once('RoomMonthDefined')).toBeGreaterThan(117);
  expect(new Set(log.map(({ transaction }) => transaction)).size).toBe(1);
  const again = await start();
  await again.stop();
  expect((await rawQuery(database.url, 'select count(*) from event_log'))[0]?.count).toBe(String(log.length));
});

test('rebuilt equals live row for row', async () => {
  const live = await projectedRows(database.url);
  await rebuildAll(database.url);
  const rebuilt = await projectedRows(database.url);
  for (const [table, rows] of Object.entries(live)) expect([table, rebuilt[table]]).toEqual([table, rows]);
});
