import type { StaffDetails } from '@domain/masters/masters.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BACKGROUND_HEADER } from '@wire/live.js';
import { editing } from '../../support/activities.js';
import { type SignInHotel, startSignInHotel } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { type BrowserClient, browserClient, SESSION_ENV } from '../../support/signed-in-client.js';

type Colleague = Awaited<ReturnType<SignInHotel['colleague']>>;

const NEW_PASSWORD = 'もっと長い新しい合言葉';

let hotel: SignInHotel;
/** A second node. */
let other: TestServer;

beforeAll(async () => {
  hotel = await startSignInHotel();
  other = await startTestServer({ databaseUrl: hotel.databaseUrl, env: SESSION_ENV });
});
afterAll(async () => {
  await other.stop();
  await hotel.stop();
});

const isSignedIn = async (browser: BrowserClient) => (await browser.get('/api/hotel')).status === 200;
const detailsOf = ({ loginName }: Colleague, change: Partial<StaffDetails> = {}): StaffDetails => ({
  name: '氏名',
  role: 'staff',
  loginName,
  ...change,
});

/** Moves the timestamps of a staff member's sessions into the past. */
const turn = ({ id }: Colleague, change: string) =>
  hotel.sql(`update sessions set ${change} where staff_id = ${id}`);
const idleFor = (colleague: Colleague, minutes: number) =>
  turn(colleague, `expire = expire - interval '${minutes} minutes'`);
const endAbsolutely = (colleague: Colleague) =>
  turn(colleague, `sess = (sess::jsonb || '{"endsAt": ${Date.now() - 1}}')::json`);

/** What ends the session of a colleague. */
const endings: [string, (colleague: Colleague) => Promise<unknown>][] = [
  ['nobody called for 30 minutes', (colleague) => idleFor(colleague, 30.1)],
  ['12 hours are over, whatever was called', endAbsolutely],
  ['they signed out', (colleague) => colleague.delete('/api/session', colleague.headers())],
  ['they were retired', ({ id }) => hotel.happen(id, { type: 'StaffRetired', data: {} })],
  [
    'their role changed',
    (colleague) =>
      hotel.happen(colleague.id, { type: 'StaffDefined', data: detailsOf(colleague, { role: 'admin' }) }),
  ],
  [
    'their login name was taken away',
    (colleague) =>
      hotel.happen(colleague.id, { type: 'StaffDefined', data: detailsOf(colleague, { loginName: null }) }),
  ],
  [
    'they were retired and put back at once',
    async (colleague) => {
      await hotel.happen(colleague.id, { type: 'StaffRetired', data: {} });
      await hotel.happen(colleague.id, { type: 'StaffDefined', data: detailsOf(colleague) });
    },
  ],
  [
    'they chose another password in another browser',
    async (colleague) => {
      const elsewhere = hotel.browser();
      await elsewhere.signIn(colleague.loginName);
      const body = { current_password: '合言葉はフロントで決める', password: NEW_PASSWORD };
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
  it('while calls are made, with at most one update a minute', async () => {
    const colleague = await hotel.colleague('staff');
    const idleEnd = async () =>
      (await hotel.sql(`select expire::text from sessions where staff_id = ${colleague.id}`))[0]?.expire;
    await idleFor(colleague, 29);
    expect(await isSignedIn(colleague)).toBe(true);
    const touched = String(await idleEnd());
    expect(Date.parse(touched) - Date.now()).toBeGreaterThan(29.5 * 60_000);
    await idleFor(colleague, 5);
    const moved = await idleEnd();
    expect(await isSignedIn(colleague)).toBe(true);
    expect(await idleEnd()).toBe(moved);
  });

  it('is not extended by a background call', async () => {
    const colleague = await hotel.colleague('staff');
    await idleFor(colleague, 10);
    const idleEnd = () => hotel.sql(`select expire::text from sessions where staff_id = ${colleague.id}`);
    const before = await idleEnd();
    const answer = await colleague.get('/api/hotel', { [BACKGROUND_HEADER]: '1' });
    expect([answer.status, await idleEnd()]).toEqual([200, before]);
    expect(await isSignedIn(colleague)).toBe(true);
    expect(await idleEnd()).not.toEqual(before);
  });

  it('is not extended by an open socket', async () => {
    const colleague = await hotel.colleague('staff');
    const [before] = await hotel.sql(`select expire::text from sessions where staff_id = ${colleague.id}`);
    const terminal = new LiveTerminal(hotel.url, {}, { extraHeaders: colleague.headers() });
    await terminal.until(({ states }) => states.length > 0);
    terminal.send('activity', editing(null));
    terminal.close();
    const [after] = await hotel.sql(`select expire::text from sessions where staff_id = ${colleague.id}`);
    expect(after).toEqual(before);
  });

  it('when the name of the member of staff changes', async () => {
    const colleague = await hotel.colleague('staff');
    await hotel.happen(colleague.id, { type: 'StaffDefined', data: detailsOf(colleague, { name: '改姓' }) });
    expect((await colleague.session()).staff?.name).toBe('改姓');
  });

  it('on every node', async () => {
    const colleague = await hotel.colleague('staff');
    expect((await browserClient(other.url).get('/api/hotel', colleague.headers())).status).toBe(200);
  });

  it('when a wrong current password was typed, and the password stays', async () => {
    const colleague = await hotel.colleague('staff');
    const answer = await colleague.put('/api/session', { current_password: 'x', password: NEW_PASSWORD });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('現在のパスワードが違います。');
    expect(await isSignedIn(colleague)).toBe(true);
    expect((await hotel.browser().signIn(colleague.loginName)).status).toBe(200);
  });

  it('only for those who have one: choosing a password needs a code or a session', async () => {
    const body = { current_password: 'x', password: NEW_PASSWORD };
    expect((await hotel.browser().put('/api/session', body)).status).toBe(401);
  });
});
