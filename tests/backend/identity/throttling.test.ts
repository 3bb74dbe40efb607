import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import type { Answer } from '../../support/api-client.js';
import { type SignInHotel, startSignInHotel } from '../../support/hotel.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { browserClient, SESSION_ENV } from '../../support/signed-in-client.js';

const WRONG = 'これは違う合言葉です';
const REQUESTS = 40;
const A_QUARTER_SECONDS = 15 * 60;

let hotel: SignInHotel;
/** A second node. */
let other: TestServer;

beforeAll(async () => {
  const env = { REQUESTS_PER_MINUTE: String(REQUESTS) };
  hotel = await startSignInHotel(env);
  other = await startTestServer({ databaseUrl: hotel.databaseUrl, env: { ...SESSION_ENV, ...env } });
});
afterAll(async () => {
  await other.stop();
  await hotel.stop();
});

let addresses = 0;
/** A new client address. */
function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

function expectTooMany(answer: Answer<unknown>, code: string, seconds: number): void {
  const { errors } = answer.body as ErrorBody;
  expect({ status: answer.status, code: errors[0]?.code }).toEqual({ status: 429, code });
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}

describe('signing in', () => {
  it('is refused for an account after ten failures, from anywhere and on every node, then possible again', async () => {
    const { loginName } = await hotel.colleague('staff');
    for (let failure = 0; failure < 10; failure += 1) {
      const url = failure % 2 === 0 ? hotel.url : other.url;
      const typed = failure % 3 === 0 ? loginName.toUpperCase() : loginName;
      const answer = await browserClient(url, { address: newAddress() }).signIn(typed, WRONG);
      expect(answer.status).toBe(401);
    }
    for (const url of [hotel.url, other.url]) {
      const answer = await browserClient(url, { address: newAddress() }).signIn(loginName);
      expectTooMany(answer, 'too_many_attempts', A_QUARTER_SECONDS);
    }
    await hotel.sql('update sign_in_attempts set expire = 0');
    expect((await hotel.browser(newAddress()).signIn(loginName)).status).toBe(200);
  });

  it('counts unknown names in the same way', async () => {
    for (let failure = 0; failure < 10; failure += 1) {
      expect((await hotel.browser(newAddress()).signIn('nobody', WRONG)).status).toBe(401);
    }
    expectTooMany(await hotel.browser(newAddress()).signIn('nobody'), 'too_many_attempts', A_QUARTER_SECONDS);
  });

  it('lets no more through when they are concurrent', async () => {
    const { loginName } = await hotel.colleague('staff');
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => hotel.browser(newAddress()).signIn(loginName, WRONG)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('resets the count when it succeeds, and a code unblocks an account', async () => {
    const { id, loginName } = await hotel.colleague('staff');
    const browser = () => hotel.browser(newAddress());
    for (let failure = 0; failure < 9; failure += 1) await browser().signIn(loginName, WRONG);
    expect((await browser().signIn(loginName)).status).toBe(200);
    for (let failure = 0; failure < 10; failure += 1) {
      expect((await browser().signIn(loginName, WRONG)).status).toBe(401);
    }
    expect((await browser().signIn(loginName)).status).toBe(429);
    expect((await browser().redeem(await hotel.codeFor(id))).status).toBe(200);
    expect((await browser().signIn(loginName)).status).toBe(200);
  });

  it('counts wrong current passwords against the account as well', async () => {
    const colleague = await hotel.colleague('staff');
    const change = () =>
      colleague.put('/api/session', { current_password: WRONG, password: 'もっと長い新しい合言葉' });
    for (let failure = 0; failure < 10; failure += 1) expect((await change()).status).toBe(422);
    expectTooMany(await change(), 'too_many_attempts', A_QUARTER_SECONDS);
  });

  it('is refused for an address after a hundred failures, whatever X-Forwarded-For it sends', async () => {
    const address = newAddress();
    const guess = (spoofed: string) =>
      hotel.browser(`${spoofed}, ${address}`).signIn(`guess-${spoofed}`, WRONG);
    // All failures but the last one.
    await guess('10.0.0.1');
    await hotel.sql(`update sign_in_attempts set points = 99 where key like 'address:%' and points = 1`);
    const [, last] = [await guess('10.0.0.2'), await guess('10.0.0.3')];
    expectTooMany(last, 'too_many_attempts', A_QUARTER_SECONDS);
    expectTooMany(
      await hotel.browser(address).redeem('AAAA-BBBB-CCCC'),
      'too_many_attempts',
      A_QUARTER_SECONDS,
    );
    expect((await hotel.browser(newAddress()).signIn('admin')).status).toBe(200);
  });
});

describe('calls', () => {
  it('of a session are limited a minute, and those of other sessions are not', async () => {
    const colleague = await hotel.colleague('staff');
    const answers: Answer<unknown>[] = [];
    for (let call = 0; call < REQUESTS + 1; call += 1) answers.push(await colleague.get('/api/hotel'));
    expect(answers.slice(0, REQUESTS).every(({ status }) => status === 200)).toBe(true);
    expectTooMany(answers[REQUESTS] as Answer<unknown>, 'too_many_requests', 60);
    expect((await (await hotel.colleague('staff')).get('/api/hotel')).status).toBe(200);
  });

  it('of the signed-out are limited by address', async () => {
    const browser = hotel.browser(newAddress());
    for (let call = 0; call < REQUESTS; call += 1)
      expect((await browser.get('/api/session')).status).toBe(200);
    expectTooMany(await browser.get('/api/session'), 'too_many_requests', 60);
    expect((await hotel.browser(newAddress()).get('/api/session')).status).toBe(200);
  });
});
