import { randomUUID } from 'node:crypto';
import { addDays, day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import { type DoorKind, whyNoDoor } from '../support/doors.js';
import { eventually } from '../support/eventually.js';
import { rawQuery } from '../support/log-rows.js';
import { adminCode, type BrowserClient, browserClient } from '../support/signed-in-client.js';
import { timesOf } from '../support/trial-size.js';
import { fault, type World } from './harness.js';
import { startTopology } from './support/topology.js';
import type { SendBooking } from './support/write-ledger.js';

const CLIENTS = 3;
const CALLS = 8;
/** Milliseconds until the other node answers a call to a frozen one, and what a busy machine adds. */
const ANSWERED_MS = 5_000 + timesOf(5_000, 2_000);

type Timed = { status: number; ms: number };

async function timed(call: Promise<{ status: number }>): Promise<Timed> {
  const began = performance.now();
  const { status } = await call;
  return { status, ms: Math.round(performance.now() - began) };
}

const sendBy =
  (browser: BrowserClient): SendBooking =>
  async (_, headers, body) => {
    const answer = await browser.send('POST', '/api/booking', body, headers).catch(() => null);
    return answer && new Response(answer.text, { status: answer.status, headers: answer.headers });
  };

/** Signs an admin in by several browsers, each with a terminal. */
async function openBrowsers(world: World, hotel: Awaited<ReturnType<typeof startTopology>>) {
  const { origin, certificate, appUrl } = hotel;
  const browsers = Array.from({ length: CLIENTS }, () => browserClient(origin, { origin, certificate }));
  const [first, ...others] = browsers as [BrowserClient, ...BrowserClient[]];
  expect((await first.redeem(await adminCode(appUrl, 'admin'))).status).toBe(200);
  for (const browser of others) expect((await browser.signIn('admin')).status).toBe(200);
  for (const browser of browsers)
    await world.terminal(origin, { certificate, headers: browser.headers(), get: browser.get });
  return browsers as [BrowserClient, ...BrowserClient[]];
}

/**
 * Freezes one node after the other, and at once calls the hotel: what the frozen one was given is answered by the other.
 * A door that can't send a body twice gives writes up with 504, and they are sent again as screens do.
 */
async function freezeBehind(world: World, door: DoorKind): Promise<void> {
  const hotel = await startTopology(world, { door });
  await world.openRooms();
  const browsers = await openBrowsers(world, hotel);
  const [first] = browsers;
  for (const path of ['/health/ready', '/health/live', '/metrics'])
    expect([path, (await first.get(path)).status]).toEqual([path, 404]);
  world.book(
    CLIENTS,
    () => hotel.origin,
    (client) => sendBy(browsers[client] as BrowserClient),
  );
  const losses = () => world.terminals.reduce((sum, terminal) => sum + terminal.losses, 0);
  const waited: number[] = [];
  let date = day('2097-01-01');
  for (const node of Array.from({ length: timesOf(1, 5) }, () => hotel.nodes).flat()) {
    world.ledger.goOn(15);
    await world.ledger.moreBooked(15);
    const lostBefore = losses();
    await world.strike(node.freeze);
    world.ledger.goOn(10);
    const writes = Array.from({ length: CALLS }, () => {
      date = addDays(date, 1);
      return { key: randomUUID(), body: JSON.stringify({ date, weather: '雪' }) };
    });
    const write = ({ key, body }: (typeof writes)[number]) =>
      timed(
        first
          .send('POST', '/api/weather', body, { 'content-type': 'application/json', 'idempotency-key': key })
          .then(async (answer) => {
            await world.ledger.note('/api/weather', { body, key }, new Response(answer.text, answer));
            return answer;
          }),
      );
    const reads = writes.map(() =>
      timed(first.get('/api/bookings?start_date=2096-01-01&end_date=2096-01-31')),
    );
    const [read, written] = await Promise.all([Promise.all(reads), Promise.all(writes.map(write))]);
    expect(read.map(({ status }) => status)).toEqual(read.map(() => 200));
    const givenUp = writes.filter((_, index) => written[index]?.status === 504);
    if (door === 'haproxy') expect(written.map(({ status }) => status)).toEqual(written.map(() => 201));
    for (const one of givenUp) expect(await write(one)).toMatchObject({ status: 201 });
    waited.push(...[...read, ...written].map(({ ms }) => ms));
    await world.ledger.moreBooked(10);
    // HAProxy ends the sockets of a node that no longer answers; Caddy leaves that to the terminals.
    if (door === 'haproxy') await eventually('terminals leave the node', losses, (lost) => lost > lostBefore);
    node.thaw();
    await world.ledger.hold();
    // What the frozen one had been given, it does now: each once all the same.
    await eventually('the node goes on', () => fetch(`${node.url}/health/live`).then(({ ok }) => ok));
  }
  expect([Math.max(...waited) > 3_000, Math.max(...waited) < ANSWERED_MS]).toEqual([true, true]);
  world.figures = { 'longest wait in ms': Math.max(...waited) };
  world.ledger.goOn();
  await world.allBooked();
  const twice = `select stream from event_log where type = 'WeatherSet' group by stream having count(*) > 1`;
  expect(await rawQuery(world.databaseUrl, twice)).toEqual([]);
}

fault(
  'frozen-behind-haproxy',
  'HAProxy asks the other node for what a frozen one was given, writes as well, within 5 s; each is done once',
  (world) => freezeBehind(world, 'haproxy'),
  whyNoDoor('haproxy'),
);

fault(
  'frozen-behind-caddy',
  'Caddy of Debian asks the other node for reads within 5 s, and gives writes up, which are sent again; each is done once',
  (world) => freezeBehind(world, 'caddy'),
  whyNoDoor('caddy'),
);
