import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { EventPage } from '@wire/event-record.js';
import type { OneTimeCode } from '@wire/session.js';
import { DUMMY_HASH, HASH_COST } from '#backend/identity/passwords.js';
import { editing } from '#tests/support/activities.js';
import { goodFile } from '#tests/support/channel-file.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { dumpOf, wordsIn } from '#tests/support/log-rows.js';
import { sharedSignInHotel } from '#tests/support/shared.js';
import { adminCode, PASSWORD, SECRET } from '#tests/support/signed-in-client.js';
import { FORM_TYPE, formOf } from '../api/route-fixture.js';

const NEW_PASSWORD = 'もっと長い新しい合言葉';
const WRONG = 'これは違う合言葉です';

let written = '';
beforeAll(() => {
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      written += String(chunk);
      return true;
    });
  }
});
afterAll(() => void jest.restoreAllMocks());

const hotel = sharedSignInHotel({ LOG_REQUESTS: '1' });

const refused = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors } = body as ErrorBody;
  return { status, error, code: errors[0]?.code, field: errors[0]?.field };
};
const hoursTo = (end: string | null) => (Date.parse(end ?? '') - Date.now()) / 3_600_000;
const newcomer = (loginName: string) => hotel.hire({ name: '新人', role: 'staff', loginName });

describe('GET /api/session', () => {
  it('tells clients without a session only that there is sign-in', async () => {
    expect(await hotel.browser().session()).toEqual({ mode: 'session', staff: null, expires_at: null });
  });

  it('returns who is signed in, and the latest end of the session', async () => {
    const { expires_at, ...session } = await hotel.admin.session();
    expect(session).toEqual({ mode: 'session', staff: { id: 1, name: 'admin', role: 'admin' } });
    expect(hoursTo(expires_at)).toBeGreaterThan(11.9);
    expect(hoursTo(expires_at)).toBeLessThanOrEqual(12);
  });
});

describe('POST and DELETE /api/session', () => {
  it('sign in with a cookie that is HttpOnly and SameSite, and out, which takes the cookie away', async () => {
    const browser = hotel.browser();
    const { status, body, headers } = await browser.signIn('admin');
    expect(status).toBe(200);
    expect(body).toEqual(await browser.session());
    const cookies = headers.getSetCookie().map((line) => line.split('; '));
    expect(cookies.map(([value]) => value?.split('=')[0])).toEqual(['__Host-device', '__Host-session']);
    for (const [, ...attributes] of cookies) {
      const lasting = attributes.filter((one) => !/^(Max-Age|Expires)=/.test(one));
      expect(lasting.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
    }
    expect((await browser.get('/api/hotel')).status).toBe(200);
    const old = browser.headers();
    expect((await browser.delete('/api/session')).status).toBe(204);
    expect(browser.cookie()).toBeNull();
    expect((await hotel.browser().get('/api/hotel', old)).status).toBe(401);
    expect((await browser.delete('/api/session')).status).toBe(204);
  });

  it.each([' ADMIN ', 'ａｄｍｉｎ'])('know the login name as %j', async (typed) => {
    expect((await hotel.browser().signIn(typed)).status).toBe(200);
  });

  it('give the same answer to a wrong name, a wrong password, and staff who may not sign in; no cookie', async () => {
    await newcomer('no-password');
    const retired = await hotel.colleague('staff');
    await hotel.happen(retired.id, { type: 'StaffRetired', data: {} });
    const nameless = await hotel.colleague('staff');
    const data = { name: '氏名', role: 'staff', loginName: null } as const;
    await hotel.happen(nameless.id, { type: 'StaffDefined', data });
    const browser = hotel.browser();
    for (const [name, password] of [
      ['admin', `${PASSWORD}!`],
      ['nobody'],
      ['no-password'],
      [retired.loginName],
      [nameless.loginName],
    ] as const) {
      const answer = await browser.signIn(name, password);
      const error = 'ログイン名またはパスワードが違います。';
      expect(refused(answer)).toEqual({ status: 401, error, code: 'wrong_credentials', field: null });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await browser.get('/api/hotel')).status).toBe(401);
  });

  it('keep argon2id hashes only, and take as long for an unknown name: its hash costs the same', async () => {
    const { memoryCost, timeCost, parallelism } = HASH_COST;
    expect([memoryCost, timeCost, parallelism]).toEqual([19_456, 2, 1]);
    const cost = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
    const rows = await hotel.sql('select hash from password_hashes');
    expect(rows.length).toBeGreaterThan(0);
    for (const hash of [DUMMY_HASH, ...rows.map((row) => row.hash)]) expect(hash).toContain(cost);
  });

  it('begin a new session each time, against session fixation, and refuse cookies that nobody signed', async () => {
    const browser = hotel.browser();
    await browser.signIn('admin');
    const planted = browser.headers();
    await browser.signIn('admin');
    expect(browser.headers().cookie).not.toBe(planted.cookie);
    expect((await hotel.browser().get('/api/hotel', planted)).status).toBe(401);
    expect((await browser.get('/api/hotel')).status).toBe(200);
    const [row] = await hotel.sql('select sid from sessions limit 1');
    for (const cookie of [`__Host-session=${row?.sid}`, `__Host-session=s%3A${row?.sid}.forged`]) {
      expect((await hotel.browser().get('/api/hotel', { cookie })).status).toBe(401);
    }
  });
});

describe('a one-time code', () => {
  it('lets a member of staff choose a password once, however it is typed', async () => {
    const id = await newcomer('newcomer');
    const answer = await hotel.admin.post<OneTimeCode>(`/api/staff/${id}/one-time-code`);
    expect(answer.status).toBe(201);
    const { code, expires_at } = answer.body;
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
    expect(hoursTo(expires_at)).toBeGreaterThan(23.9);
    expect(hoursTo(expires_at)).toBeLessThanOrEqual(24);

    const browser = hotel.browser();
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect(refused(await browser.redeem(typed, '短い'))).toMatchObject({ status: 422, field: 'password' });
    const { body } = await browser.redeem(typed, NEW_PASSWORD);
    expect(body.staff).toEqual({ id, name: '新人', role: 'staff' });
    expect((await hotel.browser().signIn('newcomer', NEW_PASSWORD)).status).toBe(200);
    const error = 'ワンタイムコードが違うか、期限が切れています。';
    const again = { status: 401, error, code: 'wrong_code', field: null };
    expect(refused(await hotel.browser().redeem(code))).toEqual(again);
  });

  it('is not used up by a common password, however it is typed; nor is one taken for a password that is changed', async () => {
    const code = await hotel.codeFor(await newcomer('common'));
    const browser = hotel.browser();
    const common = {
      status: 422,
      error: expect.stringMatching(/^よく使われていて/),
      code: 'common_password',
    };
    for (const password of ['qwertyuiop', 'QWERTYuiop', '１２３４５６７８９０'])
      expect(refused(await browser.redeem(code, password))).toMatchObject({ ...common, field: 'password' });
    expect((await browser.redeem(code, NEW_PASSWORD)).status).toBe(200);
    const change = { current_password: NEW_PASSWORD, password: '1234567890' };
    expect(refused(await browser.put('/api/session', change))).toMatchObject(common);
    expect((await hotel.browser().signIn('common', NEW_PASSWORD)).status).toBe(200);
  });

  it.each([
    ['spaces', 'nakano', ' '.repeat(12)],
    ['one character', 'kubota', 'aaaaaaaaaaaa'],
    ['four characters', 'ishida', 'abcdabcdabcd'],
    ['the login name twice', 'sugiyama', 'sugiyamaSugiyama'],
    ['the login name and a year', 'matsushita', 'ｍatsushita2026'],
  ])('is not used up by a password of %s, nor is one changed to it', async (_, loginName, weak) => {
    const code = await hotel.codeFor(await newcomer(loginName));
    const refusal = { status: 422, code: 'weak_password', field: 'password' };
    const browser = hotel.browser();
    expect(refused(await browser.redeem(code, weak))).toMatchObject(refusal);
    expect((await browser.redeem(code, NEW_PASSWORD)).status).toBe(200);
    const change = { current_password: NEW_PASSWORD, password: weak };
    expect(refused(await browser.put('/api/session', change))).toMatchObject(refusal);
  });

  it('is redeemed by only one of two concurrent calls', async () => {
    const code = await hotel.codeFor(await newcomer('twice'));
    const answers = await Promise.all([hotel.browser().redeem(code), hotel.browser().redeem(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('is valid for a day, and until there is a newer one or the member of staff is retired', async () => {
    const id = await newcomer('later');
    const old = await hotel.codeFor(id);
    const newer = await hotel.codeFor(id);
    expect((await hotel.browser().redeem(old)).status).toBe(401);
    await hotel.sql(`update one_time_codes set expires_at = clock_timestamp() where staff_id = ${id}`);
    expect((await hotel.browser().redeem(newer)).status).toBe(401);
    const last = await hotel.codeFor(id);
    await hotel.happen(id, { type: 'StaffRetired', data: {} });
    expect((await hotel.browser().redeem(last)).status).toBe(401);
    expect((await hotel.admin.post(`/api/staff/${id}/one-time-code`)).status).toBe(404);
  });

  it('is not made without a login name, and is another one for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': '7f1f7a3e-52a5-4a0e-8a39-0d8d5a3c1b11' };
    const ask = (id: number) => hotel.admin.post<OneTimeCode>(`/api/staff/${id}/one-time-code`, {}, headers);
    const nameless = await hotel.hire({ name: '名無し', role: 'staff', loginName: null });
    expect(refused(await ask(nameless))).toMatchObject({ status: 422, field: 'login_name' });
    const id = await newcomer('keyed');
    const keys = () => hotel.sql('select key from idempotency_keys order by key');
    const before = await keys();
    expect((await ask(id)).body.code).not.toBe((await ask(id)).body.code);
    expect(await keys()).toEqual(before);
  });

  it('from the command line is for admins alone', async () => {
    await newcomer('clerk');
    await expect(adminCode(hotel.databaseUrl, 'clerk')).rejects.toThrow(/管理者ではありません。/);
  });
});

it('who did it is in every event, an import too, and shown by the terminal for its open booking', async () => {
  const colleague = await hotel.colleague('staff');
  const headers = { 'x-terminal-name': encodeURIComponent('フロント2') };
  await colleague.post('/api/weather', { date: '2096-01-01', weather: '晴れ' }, headers);
  const form = Buffer.from(formOf(goodFile(1)).form, 'latin1');
  const type = { 'content-type': FORM_TYPE };
  expect((await colleague.send('POST', '/api/csv-imports', form, type)).status).toBe(200);
  const { events } = (await hotel.admin.get<EventPage>('/api/events')).body;
  const own = events.filter((event) => event.staff_id === colleague.id);
  const by = { staff_name: expect.stringMatching(/^staffの\d人目$/) };
  expect(own.map(({ type }) => type).slice(0, 3)).toEqual([
    ...['StaffCredentialChanged', 'SessionOpened'],
    'WeatherSet',
  ]);
  expect(own[1]?.changes[0]).toMatchObject({
    label: '接続元',
    after_text: expect.stringMatching(/^192\.0\.2\.\d+$/),
  });
  expect(own[2]).toMatchObject({ terminal: 'フロント2', ...by });
  expect(own).toContainEqual(expect.objectContaining({ type: 'CsvReservationImported', ...by }));

  const handshake = { terminal_id: 't-2', terminal: 'フロント2' };
  const terminal = new LiveTerminal(hotel.url, handshake, { extraHeaders: colleague.headers() });
  await terminal.until(({ states }) => states.length > 0);
  terminal.send('activity', editing(7));
  await terminal.until(({ presence }) => (presence?.length ?? 0) > 0);
  const shown = { terminal_id: 't-2', terminal: 'フロント2', booking_id: 7 };
  expect(terminal.presence).toEqual([expect.objectContaining(shown)]);
  terminal.close();
});

describe('nothing secret', () => {
  it('is in the logs, in events, in remembered answers or in the open anywhere in the database', async () => {
    const headers = { 'idempotency-key': '7f1f7a3e-52a5-4a0e-8a39-0d8d5a3c1b12' };
    const id = await newcomer('secretive');
    const codes = [await hotel.codeFor(id)];
    const browser = hotel.browser();
    await browser.put('/api/session', { code: codes[0], password: PASSWORD }, headers);
    const cookies = [browser.cookie()];
    const change = { current_password: PASSWORD, password: NEW_PASSWORD };
    await browser.put('/api/session', change, headers);
    await hotel.browser().post('/api/session', { login_name: WRONG, password: WRONG }, headers);
    await browser.post('/api/session', { login_name: 'secretive', password: NEW_PASSWORD }, headers);
    cookies.push(browser.cookie());
    const unreadable = `{"login_name":"newcomer","password":"${NEW_PASSWORD}"`;
    const asJson = { 'content-type': 'application/json' };
    expect((await browser.send('POST', '/api/session', unreadable, asJson)).status).toBe(400);
    const terminal = new LiveTerminal(hotel.url, { terminal_id: '' }, { extraHeaders: browser.headers() });
    await terminal.until(({ kinds }) => kinds.includes('disconnect'));
    codes.push(await hotel.codeFor(id));

    const values = cookies.map((cookie) => decodeURIComponent(cookie?.split('=')[1] ?? ''));
    expect(values.every((value) => value.length > 20)).toBe(true);
    const plain = codes.map((code) => code.replaceAll('-', ''));
    const secrets = [
      PASSWORD,
      NEW_PASSWORD,
      WRONG,
      SECRET,
      ...codes,
      ...plain,
      ...values,
      ...cookies.map(String),
    ];
    const { text } = await hotel.admin.get('/metrics');
    expect(written).toContain('signed in');
    for (const place of [written, await dumpOf(hotel.databaseUrl), text]) {
      expect(wordsIn(place, secrets)).toEqual([]);
    }
    const sids = (await hotel.sql('select sid from sessions')).map(({ sid }) => String(sid));
    expect(sids.length).toBeGreaterThan(1);
    expect(wordsIn(written, sids)).toEqual([]);
  });

  it('is in what operators count of sign-ins', async () => {
    const counts = async () => {
      const { text } = await hotel.admin.get('/metrics');
      const found = text.matchAll(/^hotel_sign_in(?:s|_failures)_total(?:\{reason="(\w+)"\})? (\d+)$/gm);
      return Object.fromEntries([...found].map(([, reason = 'done', count]) => [reason, Number(count)]));
    };
    const { done = 0, credentials = 0, code = 0 } = await counts();
    await hotel.browser().signIn('nobody');
    await hotel.browser().redeem('AAAA-BBBB-CCCC');
    await hotel.browser().signIn('admin');
    expect(await counts()).toMatchObject({ done: done + 1, credentials: credentials + 1, code: code + 1 });
  });
});
