import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { OneTimeCode } from '@wire/session.js';
import { DUMMY_HASH, HASH_COST } from '../../../backend/identity/passwords.js';
import { type SignInHotel, startSignInHotel } from '../../support/hotel.js';
import { adminCode, firstAdmin, PASSWORD } from '../../support/signed-in-client.js';

const NEW_PASSWORD = 'もっと長い新しい合言葉';

let hotel: SignInHotel;

beforeAll(async () => {
  hotel = await startSignInHotel();
});
afterAll(() => hotel.stop());

const refused = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors } = body as ErrorBody;
  return { status, error, code: errors[0]?.code, field: errors[0]?.field };
};

describe('GET /api/session', () => {
  it('tells clients without a session only that there is sign-in', async () => {
    expect(await hotel.browser().session()).toEqual({ mode: 'session', staff: null, expires_at: null });
  });

  it('returns who is signed in, and the latest end of the session', async () => {
    const { expires_at, ...session } = await hotel.admin.session();
    expect(session).toEqual({ mode: 'session', staff: { id: 1, name: 'admin', role: 'admin' } });
    const hours = (Date.parse(expires_at ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
  });
});

describe('POST /api/session', () => {
  it('signs in with a cookie that is HttpOnly and SameSite', async () => {
    const browser = hotel.browser();
    const { status, body, headers } = await browser.signIn('admin');
    expect(status).toBe(200);
    expect(body).toEqual(await browser.session());
    expect(headers.getSetCookie()).toHaveLength(1);
    const [name, ...attributes] = headers.getSetCookie()[0]?.split('; ') ?? [];
    expect(name).toMatch(/^__Host-session=./);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
    expect((await browser.get('/api/hotel')).status).toBe(200);
  });

  it.each(['ADMIN', ' admin ', 'ａｄｍｉｎ'])('knows the login name as %j', async (typed) => {
    expect((await hotel.browser().signIn(typed)).status).toBe(200);
  });

  it('gives the same answer to a wrong name and a wrong password, and sets no cookie', async () => {
    await hotel.hire({ name: 'コードなし', role: 'staff', loginName: 'no-password' });
    const browser = hotel.browser();
    const answers = [
      await browser.signIn('admin', `${PASSWORD}!`),
      await browser.signIn('nobody'),
      await browser.signIn('no-password'),
    ];
    for (const answer of answers) {
      expect(refused(answer)).toEqual({
        status: 401,
        error: 'ログイン名またはパスワードが違います。',
        code: 'wrong_credentials',
        field: null,
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await browser.get('/api/hotel')).status).toBe(401);
  });

  it('takes as long for an unknown name: its hash costs the same', () => {
    const { memoryCost, timeCost, parallelism } = HASH_COST;
    expect(DUMMY_HASH).toContain(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  });

  it('keeps argon2id hashes only', async () => {
    const rows = await hotel.sql('select hash from password_hashes');
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('refuses staff who are retired or have no login name', async () => {
    const retired = await hotel.colleague('staff');
    await hotel.happen(retired.id, { type: 'StaffRetired', data: {} });
    expect((await hotel.browser().signIn(retired.loginName)).status).toBe(401);
    const nameless = await hotel.colleague('staff');
    const data = { name: '氏名', role: 'staff', loginName: null } as const;
    await hotel.happen(nameless.id, { type: 'StaffDefined', data });
    expect((await hotel.browser().signIn(nameless.loginName)).status).toBe(401);
  });

  it('begins a new session each time, against session fixation', async () => {
    const browser = hotel.browser();
    await browser.signIn('admin');
    const planted = browser.headers();
    await browser.signIn('admin');
    expect(browser.headers().cookie).not.toBe(planted.cookie);
    expect((await hotel.browser().get('/api/hotel', planted)).status).toBe(401);
    expect((await browser.get('/api/hotel')).status).toBe(200);
  });

  it('refuses cookies that it has not signed', async () => {
    const [row] = await hotel.sql('select sid from sessions limit 1');
    for (const cookie of [`__Host-session=${row?.sid}`, `__Host-session=s%3A${row?.sid}.forged`]) {
      expect((await hotel.browser().get('/api/hotel', { cookie })).status).toBe(401);
    }
  });
});

describe('DELETE /api/session', () => {
  it('ends the session and takes the cookie away', async () => {
    const browser = hotel.browser();
    await browser.signIn('admin');
    const old = browser.headers();
    expect((await browser.delete('/api/session')).status).toBe(204);
    expect(browser.cookie()).toBeNull();
    expect((await hotel.browser().get('/api/hotel', old)).status).toBe(401);
    expect((await browser.delete('/api/session')).status).toBe(204);
  });
});

describe('a one-time code', () => {
  it('lets a member of staff choose a password once, however it is typed', async () => {
    const id = await hotel.hire({ name: '新人', role: 'staff', loginName: 'newcomer' });
    const answer = await hotel.admin.post<OneTimeCode>(`/api/staff/${id}/one-time-code`);
    expect(answer.status).toBe(201);
    const { code, expires_at } = answer.body;
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);

    const browser = hotel.browser();
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const tooShort = await browser.redeem(typed, '短い');
    expect(refused(tooShort)).toMatchObject({ status: 422, field: 'password' });
    expect((await browser.redeem(typed, NEW_PASSWORD)).body.staff).toEqual({
      id,
      name: '新人',
      role: 'staff',
    });
    expect((await hotel.browser().signIn('newcomer', NEW_PASSWORD)).status).toBe(200);
    expect(refused(await hotel.browser().redeem(code))).toEqual({
      status: 401,
      error: 'ワンタイムコードが違うか、期限が切れています。',
      code: 'wrong_code',
      field: null,
    });
  });

  it('is redeemed by only one of two concurrent calls', async () => {
    const id = await hotel.hire({ name: '二人', role: 'staff', loginName: 'twice' });
    const code = await hotel.codeFor(id);
    const answers = await Promise.all([hotel.browser().redeem(code), hotel.browser().redeem(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('is valid for a day, and until there is a newer one or the member of staff is retired', async () => {
    const id = await hotel.hire({ name: '新人', role: 'staff', loginName: 'later' });
    const old = await hotel.codeFor(id);
    const newer = await hotel.codeFor(id);
    expect((await hotel.browser().redeem(old)).status).toBe(401);
    await hotel.sql(`update one_time_codes set expires_at = clock_timestamp() where staff_id = ${id}`);
    expect((await hotel.browser().redeem(newer)).status).toBe(401);
    const last = await hotel.codeFor(id);
    await hotel.happen(id, { type: 'StaffRetired', data: {} });
    expect((await hotel.browser().redeem(last)).status).toBe(401);
  });

  it('is not made for retired staff or without a login name', async () => {
    const ask = (id: number) => hotel.admin.post(`/api/staff/${id}/one-time-code`);
    const nameless = await hotel.hire({ name: '名無し', role: 'staff', loginName: null });
    expect(refused(await ask(nameless))).toMatchObject({ status: 422, field: 'login_name' });
    await hotel.happen(nameless, { type: 'StaffRetired', data: {} });
    expect((await ask(nameless)).status).toBe(404);
  });

  it('is not idempotent: the same Idempotency-Key gives another code', async () => {
    const id = await hotel.hire({ name: '鍵', role: 'staff', loginName: 'keyed' });
    const headers = { 'idempotency-key': '7f1f7a3e-52a5-4a0e-8a39-0d8d5a3c1b11' };
    const ask = async () =>
      (await hotel.admin.post<OneTimeCode>(`/api/staff/${id}/one-time-code`, {}, headers)).body.code;
    expect(await ask()).not.toBe(await ask());
    expect(await hotel.sql('select key from idempotency_keys')).toEqual([]);
  });

  test('from the command line is the way back in for an admin, and for nobody else', async () => {
    const back = await firstAdmin(hotel);
    expect((await back.session()).staff?.id).toBe(1);
    expect((await hotel.admin.get('/api/hotel')).status).toBe(401);
    await hotel.admin.signIn('admin');
    await hotel.hire({ name: '係', role: 'staff', loginName: 'clerk' });
    await expect(adminCode(hotel.databaseUrl, 'clerk')).rejects.toThrow(/管理者ではありません。/);
  });
});
