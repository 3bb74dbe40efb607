import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { day, type Month } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rawQuery } from '../support/log-rows.js';
import { RoamingTerminal } from '../support/roaming-terminal.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { survived } from '../support/six-statements.js';
import { A_BOOKING, defineRoom, openNode, plainRoom } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';

/** How many ask at the same moment, and how often. */
const CROWDS = [
  { attempts: timesOf(1_000, 1_000, 200), rounds: timesOf(1, 10) },
  { attempts: 10_000, rounds: timesOf(0, 2) },
].filter(({ rounds }) => rounds > 0);
const KEYS = timesOf(12, 30);
const COPIES = timesOf(6, 40);
/** So many attempts are on the wire to each node at once; the others wait for their connection. */
const agent = new Agent({ keepAlive: true, maxSockets: 500 });

let database: TestDatabase;
let servers: TestServer[];
let terminals: RoamingTerminal[];
const rooms: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const node = openNode(database.url);
  for (const number of ['1001', '1002', '1003']) {
    rooms.push((await defineRoom(node.store, plainRoom(number, day('2096-01-01') as Month))).id);
  }
  await node.close();
  const start = () => startTestServer({ databaseUrl: database.url });
  servers = [await start(), await start()];
  terminals = servers.map(({ url }, index) => new RoamingTerminal(url, `端末${index}`));
  for (const terminal of terminals) await terminal.until(({ arrivals }) => arrivals > 0);
});

afterAll(async () => {
  agent.destroy();
  for (const terminal of terminals) terminal.close();
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

const stayOf = (room: number, night: number, nights = 1) => {
  const at = (offset: number) => new Date(Date.UTC(2096, 0, night + offset)).toISOString().slice(0, 10);
  return { ...A_BOOKING, room_id: rooms[room], stay_start: at(0), stay_end: at(nights) };
};

/** Posts a booking to one of the nodes. */
function post(attempt: number, body: object, key: string): Promise<{ status: number; text: string }> {
  const { url } = servers[attempt % servers.length] as TestServer;
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return new Promise((done, failed) => {
    const call = request(`${url}/api/booking`, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    call.on('error', failed);
    call.end(JSON.stringify(body));
  });
}

const countBookings = async () =>
  Number((await rawQuery(database.url, 'select count(*) from bookings'))[0]?.count);

test.each(CROWDS)(
  '$attempts attempts at one room at the same moment, on two nodes, $rounds times: one is told that it is theirs',
  async ({ attempts, rounds }) => {
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = await countBookings();
      const started = performance.now();
      // Stays of one and two nights, so that they overlap in different ways.
      const night = 1 + 2 * before;
      const answers = await Promise.all(
        Array.from({ length: attempts }, (_, attempt) =>
          post(attempt, stayOf(0, night, 1 + (attempt % 2)), randomUUID()),
        ),
      );
      slowest = Math.max(slowest, performance.now() - started);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(attempts - 1);
      for (const { text } of refused) {
        const { error, errors, request_id } = JSON.parse(text) as ErrorBody;
        expect(errors.map(({ code }) => code)).toEqual(['overlap']);
        expect([error, request_id]).toEqual([errors[0]?.message, expect.stringMatching(/./)]);
      }
      expect(await countBookings()).toBe(before + 1);
    }
    await survived({
      what: `${attempts.toLocaleString('en-US')} attempts at one room at the same moment, on two nodes`,
      tried: rounds,
      databaseUrl: database.url,
      acknowledged: rounds,
      terminals,
      figures: { 'slowest round ms': Math.round(slowest) },
    });
  },
  timesOf(300_000, 600_000),
);

test('submits that are doubled and tried again, on two nodes: each is done once and answered the same', async () => {
  const before = await countBookings();
  const keys = Array.from({ length: KEYS }, () => randomUUID());
  const bodyOf = (index: number) => stayOf(1, 1 + index);
  const send = (key: string, index: number, attempt: number) => post(attempt, bodyOf(index), key);
  const doubled = await Promise.all(
    keys.map((key, index) =>
      Promise.all(Array.from({ length: COPIES }, (_, attempt) => send(key, index, attempt))),
    ),
  );
  const again = await Promise.all(keys.map((key, index) => send(key, index, index)));
  for (const [index, copies] of doubled.entries()) {
    for (const copy of [...copies, again[index]])
      expect(copy).toEqual({ status: 201, text: copies[0]?.text });
  }
  const ids = doubled.map(([first]) => (JSON.parse(first?.text ?? '') as BookingRecord).id);
  expect(new Set(ids).size).toBe(KEYS);
  expect(await countBookings()).toBe(before + KEYS);

  // One key, two different wishes at once: one is done, the other is told that the key is taken.
  const key = randomUUID();
  const twoWishes = await Promise.all([0, 1].map((attempt) => post(attempt, stayOf(2, 1 + attempt), key)));
  expect(twoWishes.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = twoWishes.find(({ status }) => status === 409)?.text ?? '';
  expect((JSON.parse(refused) as ErrorBody).errors.map(({ code }) => code)).toEqual([
    'idempotency_key_reused',
  ]);
  expect(await countBookings()).toBe(before + KEYS + 1);
  await survived({
    what: 'submits doubled and tried again with the same key, on two nodes',
    tried: KEYS * (COPIES + 1) + 2,
    databaseUrl: database.url,
    acknowledged: KEYS + 1,
    terminals,
  });
});
