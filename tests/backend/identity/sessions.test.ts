import type { StaffDetails } from '@domain/masters/masters.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { BACKGROUND_HEADER } from '@wire/live.js';
import { waitAfter } from '#backend/identity/login-throttle.js';
import { editing } from '#tests/support/activities.js';
import type { Answer } from '#tests/support/api-client.js';
import type { SignInHotel } from '#tests/support/hotel.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedServer, sharedSignInHotel } from '#tests/support/shared.js';
import { type BrowserClient, browserClient, PASSWORD, SESSION_ENV } from '#tests/support/signed-in-client.js';

type Colleague = Awaited<ReturnType<SignInHotel['colleague']>>;

const NEW_PASSWORD = 'もっと長い新しい合言葉';
const WRONG = 'これは違う合言葉です';
const REQUESTS = 60;
const LIMITED = { REQUESTS_PER_MINUTE: String(REQUESTS) };

const hotel = sharedSignInHotel(LIMITED);
/** A second node. */
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl, env: { ...SESSION_ENV, ...LIMITED } }));

const isSignedIn = async (browser: BrowserClient) => (await browser.get('/api/hotel')).status === 200;
const defineAs = ({ id, loginName }: Colleague, change: Partial<StaffDetails> = {}) => {
  const data: StaffDetails = { name: '氏名', role: 'staff', loginName, ...change };
  return hotel.happen(id, { type: 'StaffDefined', data });
};
const retire = ({ id }: Colleague) => hotel.happen(id, { type: 'StaffRetired', data: {} });

/** Moves the timestamps of a staff member's sessions into the past. */
const turn = ({ id }: Colleague, change: string) =>
  hotel.sql(`update sessions set ${change} where staff_id = ${id}`);
const idleFor = (colleague: Colleague, minutes: number) =>
  turn(colleague, `expire = expire - interval '${minutes} minutes'`);
const idleEndOf = async ({ id }: Colleague) =>
  (await hotel.sql(`select expire::text from sessions where staff_id = ${id}`))[0]?.expire;

/** Actions that end the session of a colleague. */
const endings: [string, (colleague: Colleague) => Promise<unknown>][] = [
  ['nobody called for 30 minutes', (colleague) => idleFor(colleague, 30.1)],
  [
    '12 hours are over, whatever was called',
    (colleague) => turn(colleague, `sess = (sess::jsonb || '{"endsAt": ${Date.now() - 1}}')::json`),
  ],
  ['they signed out', (colleague) => colleague.delete('/api/session', colleague.headers())],
  ['they were retired', retire],
  ['their role changed', (colleague) => defineAs(colleague, { role: 'admin' })],
  ['their login name was taken away', (colleague) => defineAs(colleague, { loginName: null })],
  [
    'they were retired and put back at once',
    async (colleague) => {
      await retire(colleague);
      await defineAs(colleague);
    },
  ],
  [
    'they chose another password in another browser',
    async (colleague) => {
      const elsewhere = hotel.browser();
      await elsewhere.signIn(colleague.loginName);
      const body = { current_password: PASSWORD, password: NEW_PASSWORD };
      expect((await elsewhere.put('/api/session', body)).status).toBe(200);
      expect(await isSignedIn(elsewhere)).toBe(true);
    },
  ],
  [
    'they used a one-time code in another browser',
    async (colleague) => {
      const elsewhere = hotel.browser();
      await elsewhere.redeem(await hotel.codeFor(colleague.id), NEW_PASSWORD);
      expect(await isSignedIn(elsewhere)).toBe(true);
    },
  ],
];

/** Ends a session and returns what its browser receives afterwards, from calls and sockets of both nodes. */
async function afterwards(end: (colleague: Colleague) => Promise<unknown>) {
  const colleague = await hotel.colleague('staff');
  const extraHeaders = colleague.headers();
  const nodes = [hotel.url, other.url];
  const terminals = nodes.map((url) => new LiveTerminal(url, {}, { extraHeaders }));
  for (const terminal of terminals) await terminal.until(({ states }) => states.length > 0);
  await end(colleague);
  const calls = nodes.map((url) => browserClient(url).get('/api/hotel', extraHeaders));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  if (statuses.includes(200)) return { statuses, again: [] };
  for (const terminal of terminals) await terminal.until(({ kinds }) => kinds.at(-1) === 'disconnect');
  const again = new LiveTerminal(other.url, {}, { extraHeaders });
  await again.until(({ messages }) => messages.length > 0);
  return { statuses, again: again.messages };
}

describe('a session ends', () => {
  // In parallel: sockets without a notification are closed at the next poll.
  const ended = new Map<string, ReturnType<typeof afterwards>>();
  beforeAll(() => {
    for (const [when, end] of endings) ended.set(when, afterwards(end));
  });

  it.each(endings)('once %s, and so do its sockets on every node', async (when) => {
    expect(await ended.get(when)).toEqual({
      statuses: [401, 401],
      again: [{ kind: 'connect_error', reason: 'signed_out' }],
    });
  });
});

describe('a session goes on', () => {
  it('while calls are made on any node, with at most one update a minute', async () => {
    const colleague = await hotel.colleague('staff');
    await idleFor(colleague, 29);
    expect(await isSignedIn(colleague)).toBe(true);
    expect((await browserClient(other.url).get('/api/hotel', colleague.headers())).status).toBe(200);
    expect(Date.parse(String(await idleEndOf(colleague))) - Date.now()).toBeGreaterThan(29.5 * 60_000);
    await idleFor(colleague, 5);
    const moved = await idleEndOf(colleague);
    expect(await isSignedIn(colleague)).toBe(true);
    expect(await idleEndOf(colleague)).toBe(moved);
  });

  it('is not extended by a background call or an open socket', async () => {
    const colleague = await hotel.colleague('staff');
    await idleFor(colleague, 10);
    const before = await idleEndOf(colleague);
    expect((await colleague.get('/api/hotel', { [BACKGROUND_HEADER]: '1' })).status).toBe(200);
    const terminal = new LiveTerminal(hotel.url, {}, { extraHeaders: colleague.headers() });
    await terminal.until(({ states }) => states.length > 0);
    terminal.send('activity', editing(null));
    terminal.close();
    expect(await idleEndOf(colleague)).toBe(before);
    expect(await isSignedIn(colleague)).toBe(true);
    expect(await idleEndOf(colleague)).not.toBe(before);
  });

  it('when the name of the member of staff changes', async () => {
    const colleague = await hotel.colleague('staff');
    await defineAs(colleague, { name: '改姓' });
    expect((await colleague.session()).staff?.name).toBe('改姓');
  });

  it('when a wrong current password was typed, and the password stays; without a session there is none', async () => {
    const colleague = await hotel.colleague('staff');
    const body = { current_password: WRONG, password: NEW_PASSWORD };
    expectRefusal(await colleague.put('/api/session', body), 422, '現在のパスワードが違います。');
    expect(await isSignedIn(colleague)).toBe(true);
    expect((await hotel.browser().signIn(colleague.loginName)).status).toBe(200);
    expect((await hotel.browser().put('/api/session', body)).status).toBe(401);
  });
});

let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;
/** A browser at an address that nobody had yet. */
const anywhere = () => hotel.browser(newAddress());

function expectTooMany(answer: Answer<unknown>, code: string, seconds: number): void {
  expectRefusal(answer, 429, /。$/);
  expect(answer.body).toMatchObject({ errors: [{ code }] });
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}

describe('signing in', () => {
  const refuses = (answer: Answer<unknown>) => expectTooMany(answer, 'too_many_attempts', 15 * 60);
  /** Lets one kind of attempts of which there was one so far have so many failures. */
  const raise = (kind: 'account' | 'address' | 'device', points: number) =>
    hotel.sql(`update sign_in_attempts set points = ${points} where key like '${kind}:%' and points = 1`);
  const forget = () => hotel.sql('truncate sign_in_attempts');

  it('is refused for an account after ten failures, from anywhere and on every node, then possible again', async () => {
    const { loginName } = await hotel.colleague('staff');
    for (let failure = 0; failure < 10; failure += 1) {
      const url = failure % 2 === 0 ? hotel.url : other.url;
      const typed = failure % 3 === 0 ? loginName.toUpperCase() : loginName;
      const answer = await browserClient(url, { address: newAddress() }).signIn(typed, WRONG);
      expect(answer.status).toBe(401);
    }
    for (const { url } of [hotel, other]) {
      refuses(await browserClient(url, { address: newAddress() }).signIn(loginName));
    }
    await hotel.sql('update sign_in_attempts set expire = 0');
    expect((await anywhere().signIn(loginName)).status).toBe(200);
  });

  it.each(['an unknown name', 'a wrong current password'])('counts %s in the same way', async (what) => {
    await forget();
    const colleague = await hotel.colleague('staff');
    const body = { current_password: WRONG, password: NEW_PASSWORD };
    const attempt = () =>
      what === 'an unknown name' ? anywhere().signIn('nobody', WRONG) : colleague.put('/api/session', body);
    const { status } = await attempt();
    expect([401, 422]).toContain(status);
    await raise('account', 9);
    expect((await attempt()).status).toBe(status);
    refuses(await attempt());
  });

  it('lets no more through when they are concurrent', async () => {
    const { loginName } = await hotel.colleague('staff');
    const answers = await Promise.all(Array.from({ length: 15 }, () => anywhere().signIn(loginName, WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('resets the count when it succeeds, and a code unblocks an account', async () => {
    await forget();
    const { id, loginName } = await hotel.colleague('staff');
    const fail = async () => expect((await anywhere().signIn(loginName, WRONG)).status).toBe(401);
    await fail();
    await raise('account', 9);
    expect((await anywhere().signIn(loginName)).status).toBe(200);
    await fail();
    await raise('account', 9);
    await fail();
    refuses(await anywhere().signIn(loginName));
    expect((await anywhere().redeem(await hotel.codeFor(id))).status).toBe(200);
    expect((await anywhere().signIn(loginName)).status).toBe(200);
  });

  it('is slow for an address after a hundred failures, but not refused, whatever X-Forwarded-For it sends', async () => {
    await forget();
    const slowed = async () => {
      const { text } = await hotel.browser().get('/metrics');
      return Number(/^hotel_sign_ins_slowed_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await slowed();
    const address = newAddress();
    const guess = (spoofed: string) =>
      hotel.browser(`${spoofed}, ${address}`).signIn(`guess-${spoofed}`, WRONG);
    await guess('10.0.0.1');
    await raise('address', 99);
    expect((await guess('10.0.0.2')).status).toBe(401);
    expect(await slowed()).toBe(before);
    expect((await guess('10.0.0.3')).status).toBe(401);
    const { id, loginName } = await hotel.colleague('staff');
    expect((await hotel.browser(address).redeem(await hotel.codeFor(id))).status).toBe(200);
    expect((await hotel.browser(address).signIn(loginName)).status).toBe(200);
    expect(await slowed()).toBe(before + 3);
  });

  it('goes on at a terminal of the hotel while somebody elsewhere guesses, and is refused there after ten failures', async () => {
    await forget();
    const terminal = anywhere();
    const [{ loginName: first }, { loginName: second }] = [
      await hotel.colleague('staff'),
      await hotel.colleague('staff'),
    ];
    expect((await terminal.signIn(first)).status).toBe(200);
    await terminal.delete('/api/session');
    for (const name of [first, second]) {
      await forget();
      expect((await anywhere().signIn(name, WRONG)).status).toBe(401);
      await raise('account', 10);
      refuses(await anywhere().signIn(name));
      expect((await terminal.signIn(name)).status).toBe(200);
    }
    await forget();
    expect((await terminal.signIn(first, WRONG)).status).toBe(401);
    await raise('account', 10);
    refuses(await terminal.signIn(first));
    expect((await anywhere().signIn(first)).status).toBe(200);
    await forget();
    expect((await terminal.signIn(first, WRONG)).status).toBe(401);
    await raise('device', 100);
    refuses(await terminal.signIn(second));
  });

  it('takes no device for known by a cookie that it did not make', async () => {
    await forget();
    const { loginName } = await hotel.colleague('staff');
    const forged = `__Host-device=${'a'.repeat(22)}.${'b'.repeat(43)}`;
    const attempt = () =>
      anywhere().post('/api/session', { login_name: loginName, password: PASSWORD }, { cookie: forged });
    expect((await anywhere().signIn(loginName, WRONG)).status).toBe(401);
    await raise('account', 10);
    refuses(await attempt());
  });

  it('waits longer with each failure of an address above a hundred, up to three seconds', () => {
    expect([0, 100, 101, 150, 1_000_000].map(waitAfter)).toEqual([0, 0, 30, 1_500, 3_000]);
  });
});

describe('calls are limited a minute', () => {
  it.each([
    ['of a session, and those of other sessions are not', () => hotel.colleague('staff'), '/api/hotel'],
    ['of the signed-out by address', async () => anywhere(), '/api/session'],
  ])('%s', async (_, open, path) => {
    const browser = await open();
    const statuses = new Set<number>();
    for (let call = 0; call < REQUESTS; call += 1) statuses.add((await browser.get(path)).status);
    expect([...statuses]).toEqual([200]);
    expectTooMany(await browser.get(path), 'too_many_requests', 60);
    expect((await (await open()).get(path)).status).toBe(200);
  });
});
