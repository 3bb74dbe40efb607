import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { addDays, day, type Month } from '@domain/dates.js';
import { expect } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErrorBody } from '@wire/errors.js';
import { rawQuery } from '../support/log-rows.js';
import { A_BOOKING, defineRoom, plainRoom } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { fault } from './harness.js';

const MONTH = day('2096-01-01') as Month;
/** Number of callers at the same moment, and of rounds. */
const CROWDS = [
  { attempts: timesOf(1_000, 1_000, 200), rounds: timesOf(1, 10) },
  { attempts: 10_000, rounds: timesOf(0, 100) },
].filter(({ rounds }) => rounds > 0);
const KEYS = timesOf(12, 30);
const COPIES = timesOf(6, 40);

const codesOf = (text: string) => (JSON.parse(text) as ErrorBody).errors.map(({ code }) => code);

fault('contended-room', 'many ask for one thing at the same moment, on two nodes', async (world) => {
  const url = await world.database();
  const { store } = world.store();
  const newRoom = async (number: number) => (await defineRoom(store, plainRoom(`${number}`, MONTH))).id;
  const servers = [await world.node(), await world.node()];
  for (const server of servers) await world.terminal(server.url);
  /** Attempts on the wire to each node at once; the others wait for their connection. */
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  world.later(() => agent.destroy());
  /** Books a stay at one of the nodes. */
  const post = async (attempt: number, [room, night, nights = 1]: [number, number, number?], key: string) => {
    const stay = { stay_start: addDays(MONTH, night), stay_end: addDays(MONTH, night + nights) };
    const body = { ...A_BOOKING, room_id: room, ...stay };
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await new Promise<{ status: number; text: string }>((done, failed) => {
      const address = `${servers[attempt % servers.length]?.url}/api/booking`;
      const call = request(address, { method: 'POST', agent, headers }, async (response) => {
        const chunks: Buffer[] = await response.toArray();
        done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
      call.on('error', failed);
      call.end(JSON.stringify(body));
    });
    await world.ledger.note('/api/booking', { body, key }, new Response(answer.text, answer));
    return answer;
  };
  const stored = async () => Number((await rawQuery(url, 'select count(*) from bookings'))[0]?.count);

  for (const { attempts, rounds } of CROWDS) {
    await world.step(`${attempts} attempts at one room: one is told that it is theirs`, async () => {
      let slowest = 0;
      for (let round = 0; round < rounds; round += 1) {
        const before = await stored();
        const room = await newRoom(1_000 + before);
        const started = performance.now();
        // Stays of one and two nights, so that they overlap in different ways.
        const attempt = (index: number) => post(index, [room, 0, 1 + (index % 2)], randomUUID());
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
    });
  }

  await world.step(
    'submits that are doubled and tried again: each is done once, answered the same',
    async () => {
      const before = await stored();
      const [room, other] = [await newRoom(1_000 + before), await newRoom(1_001 + before)];
      const send = (key: string, index: number, attempt: number) =>
        world.strike(() => post(attempt, [room, index], key));
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
      const wish = (attempt: number) => world.strike(() => post(attempt, [other, attempt], key));
      const [done, refused] = (await Promise.all([0, 1].map(wish))).sort((a, b) => a.status - b.status);
      expect([done?.status, refused?.status]).toEqual([201, 409]);
      expect(codesOf(refused?.text ?? '')).toEqual(['idempotency_key_reused']);
      expect(await stored()).toBe(before + KEYS + 1);
    },
  );
});
