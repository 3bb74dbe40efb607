import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { guardVerdict } from '#backend/evidence/log-guards.js';
import { type LongRunningClient, openLongRunningClient } from '#backend/platform/database.js';
import { grantServing } from '#backend/platform/migrate.js';
import { aServingRole, asSuperuserOf, type ServingRole } from '#tests/support/database.js';
import { rebuildAll } from '#tests/support/rebuild-tables.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();
let client: LongRunningClient;
let app: ServingRole;

beforeAll(async () => {
  app = await aServingRole(database.url);
  await grantServing(database.url, app.name);
  client = await openLongRunningClient(asSuperuserOf(database.url));
});
afterAll(async () => {
  await client.end();
  await app.drop();
});

const NO_CHANGE =
  'create function nothing() returns trigger language plpgsql as $$ begin return null; end $$';
const APPEND_ONLY = 'drop trigger event_log_append_only on event_log; create trigger event_log_append_only';

/** Statements by which the owner could tamper without a trace in the log, and the report of each. `$app` serves. */
const BY_THE_OWNER: [statement: string, told: RegExp][] = [
  ['alter table event_log disable trigger event_log_append_only', /trigger event_log\.event_log_append_only/],
  [
    'alter table event_log enable replica trigger event_log_append_only',
    /trigger event_log\.event_log_append_only/,
  ],
  [
    'drop trigger event_log_append_only on event_log',
    /ままでないものがあります（trigger event_log\.event_log/,
  ],
  [
    `${APPEND_ONLY} before update on event_log for each statement execute function refuse_change()`,
    /trigger event_log\.event_log_append_only/,
  ],
  [
    `${APPEND_ONLY} before update or delete or truncate on event_log for each statement
     when (current_user <> 'owner') execute function refuse_change()`,
    /trigger event_log\.event_log_append_only/,
  ],
  [
    `${APPEND_ONLY} before update of terminal or delete or truncate on event_log
     for each statement execute function refuse_change()`,
    /trigger event_log\.event_log_append_only/,
  ],
  [
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`,
    /function public\.refuse_change\(\)/,
  ],
  ['alter function refuse_change() set search_path = evil', /function public\.refuse_change\(\)/],
  [
    `${NO_CHANGE}; create trigger quiet before insert on event_log for each row execute function nothing()`,
    /trigger event_log\.quiet/,
  ],
  [
    `create table copied (hash text);
     create function copy() returns trigger language plpgsql as $$ begin insert into copied values (new.hash); return new; end $$;
     create trigger copying after insert or update on password_hashes for each row execute function copy()`,
    /trigger password_hashes\.copying/,
  ],
  [
    `${NO_CHANGE}; create trigger quiet before insert on bookings for each row execute function nothing()`,
    /trigger bookings\.quiet/,
  ],
  ['create rule dropped as on insert to encryption_keys do instead nothing', /rule encryption_keys\.dropped/],
  ['create rule dropped as on delete to sessions do instead nothing', /rule sessions\.dropped/],
  ['alter table event_log drop constraint event_log_stream_version', /constraint event_log/],
  ['alter table room_claims drop constraint room_claims_pkey', /constraint room_claims/],
  ['alter table checkpoint_ends drop constraint checkpoint_ends_pkey', /constraint checkpoint_ends/],
  [
    `alter table room_claims drop constraint room_claims_pkey, add primary key (room_number, night, reservation_id)`,
    /constraint room_claims/,
  ],
  [
    `alter table encryption_keys drop constraint encryption_keys_key_check, add check (length(key) = 32) not valid`,
    /constraint encryption_keys/,
  ],
  ['alter table bookings add unique (state)', /作られていないものがあります（constraint bookings/],
  ['alter table bookings alter column version set default 7', /column bookings\.version/],
  ['alter table event_log alter column terminal type varchar(3)', /column event_log\.terminal/],
  ['alter table log_head add column note text', /column log_head\.note/],
  ['alter table event_log set unlogged', /table event_log/],
  ['alter table event_log enable row level security', /table event_log/],
  [
    'alter table bookings enable row level security; create policy p on bookings to $app using (id <> 7)',
    /policy bookings\.p/,
  ],
  ['alter table sessions force row level security', /table sessions/],
  ['create table more () inherits (bookings)', /inheritance bookings/],
  ['create schema evil; create table evil.more () inherits (bookings)', /inheritance bookings/],
  [
    `alter table bookings rename to real; create view bookings as select * from real where id <> 7`,
    /view bookings/,
  ],
  ['drop index bookings_checkout_date_idx', /index bookings/],
  [
    `create function act(text) returns text immutable language sql as $$ select $1 $$;
     create index on staff (act(state::text))`,
    /index staff/,
  ],
  [
    `create schema evil; create function evil.help() returns void security definer language sql as $$ select null::void $$`,
    /function evil\.help\(\)/,
  ],
  [
    `create function other(text, text) returns boolean language sql as $$ select true $$;
     create operator = (function = other, leftarg = text, rightarg = text)`,
    /operator public\.=\(/,
  ],
  ['create domain guest as text', /type public\.guest/],
  ['grant update on event_log to public', /権限があります（event_log public UPDATE）/],
  ['grant delete on event_log to current_user', /権限があります（event_log \w+ DELETE）/],
  ['grant update (payload) on event_log to public', /event_log public UPDATE/],
  ['grant update (terminal) on event_log to $app', /event_log app_\w+ UPDATE/],
  ['grant insert on event_log to public', /event_log public INSERT/],
  ['grant trigger on bookings to $app', /bookings app_\w+ TRIGGER/],
  ['grant insert on bookings to $app with grant option', /bookings app_\w+ INSERT/],
  ['grant select on password_hashes to public', /password_hashes public SELECT/],
  ['grant create on schema public to $app', /schema public app_\w+ CREATE/],
  ['grant execute on function remove_left_shadows() to public', /remove_left_shadows\(\) public EXECUTE/],
  ['alter default privileges grant all on tables to $app', /権限を付ける既定があります/],
  ['alter default privileges in schema public grant update on tables to public', /既定があります（public/],
  ['alter database $database set search_path = evil, public', /設定があります（search_path \(public\)）/],
  ['alter role current_user in database $database set row_security = off', /row_security/],
  ['update log_head set reference_position = 5', /マスタの位置 \(5\) がログと合いません/],
  [
    `insert into event_log (position, stream, version, type, schema_version, payload, recorded_at, hash)
     select at, stream, 1, 'StaffDefined', 1, '{}', now(), decode(repeat('00', 32), 'hex')
     from (values (1, 'staff-1'), (2, 'reservation-2')) e (at, stream);
     update log_head set position = 2, reference_position = 0`,
    /マスタの位置 \(0\) がログと合いません/,
  ],
];

/** Statements that take a superuser, or a role that may make roles. `$owner` owns the tables. */
const BY_A_SUPERUSER: [statement: string, told: RegExp][] = [
  [
    `create function seven(text) returns integer language sql as $$ select 7 $$;
     create cast (text as integer) with function seven(text) as implicit`,
    /cast text to integer/,
  ],
  ['alter role $app superuser', /余分な属性があります（app_\w+ SUPERUSER）/],
  ['alter role $app bypassrls', /BYPASSRLS/],
  ['alter role $app createrole', /CREATEROLE/],
  ['grant $owner to $app', /強いロールに属しています（app_\w+ → hotel）/],
  ['create role between; grant $owner to between; grant between to $app', /強いロールに属しています/],
  ['grant pg_write_all_data to $app', /→ pg_write_all_data/],
  ['create role other login; grant insert on event_log to other', /ロールが複数あります（app_\w+、other）/],
  ['create role reader; grant select on encryption_keys to reader', /encryption_keys reader SELECT/],
  ['grant create on database $database to $app', /database app_\w+ CREATE/],
  ['alter role $app set session_replication_role = replica', /session_replication_role \(app_\w+\)/],
  ['alter role $app in database $database set search_path = evil, public', /search_path \(app_\w+\)/],
  ['grant set on parameter session_replication_role to $app', /session_replication_role \(app_\w+\)/],
  ['set session_replication_role = replica', /設定があります（session_replication_role）/],
  ['alter table event_log disable trigger all', /trigger event_log/],
  ['alter table move_in_rows disable trigger all', /trigger move_in_rows\.RI_/],
  [
    `create function watch() returns event_trigger language plpgsql as $$ begin end $$;
     create event trigger watching on ddl_command_start execute function watch()`,
    /event trigger watching/,
  ],
  ['alter table bookings owner to $app', /table bookings/],
  ['alter function refuse_change() owner to current_user', /function public\.refuse_change\(\)/],
];

/** Returns the verdict after a statement, which is rolled back. */
async function verdictAfter(statement: string, isOwner: boolean) {
  const owner = new URL(database.url).username;
  const [, name] = new URL(database.url).pathname.split('/');
  const named = statement
    .replaceAll('$app', app.name)
    .replaceAll('$owner', owner)
    .replaceAll('$database', String(name));
  try {
    await client.query(`begin; ${isOwner ? `set local role ${owner};` : ''} ${named}`);
    await client.query(`set local role ${owner}`);
    return await guardVerdict(client, ['staff', 'room-month']);
  } finally {
    await client.query('rollback');
    await client.query('reset all');
  }
}

it('what the migrations made is passed, served by its owner or by another role, read by a third', async () => {
  expect(await verdictAfter('select', true)).toMatchObject({ state: 'ok' });
  expect(await verdictAfter('drop owned by $app', false)).toMatchObject({ state: 'ok' });
  const reader = 'create role reader; grant select on event_log, bookings to reader';
  expect(await verdictAfter(reader, false)).toMatchObject({ state: 'ok' });
});

it('what a hotel adjusts or adds for itself is passed', async () => {
  const adjusted = `alter database $database set work_mem = '8MB'; alter role $app set statement_timeout = '1min';
    alter table bookings set (autovacuum_vacuum_scale_factor = 0.01);
    create schema own; create table own.notes (text text); create extension pg_stat_statements`;
  expect(await verdictAfter(adjusted, false)).toMatchObject({ state: 'ok' });
});

it('what a rebuild makes anew is as the migrations made it', async () => {
  await rebuildAll(database.url);
  expect(await verdictAfter('select', true)).toMatchObject({ state: 'ok' });
});

const told = (pattern: RegExp) => ({
  state: 'bad',
  title: '書き換えの防止',
  text: expect.stringMatching(pattern),
});

it.each(BY_THE_OWNER)('by the owner: %s', async (statement, pattern) => {
  expect(await verdictAfter(statement, true)).toEqual(told(pattern));
});

it.each(BY_A_SUPERUSER)('by a superuser: %s', async (statement, pattern) => {
  expect(await verdictAfter(statement, false)).toEqual(told(pattern));
});
