import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accessVerdict } from '#backend/evidence/access-verdict.js';
import { hashPassword } from '#backend/identity/passwords.js';
import { type LongRunningClient, openLongRunningClient } from '#backend/platform/database.js';
import { staffStream } from '#backend/streams/master.stream.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { startTestServer } from '#tests/support/server.js';
import { sharedNodes, sharedSignInHotel } from '#tests/support/shared.js';
import { browserClient, PASSWORD, SESSION_ENV } from '#tests/support/signed-in-client.js';
import { anAppend } from '#tests/support/store-node.js';

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

/** Objects that the owner of the database could add, and the verdict on each. */
const PLANTED: [statement: string, told: RegExp][] = [
  [
    `update password_hashes set hash = '$argon2id$planted' where staff_id = $id`,
    /記録のないものがあります（スタッフID \d+ のパスワード/,
  ],
  ['insert into password_hashes (staff_id, hash) values (9999, $x$argon$x$)', /スタッフID 9999 のパスワード/],
  [`update one_time_codes set hash = '\\x00'`, /のワンタイムコード/],
  [
    `update one_time_codes set expires_at = expires_at + interval '1 day'`,
    /期限の違うもの.+のワンタイムコード/,
  ],
  [`update sessions set sid = 'planted' where staff_id = $id`, /のセッション/],
  [
    `update sessions set sess = (sess::jsonb || '{"endsAt": 4102444800000}')::json where staff_id = $id`,
    /期限の違うもの.+のセッション/,
  ],
  [`update sessions set sess = (sess::jsonb || '{"staffId": 1}')::json where staff_id = $id`, /のセッション/],
];

async function verdictAfter(...statements: string[]) {
  try {
    await client.query(`begin; ${statements.join(';').replaceAll('$id', String(clerk.id))}`);
    return await accessVerdict(client);
  } finally {
    await client.query('rollback');
  }
}

it.each(PLANTED)('%s', async (statement, told) => {
  expect(await verdictAfter(statement)).toEqual({
    state: 'bad',
    title: 'ログイン',
    text: expect.stringMatching(told),
  });
});

const rowsOf = async (table: string, id: number): Promise<string[]> =>
  (await hotel.sql(`select to_json(t)::text as row from ${table} t where staff_id = ${id}`)).map(({ row }) =>
    String(row),
  );

/** Puts rows of a table back as they were. */
const putBack = (table: string, rows: readonly string[]): string[] =>
  rows.map(
    (row) => `delete from ${table} where staff_id = (${literal(row)}::json->>'staff_id')::int;
      insert into ${table} ${table === 'sessions' ? '(sid, sess, expire) select sid, sess, expire' : 'select *'}
      from json_populate_record(null::${table}, ${literal(row)})`,
  );
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

it('a session that was signed out is told when it is put back', async () => {
  const { id, ...signedIn } = await hotel.colleague('staff');
  const before = await rowsOf('sessions', id);
  expect(before).toHaveLength(1);
  await signedIn.delete('/api/session');
  expect(await rowsOf('sessions', id)).toEqual([]);
  expect(await accessVerdict(client)).toMatchObject({ state: 'ok' });
  expect(await verdictAfter(...putBack('sessions', before))).toMatchObject({
    state: 'bad',
    text: expect.stringMatching(new RegExp(`使えなくなったか.+（スタッフID ${id} のセッション）`)),
  });
});

it('an older password, and a session that its change ended, are told when they are put back', async () => {
  const { id, loginName, ...here } = await hotel.colleague('staff');
  const there = browserClient(hotel.url);
  await there.post('/api/session', { login_name: loginName, password: PASSWORD });
  const passwords = await rowsOf('password_hashes', id);
  const sessions = await rowsOf('sessions', id);
  expect(sessions).toHaveLength(2);
  const change = { current_password: PASSWORD, password: 'another long password of mine' };
  expect((await here.put('/api/session', change)).status).toBe(200);
  expect(await rowsOf('sessions', id)).toHaveLength(1);
  expect(await accessVerdict(client)).toMatchObject({ state: 'ok' });
  for (const [table, rows, name] of [
    ['password_hashes', passwords, 'パスワード'],
    ['sessions', sessions, 'セッション'],
  ] as const) {
    expect(await verdictAfter(...putBack(table, rows))).toMatchObject({
      state: 'bad',
      text: expect.stringMatching(new RegExp(`（スタッフID ${id} の${name}）`)),
    });
  }
});

it('a code that was used or replaced is told when it is put back', async () => {
  const { id } = await hotel.colleague('staff');
  const first = await hotel.codeFor(id);
  const replaced = await rowsOf('one_time_codes', id);
  const code = await hotel.codeFor(id);
  const used = await rowsOf('one_time_codes', id);
  expect(first).not.toBe(code);
  const chosen = await browserClient(hotel.url).put('/api/session', { code, password: `${PASSWORD} anew` });
  expect(chosen.status).toBe(200);
  expect(await accessVerdict(client)).toMatchObject({ state: 'ok' });
  for (const rows of [replaced, used]) {
    expect(await verdictAfter(...putBack('one_time_codes', rows))).toMatchObject({
      state: 'bad',
      text: expect.stringMatching(new RegExp(`（スタッフID ${id} のワンタイムコード）`)),
    });
  }
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
