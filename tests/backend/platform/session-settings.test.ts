import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import type { HotelRecord } from '@wire/hotel-record.js';
import { guardVerdict } from '#backend/evidence/log-guards.js';
import {
  openClient,
  openLongRunningClient,
  openPool,
  withSessionSettings,
} from '#backend/platform/database.js';
import { migrateToLatest } from '#backend/platform/migrate.js';
import { type ApiClient, apiClient } from '#tests/support/api-client.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { createSampleDatabase, startTestServer, type TestServer } from '#tests/support/server.js';

/** Settings that an operator may have made for other programs. */
const OF_OTHERS = {
  DateStyle: "'German, DMY'",
  IntervalStyle: 'sql_standard',
  TimeZone: "'America/New_York'",
  bytea_output: 'escape',
  extra_float_digits: '-15',
  quote_all_identifiers: 'on',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  synchronous_commit: 'off',
  gin_fuzzy_search_limit: '1',
  idle_session_timeout: "'1s'",
  search_path: 'nowhere',
  row_security: 'on',
};

/** A database whose sessions have the settings of others. */
async function ofOthers(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(OF_OTHERS))
    await rawQuery(database.url, `alter database ${name} set ${setting} = ${value}`);
  return database;
}

describe('a session', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await ofOthers(createTestDatabase);
  });
  afterAll(() => database.drop());

  const SHOW = Object.keys(OF_OTHERS).map((name) => `current_setting('${name}')`);
  const OWN = ['ISO, YMD', 'postgres', 'UTC', 'hex', '1', 'off', 'on', 'on', 'off', 'read committed', 'off'];

  it.each([
    ['of the pool', async (url: string) => openPool(url)],
    ['of the writer', (url: string) => openClient(url, () => undefined)],
    ['of a long run', (url: string) => openLongRunningClient(url)],
  ])('%s has the settings of the product, whatever its database or its address says', async (_, open) => {
    const named = new URL(database.url);
    named.searchParams.set('options', '-c DateStyle=SQL -c work_mem=5MB');
    for (const url of [database.url, named.href]) {
      const client = await open(url);
      const { rows } = await client.query({
        text: `select ${SHOW.join()}, current_setting('work_mem')`,
        rowMode: 'array',
      });
      await client.end();
      const memory = url === database.url ? '4MB' : '5MB';
      expect(rows).toEqual([[...OWN, 'on', '0', '0', 'public,pg_temp', 'off', memory]]);
    }
  });

  it('of several servers has them as well, beside what else the address says', () => {
    const address =
      'postgresql://hotel:p%40ss@a:5432,b:5432/hotel?sslmode=require&target_session_attrs=read-write';
    const amended = withSessionSettings(address);
    expect(amended).toMatch(
      /^postgresql:\/\/hotel:p%40ss@a:5432,b:5432\/hotel\?sslmode=require&target_session/,
    );
    expect(amended).toContain('DateStyle%3DISO%2CYMD');
  });
});

test('a database with the settings of others is migrated like any other', async () => {
  const database = await ofOthers(createEmptyDatabase);
  await migrateToLatest(database.url);
  const client = await openLongRunningClient(database.url);
  const { text } = await guardVerdict(client, ['staff', 'room-month']);
  await client.end();
  await database.drop();
  // The two that only somebody sets who wants to show something else are told of.
  const told = /^見えるものや制約を変える設定があります（(.*)）。$/.exec(text)?.[1] ?? '';
  expect(told.split('、').sort()).toEqual(['row_security (public)', 'search_path (public)']);
});

describe('a hotel in a database with the settings of others', () => {
  const servers: TestServer[] = [];
  beforeAll(async () => {
    for (const database of [await createSampleDatabase(), await ofOthers(createSampleDatabase)])
      servers.push(await startTestServer({ database }));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('answers and writes like any other, is well, and is rebuilt', async () => {
    const [own, others] = servers.map(({ url }) => apiClient(url)) as [ApiClient, ApiClient];
    const { today } = (await others.get<HotelRecord>('/api/hotel')).body;
    const days = `start_date=${today}&end_date=${today}`;
    for (const path of [
      ...['/api/hotel', '/api/front-desk', '/api/handover', '/api/events', '/api/booking-search?q=%E5%B1%B1'],
      ...['bookings', 'booking_type_diff', 'weather', 'reports'].map((list) => `/api/${list}?${days}`),
      `/api/bookings?${days}&as_of=9000`,
    ]) {
      const [one, other] = await Promise.all([own.get(path), others.get(path)]);
      expect({ path, status: other.status, isSame: other.text === one.text }).toEqual({
        ...{ path, status: 200, isSame: true },
      });
    }
    for (const weather of ['雨', '晴れ']) {
      const { status } = await others.post('/api/weather', { date: today, weather });
      expect([weather, status]).toEqual([weather, 201]);
    }
    const { body } = await others.get<{ parts: Record<string, string> }>('/health/ready');
    expect(body.parts).toMatchObject({ clock: 'ok', database: 'ok', writing: 'ok' });
    expect(await rebuildAll(servers[1]?.databaseUrl ?? '')).toBeGreaterThan(11_000);
  });
});
