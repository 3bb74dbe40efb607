import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { editing } from '../support/activities.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { adminCode, type BrowserClient, browserClient } from '../support/signed-in-client.js';
import { survived } from '../support/six-statements.js';
import { openNode } from '../support/store-node.js';
import { startTopology, type Topology } from '../support/topology.js';
import { PLACES, type SendBooking, WriteLedger } from '../support/write-ledger.js';

const CLIENTS = 4;
let hotel: Topology;
let ledger: WriteLedger;
let browsers: BrowserClient[];
let terminals: RoamingTerminal[];
let booking: Promise<unknown>;
let allowed = 0;
let goOn = () => {};

beforeAll(async () => {
  hotel = await startTopology();
  const owner = openNode(hotel.ownerUrl);
  ledger = await WriteLedger.open(owner.store);
  await owner.close();
  const { origin, certificate } = hotel;
  browsers = Array.from({ length: CLIENTS }, () => browserClient(origin, { origin, certificate }));
  const [first, ...others] = browsers as [BrowserClient, ...BrowserClient[]];
  expect((await first.redeem(await adminCode(hotel.appUrl, 'admin'))).status).toBe(200);
  for (const browser of others) expect((await browser.signIn('admin')).status).toBe(200);
  terminals = browsers.map((browser, index) => {
    const way = { certificate, headers: browser.headers(), get: browser.get };
    return new RoamingTerminal(origin, `端末${index}`, way);
  });
  for (const terminal of terminals) await terminal.until(({ arrivals }) => arrivals > 0);
  booking = Promise.all(browsers.map((browser) => ledger.book(whenAllowed, sendBy(browser))));
});

afterAll(async () => {
  for (const terminal of terminals ?? []) terminal.close();
  await hotel?.stop();
});

const sendBy =
  (browser: BrowserClient): SendBooking =>
  async (_, headers, body) => {
    const answer = await browser.send('POST', '/api/booking', body, headers).catch(() => null);
    return answer && new Response(answer.text, { status: answer.status, headers: answer.headers });
  };

/** Clients book as long as the test lets them. */
async function whenAllowed(): Promise<string> {
  while (ledger.acknowledged.size >= allowed) {
    await new Promise<void>((done) => {
      const before = goOn;
      goOn = () => {
        before();
        done();
      };
    });
  }
  return hotel.origin;
}

/** Lets clients make this many bookings more. */
function allow(count: number): void {
  allowed = Math.min(PLACES, allowed + count);
  const go = goOn;
  goOn = () => {};
  go();
}

/** What everybody at the desk does over and over; returns each call that was not answered well. */
function everydayLoad(): { stop: () => Promise<string[]>; calls: () => number } {
  const failed: string[] = [];
  let isOver = false;
  let calls = 0;
  const note = async (what: string, call: Promise<{ status: number; text: string }>) => {
    const { status, text } = await call.catch((error: Error) => ({ status: 0, text: error.message }));
    calls += 1;
    if (status < 200 || status > 299) failed.push(`${what}: ${status} ${text.slice(0, 200)}`);
  };
  const work = browsers.map(async (browser, index) => {
    for (let round = 0; !isOver; round += 1) {
      const date = `2095-0${index + 1}-${String((round % 28) + 1).padStart(2, '0')}`;
      await note('write', browser.post('/api/weather', { date, weather: round % 2 ? '雨' : '晴れ' }));
      await note('read', browser.get('/api/bookings?start_date=2096-01-01&end_date=2096-01-31'));
    }
  });
  return {
    calls: () => calls,
    async stop() {
      isOver = true;
      await Promise.all(work);
      return failed;
    },
  };
}

const NODES = ['node-a', 'node-b'] as const;

test('a client on one node sees what is written on the other, and what is open there', async () => {
  const [browser] = browsers as [BrowserClient];
  const [a, b] = NODES.map((name) => {
    const handshake = { terminal_id: name, terminal: name };
    return new LiveTerminal(hotel.nodeUrl(name), handshake, { extraHeaders: browser.headers() });
  }) as [LiveTerminal, LiveTerminal];
  for (const terminal of [a, b]) await terminal.until(({ states }) => states.length > 0);
  const onB = browserClient(hotel.nodeUrl('node-b'), { origin: hotel.origin });
  expect((await onB.signIn('admin')).status).toBe(200);
  expect((await onB.post('/api/weather', { date: '2096-02-01', weather: '雪' })).status).toBe(201);
  await a.until(({ frames }) =>
    frames.some(({ weather }) => weather.some(({ date }) => date === '2096-02-01')),
  );
  a.send('activity', editing(17));
  await b.until(({ presence }) => presence?.some(({ terminal_id }) => terminal_id === 'node-a') ?? false);
  a.close();
  await b.until(({ presence }) => presence?.length === 0);
  b.close();
});

test.each(NODES)(
  'kill -9 of %s under load: the other goes on, and it comes back',
  async (name) => {
    allow(50);
    await ledger.moreAcknowledged(15);
    await hotel.kill(name);
    await ledger.moreAcknowledged(15);
    await hotel.start(name);
    await ledger.moreAcknowledged(allowed - ledger.acknowledged.size);
  },
  60_000,
);

test('a rolling restart of both under load, without one failed request', async () => {
  const answered = ledger.answers.length;
  const load = everydayLoad();
  allow(40);
  for (const name of NODES) {
    expect(await hotel.end(name)).toBe(0);
    await hotel.start(name);
  }
  expect(await load.stop()).toEqual([]);
  expect(load.calls()).toBeGreaterThan(50);
  await ledger.moreAcknowledged(allowed - ledger.acknowledged.size);
  expect(ledger.answers.slice(answered).filter(({ status }) => status !== 201)).toEqual([]);
});

test('PostgreSQL that crashes under load and comes up again: everybody goes on', async () => {
  allow(PLACES);
  await ledger.moreAcknowledged(10);
  await hotel.crashDatabase();
  await booking;
  expect(ledger.acknowledged.size).toBe(PLACES);
});

test('in the end nothing acknowledged is lost, no room is booked twice, and every terminal holds what the database does', async () => {
  const [browser] = browsers as [BrowserClient];
  const { body } = await browser.get<BookingRecord[]>(
    '/api/bookings?start_date=2096-01-01&end_date=2096-01-31',
  );
  const nights = body.map(({ room_id, date }) => `${room_id} ${date}`);
  expect([nights.length, new Set(nights).size]).toEqual([PLACES, PLACES]);
  const stored = [...body].sort((x, y) => x.id - y.id);
  for (const terminal of terminals) {
    await terminal.until(({ bookings }) => bookings.size >= PLACES);
    expect([...terminal.bookings.values()].sort((x, y) => x.id - y.id)).toEqual(stored);
    expect([terminal.hasMissed, terminal.arrivals > 1]).toEqual([false, true]);
  }
  await survived({
    what: 'two nodes behind a proxy: each killed, both renewed one by one, PostgreSQL crashed',
    tried: 5,
    databaseUrl: hotel.ownerUrl,
    ledger,
    terminals,
  });
  expect(hotel.output()).not.toMatch(/permission denied|must be owner/);
});
