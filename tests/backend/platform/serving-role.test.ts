import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { grantServing, MigrationError } from '#backend/platform/migrate.js';
import {
  aServingRole,
  createTestDatabase,
  type ServingRole,
  type TestDatabase,
} from '#tests/support/database.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';

let database: TestDatabase;
let role: ServingRole;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  role = await aServingRole(database.url);
  await grantServing(database.url, role.name);
  client = new pg.Client({ connectionString: role.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
  await role.drop();
});

const refused = (statement: string) =>
  expect(client.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|0L000)$/) });

describe('the role that nodes serve as', () => {
  it.each([
    'update event_log set terminal = null',
    'delete from event_log',
    'truncate event_log',
    'alter table event_log disable trigger all',
    'drop trigger event_log_append_only on event_log',
    'create trigger mine before insert on event_log execute function refuse_change()',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop table event_log',
    'alter table event_log owner to current_user',
    'set session_replication_role = replica',
    'insert into log_head default values',
    'delete from log_head',
    'delete from kysely_migration',
    'update read_model_form set form = 0',
    'create table public.mine (id integer)',
    'create schema mine',
    'drop table bookings',
    'truncate bookings',
  ])('is refused: %s', refused);

  it.each([
    'grant all on event_log to current_user',
    'grant update, delete, truncate on event_log to public',
    'grant all on all tables in schema public to current_user',
  ])('gains nothing by: %s', async (statement) => {
    await client.query(statement).catch(() => undefined); // PostgreSQL refuses, or grants nothing.
    for (const privilege of ['update', 'delete', 'truncate', 'trigger']) {
      const { rows } = await client.query('select has_table_privilege($1, $2) as has', [
        'event_log',
        privilege,
      ]);
      expect([privilege, rows[0].has]).toEqual([privilege, false]);
    }
  });

  it('has its rights on tables that a rebuild swapped in', async () => {
    await rebuildAll(database.url);
    const { rows } = await client.query(`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not has_table_privilege(oid, 'select')`);
    expect(rows).toEqual([]);
    await client.query('begin; update bookings set version = 1; delete from room_claims; rollback');
  });

  it('may be granted again, by several at once', async () => {
    await Promise.all([1, 2, 3].map(() => grantServing(database.url, role.name)));
    await refused('delete from event_log');
  });
});

describe('granting', () => {
  it('is refused for a role that is not there', async () => {
    await expect(grantServing(database.url, 'nobody')).rejects.toThrow(MigrationError);
    await expect(grantServing(database.url, 'nobody')).rejects.toThrow(
      'DATABASE_APP_ROLE=nobody というロールがありません。',
    );
  });

  it('is refused for the owner and for superusers, who could undo it', async () => {
    const owner = new URL(database.url).username;
    await expect(grantServing(database.url, owner)).rejects.toThrow('表の所有者です');
    const superuser = new URL(process.env.TEST_SUPERUSER_URL ?? '').username;
    await expect(grantServing(database.url, superuser)).rejects.toThrow('表の所有者です');
  });
});
