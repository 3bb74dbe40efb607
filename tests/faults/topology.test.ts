import { addDays, day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { editing } from '../support/activities.js';
import { LiveTerminal } from '../support/live-terminal.js';
import { adminCode, type BrowserClient, browserClient } from '../support/signed-in-client.js';
import { fault, type World } from './harness.js';
import { startTopology } from './support/topology.js';
import type { SendBooking } from './support/write-ledger.js';

const CLIENTS = 4;

/** Repeats the work of everybody at the desk until it is stopped; collects each call that was not answered well. */
function everydayLoad(browsers: readonly BrowserClient[], { ledger }: World) {
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
      const date = addDays(day(`2095-0${index + 1}-01`), round % 28);
      const body = { date, weather: `${round}` };
      await note(
        'write',
        browser.post('/api/weather', body).then(async (answer) => {
          const { status, text } = answer;
          await ledger.note('/api/weather', { body: JSON.stringify(body) }, new Response(text, { status }));
          return answer;
        }),
      );
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

fault('topology', 'two nodes behind a proxy', async (world) => {
  const { ledger, terminals } = world;
  const { origin, certificate, nodes, appUrl, crashDatabase } = await startTopology(world);
  await world.openRooms();
  const browsers = Array.from({ length: CLIENTS }, () => browserClient(origin, { origin, certificate }));
  const [first, ...others] = browsers as [BrowserClient, ...BrowserClient[]];
  expect((await first.redeem(await adminCode(appUrl, 'admin'))).status).toBe(200);
  for (const browser of others) expect((await browser.signIn('admin')).status).toBe(200);
  for (const browser of browsers) {
    await world.terminal(origin, { certificate, headers: browser.headers(), get: browser.get });
  }

  await world.step(
    'a client on one node sees what is written on the other, and what is open there',
    async () => {
      const [a, b] = nodes.map(({ url }, index) => {
        const handshake = { terminal_id: `node-${index}`, terminal: `node-${index}` };
        return new LiveTerminal(url, handshake, { extraHeaders: first.headers() });
      }) as [LiveTerminal, LiveTerminal];
      for (const terminal of [a, b]) await terminal.until(({ states }) => states.length > 0);
      const onB = browserClient(nodes[1]?.url ?? '', { origin });
      expect((await onB.signIn('admin')).status).toBe(200);
      expect((await onB.post('/api/weather', { date: '2096-02-01', weather: '雪' })).status).toBe(201);
      const seen = ({ frames }: LiveTerminal) =>
        frames.some(({ weather }) => weather.some(({ date }) => date === '2096-02-01'));
      await a.until(seen);
      a.send('activity', editing(17));
      await b.until(({ presence }) => presence?.some(({ terminal_id }) => terminal_id === 'node-0') ?? false);
      a.close();
      await b.until(({ presence }) => presence?.length === 0);
      b.close();
    },
  );

  const sendBy =
    (browser?: BrowserClient): SendBooking =>
    async (_, headers, body) => {
      const answer = await browser?.send('POST', '/api/booking', body, headers).catch(() => null);
      return answer ? new Response(answer.text, { status: answer.status, headers: answer.headers }) : null;
    };
  await world.step('kill -9 of each node under load: the other goes on, and it comes back', async () => {
    world.book(
      CLIENTS,
      () => origin,
      (client) => sendBy(browsers[client]),
    );
    for (const node of nodes) {
      ledger.goOn(50);
      await ledger.moreBooked(15);
      await world.strike(node.end);
      await ledger.moreBooked(15);
      await node.start();
      await ledger.moreBooked(50);
    }
  });

  await world.step('a rolling restart of both under load, without one failed request', async () => {
    const answered = ledger.answers.length;
    const load = everydayLoad(browsers, world);
    ledger.goOn(40);
    for (const node of nodes) {
      expect(await world.strike(() => node.end('SIGTERM'))).toBe(0);
      await node.start();
    }
    expect(await load.stop()).toEqual([]);
    expect(load.calls()).toBeGreaterThan(50);
    await ledger.moreBooked(40);
    expect(ledger.answers.slice(answered).filter(({ status }) => status !== 201)).toEqual([]);
  });

  await world.step(
    'PostgreSQL crashes under load and comes up again: everybody goes on and is told',
    async () => {
      ledger.goOn();
      await ledger.moreBooked(10);
      await world.strike(crashDatabase);
      await world.allBooked();
      const path = '/api/bookings?start_date=2096-01-01&end_date=2096-01-31';
      const { body } = await first.get<BookingRecord[]>(path);
      expect(body).toHaveLength(ledger.places);
      const stored = [...body].sort((x, y) => x.id - y.id);
      for (const terminal of terminals) {
        await terminal.until(({ bookings }) => bookings.size >= ledger.places);
        expect([...terminal.bookings.values()].sort((x, y) => x.id - y.id)).toEqual(stored);
        expect([terminal.hasMissed, terminal.arrivals > 1]).toEqual([false, true]);
      }
      for (const node of nodes) expect(node.output()).not.toMatch(/permission denied|must be owner/);
    },
  );
});
