import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accessVerdict } from '../../../backend/evidence/access-verdict.js';
import { hashPassword } from '../../../backend/identity/passwords.js';
import { staffStream } from '../../../backend/masters/master.stream.js';
import { type LongRunningClient, openLongRunningClient } from '../../../backend/platform/database.js';
import { rawQuery } from '../../support/log-rows.js';
import { startTestServer } from '../../support/server.js';
import { sharedNodes, sharedSignInHotel } from '../../support/shared.js';
import { browserClient, PASSWORD, SESSION_ENV } from '../../support/signed-in-client.js';
import { anAppend } from '../../support/store-node.js';

const hotel = sharedSignInHotel();
const { database, here: node } = sharedNodes();
let client: LongRunningClient;
let clerk: { id: number; loginName: string };

beforeAll(async () => {
  client = await openLongRunningClient(hotel.databaseUrl);
  clerk = await hotel.colleague('staff');
  await hotel.codeFor((await hotel.colleague('staff')).id);
});
afterAll(() => client.end());

it('passwords, codes and sessions that came by the product are passed', async () => {
  const kinds = `select (select count(*) from password_hashes) as passwords,
    (select count(*) from one_time_codes) as codes, (select count(*) from sessions) as sessions`;
  const [counts] = await rawQuery(hotel.databaseUrl, kinds);
  expect(Object.values(counts ?? {}).every((count) => Number(count) > 0)).toBe(true);
  expect(await accessVerdict(client)).toMatchObject({ state: 'ok', title: 'ログイン' });
});

/** What the owner of the database could put in, and what is said of it. */
const PLANTED: [statement: string, told: RegExp][] = [
  [
    `update password_hashes set hash = '$argon2id$planted' where staff_id = $id`,
    /スタッフID \d+ のパスワード/,
  ],
  ['insert into password_hashes (staff_id, hash) values (9999, $x$argon$x$)', /スタッフID 9999 のパスワード/],
  [`update one_time_codes set hash = '\\x00'`, /のワンタイムコード/],
  [`update sessions set sid = 'planted' where staff_id = $id`, /のセッション/],
  [
    `update sessions set sess = (sess::jsonb || '{"endsAt": 4102444800000}')::json where staff_id = $id`,
    /のセッション/,
  ],
  [`update sessions set sess = (sess::jsonb || '{"staffId": 1}')::json where staff_id = $id`, /のセッション/],
];

it.each(PLANTED)('%s', async (statement, told) => {
  await client.query(`begin; ${statement.replaceAll('$id', String(clerk.id))}`);
  const verdict = await accessVerdict(client);
  await client.query('rollback');
  expect(verdict).toEqual({ state: 'bad', title: 'ログイン', text: expect.stringMatching(told) });
});

it('what was there before the log told of it is told at the next start, once, and still lets in', async () => {
  const { url: databaseUrl } = database;
  const data = { name: '前任 者', role: 'staff' } as const;
  const define = (loginName: string) =>
    node.store.execute(anAppend(staffStream, { type: 'StaffDefined', data: { ...data, loginName } }));
  const { id } = await define('veteran');
  const old = await openLongRunningClient(databaseUrl);
  await old.query({
    text: 'insert into password_hashes (staff_id, hash) values ($1, $2)',
    values: [id, await hashPassword(PASSWORD)],
  });
  expect(await accessVerdict(old)).toMatchObject({ state: 'note' });
  const told = async () =>
    (await rawQuery(databaseUrl, `select type, version from event_log where stream = 'staff-access-${id}'`))
      .length;
  await (await startTestServer({ databaseUrl, env: SESSION_ENV })).stop();
  expect(await told()).toBe(1);
  const server = await startTestServer({ databaseUrl, env: SESSION_ENV });
  expect(await told()).toBe(1);
  expect(await accessVerdict(old)).toMatchObject({ state: 'ok' });
  const credentials = { login_name: 'veteran', password: PASSWORD };
  expect((await browserClient(server.url).post('/api/session', credentials)).status).toBe(200);
  expect(await told()).toBe(2);
  await server.stop();

  // A planted password is not told, also when the read model forgets that the log tells of others.
  const late = await define('late');
  await old.query(
    `delete from staff_access; insert into password_hashes (staff_id, hash) values (${late.id}, 'planted')`,
  );
  await (await startTestServer({ databaseUrl, env: SESSION_ENV })).stop();
  expect(await accessVerdict(old)).toMatchObject({
    state: 'bad',
    text: expect.stringContaining(`${late.id}`),
  });
  await old.end();
});
