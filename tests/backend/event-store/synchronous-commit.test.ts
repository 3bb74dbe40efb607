import { randomUUID } from 'node:crypto';
import { day } from '@domain/dates.js';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { UnavailableError } from '#backend/platform/errors.js';
import { migrateToLatest } from '#backend/platform/migrate.js';
import { apiClient } from '#tests/support/api-client.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import {
  type LaunchedPostgres,
  launchPostgres,
  newDataFolder,
  query,
  removeDataFolder,
} from '#tests/support/launched-postgres.js';
import { LONG_MS } from '#tests/support/limits.js';
import { startTestServer } from '#tests/support/server.js';
import { openNode, recordWeather } from '#tests/support/store-node.js';

// It starts a PostgreSQL of its own.
jest.setTimeout(LONG_MS);

const dataDir = newDataFolder();
let postgres: LaunchedPostgres;

beforeAll(async () => {
  postgres = await launchPostgres(dataDir);
  await migrateToLatest(postgres.url);
});
afterAll(() => removeDataFolder(dataDir));

async function waitFor(standbys: string): Promise<void> {
  await query(postgres.superuserUrl, `alter system set synchronous_standby_names = '${standbys}'`);
  await query(postgres.superuserUrl, 'select pg_reload_conf()');
  const shown = () => query(postgres.superuserUrl, 'show synchronous_standby_names');
  const wanted = [{ synchronous_standby_names: standbys }];
  await eventually('the setting is in force', shown, (rows) => expect(rows).toEqual(wanted));
}

/** The connection whose commit waits for a standby. */
async function waitingCommit(): Promise<unknown> {
  const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;
  const found = () => query(postgres.superuserUrl, waiting);
  return (await eventually('a commit waits for a standby', found, isSome))[0]?.pid;
}

test('a write is acknowledged only once a standby has it, also when it is repeated', async () => {
  const node = openNode(postgres.url);
  const idempotency = { key: randomUUID(), fingerprint: Buffer.alloc(32) };
  const write = () => node.store.execute(recordWeather(day('2026-11-01'), '雪', { idempotency }));
  await waitFor('nobody');

  const answers: string[] = [];
  const noted = async (answer: Promise<object>) => {
    answers.push(
      await answer.then(
        () => 'acknowledged',
        (error) => error.constructor.name,
      ),
    );
  };
  const first = noted(write());
  // It is committed on this server from here on, without a standby.
  await query(postgres.superuserUrl, `select pg_cancel_backend(${await waitingCommit()})`);
  await first;
  expect(answers).toEqual([UnavailableError.name]);

  const second = noted(write());
  await waitingCommit();
  expect(answers).toHaveLength(1);
  await waitFor('');
  await second;
  expect(answers.at(-1)).toBe('acknowledged');
  const events = await query(postgres.url, 'select count(*)::int as events from event_log');
  expect(events).toEqual([{ events: 1 }]);
  await node.close();
});

test('a node of a cluster serves without a standby, but says so', async () => {
  const server = await startTestServer({ databaseUrl: `${postgres.url}&target_session_attrs=read-write` });
  const { status, body } = await apiClient(server.url).get('/health/ready');
  expect(status).toBe(200);
  expect(body).toMatchObject({ parts: { synchronous_standby: 'no standby confirms writes' } });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/^hotel_database_synchronous_standbys 0$/m);
  await server.stop();
});
