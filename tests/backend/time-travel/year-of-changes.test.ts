import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, day } from '@domain/dates.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { copyLargeLog } from '#tests/support/large-log.js';
import { LONG_MS } from '#tests/support/limits.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { startTestServer } from '#tests/support/server.js';

const ENDS = day('2026-11-22');
const EVENTS = 40_000;
/** The longest that one call may keep all others waiting, in ms of this process's own time. */
const MOST_MS = 100;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await copyLargeLog(database.url, { events: EVENTS, today: ENDS, seed: 7 });
  await rawQuery(database.url, 'analyze');
}, LONG_MS);

afterAll(() => database.drop());

/** The status of an answer and how long it is; nothing is made of it, which would take this process time as well. */
async function lengthOf(url: string): Promise<{ status: number | undefined; bytes: number }> {
  const [answer]: IncomingMessage[] = await once(get(url, { agent: false }), 'response');
  let bytes = 0;
  for await (const chunk of answer as IncomingMessage) bytes += chunk.length;
  return { status: answer?.statusCode, bytes };
}

/** The most of this process's time that passed between two turns of the event loop while something ran, in ms. */
async function longestTurn<Answer>(work: Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  let isOver = false;
  const answered = work.finally(() => {
    isOver = true;
  });
  let longest = 0;
  for (let before = process.cpuUsage(); !isOver; before = process.cpuUsage()) {
    await nextTurn();
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, user + system);
  }
  return { answer: await answered, ms: longest / 1_000 };
}

test.each([
  ['changes of a year', '/api/booking-changes', 'as_of=1000'],
  ['bookings of a year as of a moment', '/api/bookings', 'as_of=15000'],
])(
  '%s are read and folded in slices, nothing being cached',
  async (_, path, moment) => {
    const range = `start_date=${addDays(ENDS, -365)}&end_date=${ENDS}`;
    // The least of three: what the compiler and the collector of garbage take besides is not the call's.
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 3 && least >= MOST_MS; time += 1) {
      // One of its own, which has looked at nothing yet.
      const server = await startTestServer({ databaseUrl: database.url });
      const { answer, ms } = await longestTurn(lengthOf(`${server.url}${path}?${range}&${moment}`));
      await server.stop();
      expect(answer.status).toBe(200);
      expect(answer.bytes).toBeGreaterThan(100_000);
      least = Math.min(least, ms);
    }
    expect(least).toBeLessThan(MOST_MS);
  },
  LONG_MS,
);
