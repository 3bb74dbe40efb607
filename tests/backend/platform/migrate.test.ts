import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { kyselyOn, openPool, withLongRunningClient } from '#backend/platform/database.js';
import { MigrationError, migrateToLatest, migrateWithin } from '#backend/platform/migrate.js';
import { up } from '#migrations/0017-reversal-answers.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { eventually, isSome } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';

describe('migrateToLatest', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });

  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  const applied = async () => {
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
    return rows.map(({ name }) => name);
  };

  it('runs the numbered files in order, once; says which was made and is not recorded; refuses a newer version', async () => {
    await migrateToLatest(database.url);
    const all = await applied();
    expect(all[0]).toMatch(/^0001-/);
    expect(all).toEqual([...all].sort());
    for (const name of [all[0], all[7], all.at(-1)]) {
      const { rows } = await client.query('delete from kysely_migration where name = $1 returning *', [name]);
      const missing = `行われたはずの移行の記録がありません。記録が消されていないか確かめてください。 (${name})`;
      await expect(migrateToLatest(database.url)).rejects.toThrow(missing);
      await client.query('insert into kysely_migration values ($1, $2)', [rows[0].name, rows[0].timestamp]);
    }
    await migrateToLatest(database.url);
    expect(await applied()).toEqual(all);
    await client.query(`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`);
    await expect(migrateToLatest(database.url)).rejects.toThrow(MigrationError);
    await expect(migrateToLatest(database.url)).rejects.toThrow(/新しいバージョン/);
  });

  it('refuses a server older than PostgreSQL 15 and leaves it alone', async () => {
    const { pathname } = new URL(database.url);
    const superuser = Object.assign(new URL(String(process.env.TEST_SUPERUSER_URL)), { pathname });
    await rawQuery(
      superuser.href,
      `create or replace function pg_catalog.current_setting(name text) returns text language sql stable as $$
        select case name when 'server_version_num' then '140011' else '14.11' end $$`,
    );
    await expect(migrateToLatest(database.url)).rejects.toThrow(
      'PostgreSQL 15 以降が必要です(接続先は 14.11)。',
    );
    const { rows } = await client.query(`select to_regclass('public.kysely_migration') as found`);
    expect(rows).toEqual([{ found: null }]);
  });
});

it('a migration waits for a writer before it holds any table, and readers go on', async () => {
  const database = await createEmptyDatabase();
  const ask = (statement: string) => rawQuery(database.url, statement);
  await withLongRunningClient(database.url, (client) => migrateWithin(client, '0024-staff-access'));
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('begin; select from log_head for update');
  const migrating = migrateToLatest(database.url);
  await eventually(
    'the migration waits for the head',
    () => ask(`select 1 from pg_locks where relation = 'log_head'::regclass and not granted`),
    isSome,
  );
  const held = `select relation::regclass::text as table from pg_locks
    where granted and relation in ('event_log'::regclass, 'idempotency_keys'::regclass)`;
  expect(await ask(held)).toEqual([]);
  expect(await ask('select position from log_head')).toEqual([{ position: '0' }]);
  // What the writer goes on with would wait for the migration, and that for the writer.
  await writer.query('lock table event_log, idempotency_keys in row exclusive mode; commit');
  await migrating;
  await writer.end();
  await database.drop();
});

it('remembered answers of reversals lose their texts, and no other answer anything', async () => {
  const database = await createTestDatabase();
  const bookings = [{ id: 7, guest_name_1: '山田 太郎' }];
  const texts = { plan: 'p', obstacles: [{ message: '鈴木 次郎 の予約' }], changes: [] };
  const answers = [{ request_id: 'r', ...texts, bookings }, { bookings }, { id: 7, changes: 1 }];
  const pool = openPool(database.url);
  const db = kyselyOn(pool);
  try {
    for (const answer of answers) {
      await pool.query('insert into idempotency_keys (key, fingerprint, answer) values ($1, $2, $3)', [
        randomUUID(),
        Buffer.from('fingerprint'),
        JSON.stringify(answer),
      ]);
    }
    await up(db as never);
  } finally {
    await db.destroy();
  }
  const rows = await rawQuery(database.url, 'select answer from idempotency_keys order by created_at');
  expect(rows.map(({ answer }) => JSON.parse(answer ?? ''))).toEqual([
    { request_id: 'r', bookings },
    ...answers.slice(1),
  ]);
  await database.drop();
});
