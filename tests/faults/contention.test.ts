import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { day, type Month } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import { rawQuery } from '../support/log-rows.js';
import { A_BOOKING, defineRoom, plainRoom } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { fault, type World } from './harness.js';

/** How many ask at the same moment, and how often. */
const CROWDS = [
  { attempts: timesOf(1_000, 1_000, 200), rounds: timesOf(1, 10) },
  { attempts: 10_000, rounds: timesOf(0, 2) },
].filter(({ rounds }) => rounds > 0);
const KEYS = timesOf(12, 30);
const COPIES = timesOf(6, 40);

async function open(world: World) {
  const url = await world.database();
  const node = await world.store();
  const rooms: number[] = [];
  for (const number of ['1001', '1002', '1003']) {
    rooms.push((await defineRoom(node.store, plainRoom(number, day('2096-01-01') as Month))).id);
  }
  const servers = [await world.node(), await world.node()];
  for (const server of servers) await world.terminal(server.url);
  /** So many attempts are on the wire to each node at once; the others wait for their connection. */
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  world.later(() => agent.destroy());
  /** Books a stay at one of the nodes. */
  const post = async (attempt: number, stay: [room: number, night: number, nights?: number], key: string) => {
    const [room, night, nights = 1] = stay;
    const at = (offset: number) => new Date(Date.UTC(2096, 0, night + offset)).toISOString().slice(0, 10);
    const body = { ...A_BOOKING, room_id: rooms[room], stay_start: at(0), stay_end: at(nights) };
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const { status, text } = await new Promise<{ status: number; text: string }>((done, failed) => {
      const address = `${servers[attempt % servers.length]?.url}/api/booking`;
      const call = request(address, { method: 'POST', agent, headers }, async (answer) => {
        const chunks: Buffer[] = await answer.toArray();
        done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
      call.on('error', failed);
      call.end(JSON.stringify(body));
    });
    await world.ledger.note('/api/booking', { body, key }, new Response(text, { status }));
    return { status, text };
  };
  const stored = async () => Number((await rawQuery(url, 'select count(*) from bookings'))[0]?.count);
  return { post, stored };
}

const codesOf = (text: string) => (JSON.parse(text) as ErrorBody).errors.map(({ code }) => code);

fault('contended-room', {
  isInGate: true,
  open,
  steps: [
    ...CROWDS.map(({ attempts, rounds }) => ({
      name: `${attempts} attempts at one room at the same moment, on two nodes, ${rounds} times: one is told that it is theirs`,
      report: `${attempts.toLocaleString('en-US')} attempts at one room at the same moment, on two nodes`,
      limitMs: timesOf(300_000, 600_000),
      async run({ post, stored }: Awaited<ReturnType<typeof open>>, world: World) {
        let slowest = 0;
        for (let round = 0; round < rounds; round += 1) {
          const before = await stored();
          const started = performance.now();
          // Stays of one and two nights, so that they overlap in different ways.
          const attempt = (index: number) => post(index, [0, 1 + 2 * before, 1 + (index % 2)], randomUUID());
          const answers = await world.strike(() =>
            Promise.all(Array.from({ length: attempts }, (_, index) => attempt(index))),
          );
          slowest = Math.max(slowest, performance.now() - started);
          expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
          const refused = answers.filter(({ status }) => status === 409);
          expect(refused).toHaveLength(attempts - 1);
          for (const { text } of refused) {
            const { error, errors, request_id } = JSON.parse(text) as ErrorBody;
            expect(codesOf(text)).toEqual(['overlap']);
            expect([error, request_id]).toEqual([errors[0]?.message, expect.stringMatching(/./)]);
          }
          expect(await stored()).toBe(before + 1);
        }
        world.figures = { 'slowest round ms': Math.round(slowest) };
      },
    })),
    {
      name: 'submits that are doubled and tried again, on two nodes: each is done once and answered the same',
      report: 'submits doubled and tried again with the same key, on two nodes',
      async run({ post, stored }, world) {
        const before = await stored();
        const send = (key: string, index: number, attempt: number) =>
          world.strike(() => post(attempt, [1, 1 + index], key));
        const answers = await Promise.all(
          Array.from({ length: KEYS }, async (_, index) => {
            const key = randomUUID();
            const copies = Array.from({ length: COPIES }, (_, attempt) => send(key, index, attempt));
            return [...(await Promise.all(copies)), await send(key, index, index)];
          }),
        );
        for (const [first, ...copies] of answers) {
          for (const copy of copies) expect(copy).toEqual({ status: 201, text: first?.text });
        }
        const ids = answers.map(([first]) => (JSON.parse(first?.text ?? '') as BookingRecord).id);
        expect(new Set(ids).size).toBe(KEYS);
        expect(await stored()).toBe(before + KEYS);

        // One key, two different wishes at once: one is done, the other is told that the key is taken.
        const key = randomUUID();
        const twoWishes = await Promise.all(
          [0, 1].map((attempt) => world.strike(() => post(attempt, [2, 1 + attempt], key))),
        );
        const [done, refused] = twoWishes.sort((a, b) => a.status - b.status);
        expect([done?.status, refused?.status]).toEqual([201, 409]);
        expect(codesOf(refused?.text ?? '')).toEqual(['idempotency_key_reused']);
        expect(await stored()).toBe(before + KEYS + 1);
      },
    },
  ],
});
