import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { guardVerdict } from '../../../backend/evidence/log-guards.js';
import { type LongRunningClient, openLongRunningClient } from '../../../backend/platform/database.js';
import { sharedDatabase } from '../../support/shared.js';

const database = sharedDatabase();
let client: LongRunningClient;

beforeAll(async () => {
  client = await openLongRunningClient(database.url);
});
afterAll(() => client.end());

const NO_CHANGE =
  'create function nothing() returns trigger language plpgsql as $$ begin return null; end $$';

/** What the owner of the database could take away without a trace in the log, and what is said of it. */
const TAMPERED: [statement: string, told: RegExp][] = [
  ['alter table event_log disable trigger event_log_append_only', /トリガーがないか、無効/],
  ['drop trigger event_log_append_only on event_log', /トリガーがないか、無効/],
  [
    `drop trigger event_log_append_only on event_log; create trigger event_log_append_only
     before update on event_log for each statement execute function refuse_change()`,
    /トリガーがないか、無効/,
  ],
  [
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`,
    /関数が書き換えられ/,
  ],
  [
    `${NO_CHANGE}; create trigger quiet before insert on event_log for each row execute function nothing()`,
    /（event_log\.quiet）/,
  ],
  [
    `${NO_CHANGE}; create trigger quiet after update on log_head for each row execute function nothing()`,
    /（log_head\.quiet）/,
  ],
  ['create rule dropped as on insert to encryption_keys do instead nothing', /（encryption_keys\.dropped）/],
  ['alter table event_log drop constraint event_log_stream_version', /制約がありません（event_log UNIQUE/],
  ['alter table room_claims drop constraint room_claims_pkey', /制約がありません（room_claims PRIMARY KEY/],
  ['grant update on event_log to public', /権限が付いています（public UPDATE）/],
  ['grant delete on event_log to current_user', /権限が付いています（\w+ DELETE）/],
  ['grant update (payload) on event_log to public', /権限が付いています（public UPDATE）/],
  ['alter table checkpoint_ends drop constraint checkpoint_ends_pkey', /制約がありません（checkpoint_ends/],
  ['update log_head set reference_position = 5', /マスタの位置 \(5\) がログと合いません/],
  [
    `insert into event_log (position, stream, version, type, schema_version, payload, recorded_at, hash)
     select at, stream, 1, 'StaffDefined', 1, '{}', now(), decode(repeat('00', 32), 'hex')
     from (values (1, 'staff-1'), (2, 'reservation-2')) e (at, stream);
     update log_head set position = 2, reference_position = 0`,
    /マスタの位置 \(0\) がログと合いません/,
  ],
  ['alter table event_log enable row level security', /行の見え方が制限されています（event_log）/],
];

it('what the migrations made is passed', async () => {
  expect(await guardVerdict(client, ['staff', 'room-month'])).toMatchObject({ state: 'ok' });
});

it.each(TAMPERED)('%s', async (statement, told) => {
  await client.query(`begin; ${statement}`);
  const verdict = await guardVerdict(client, ['staff', 'room-month']);
  await client.query('rollback');
  expect(verdict).toEqual({
    state: 'bad',
    title: '書き換えの防止',
    text: expect.stringMatching(told),
  });
});
