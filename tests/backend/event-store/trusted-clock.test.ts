import { beforeEach, describe, expect, test } from '@jest/globals';
import { TrustedClock } from '#backend/event-store/trusted-clock.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2030-11-20T01:00:00Z');

/** Milliseconds by which the clocks are ahead of the right time, and that have gone by. */
let gone: number;
let ahead: { database: number; wall: number };
let slept: number;
let clock: TrustedClock;

const text = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z');
const sources = {
  wall: () => START + gone + ahead.wall,
  steady: () => gone - slept,
  uptime: () => 77_000 + gone,
};
/** By how many minutes the time that counts is off the right one, `ms` later. */
function offAfter(ms: number, lastRecorded = START): number {
  gone += ms;
  return (
    (Date.parse(clock.read(text(START + gone + ahead.database), text(lastRecorded))) - START - gone) / MINUTE
  );
}

beforeEach(() => {
  gone = 0;
  slept = 0;
  ahead = { database: 0, wall: 0 };
  clock = new TrustedClock(sources);
});

describe("the database's clock", () => {
  test('counts to the microsecond while the node agrees', () => {
    expect(clock.now()).toBeNull();
    expect(clock.read('2030-11-20T01:00:00.123456Z', text(START - HOUR))).toBe('2030-11-20T01:00:00.123456Z');
    gone = 1_500;
    expect(clock.now()).toBe('2030-11-20T01:00:01.623456Z');
  });

  test.each([72 * HOUR, -72 * HOUR])('does not count while it is off by %d ms, and does again', (off) => {
    offAfter(0);
    ahead.database = off;
    for (const wait of [MINUTE, HOUR, 24 * HOUR]) expect(offAfter(wait)).toBe(0);
    expect([clock.isDatabases, clock.now()]).toEqual([false, null]);
    ahead.database = 500;
    expect(offAfter(MINUTE)).toBe(500 / MINUTE);
    expect(clock.isDatabases).toBe(true);
  });

  test('counts when only the node was set another time', () => {
    offAfter(0);
    ahead.wall = 5 * HOUR;
    expect(offAfter(HOUR)).toBe(0);
    ahead.database = MINUTE;
    expect(offAfter(HOUR)).toBe(1);
  });

  test('counts when it drifts slowly, and when it is put right to where the node is', () => {
    offAfter(0);
    for (ahead.database = 0; ahead.database < HOUR; ahead.database += MINUTE) offAfter(MINUTE);
    expect(offAfter(1)).toBe(60);
    ahead.database = 0;
    expect(offAfter(MINUTE)).toBe(60);
    expect(offAfter(MINUTE)).toBe(0);
  });
});

describe('both clocks ahead together, as on one machine', () => {
  test('do not count for a moment', () => {
    offAfter(0);
    ahead = { database: 72 * HOUR, wall: 72 * HOUR };
    expect(offAfter(HOUR)).toBe(0);
    expect(offAfter(30_000)).toBe(0);
    ahead = { database: 0, wall: 0 };
    expect(offAfter(30_000)).toBe(0);
    ahead = { database: 72 * HOUR, wall: 72 * HOUR };
    expect(offAfter(MINUTE)).toBe(0);
  });

  test('count once they have said the same for a minute', () => {
    offAfter(0);
    ahead = { database: 72 * HOUR, wall: 72 * HOUR };
    expect(offAfter(HOUR)).toBe(0);
    expect(offAfter(MINUTE)).toBe(72 * 60);
  });

  test('count at once when the machine has slept', () => {
    offAfter(0);
    slept = 8 * HOUR;
    expect(offAfter(8 * HOUR)).toBe(0);
    expect(clock.isDatabases).toBe(true);
  });
});

describe('at the start of a node', () => {
  test.each([
    ['both agree', { database: MINUTE, wall: 0 }, -HOUR, 1],
    ['the database is ahead', { database: 5 * HOUR, wall: 0 }, -HOUR, 0],
    ['the node is ahead', { database: 0, wall: 5 * HOUR }, -HOUR, 0],
    ['the database is behind the last event', { database: -5 * HOUR, wall: 0 }, -HOUR, -60],
    ['the node is behind the last event', { database: 0, wall: -5 * HOUR }, -MINUTE, 0],
    ['the log is ahead', { database: 0, wall: 0 }, 9 * HOUR, 0],
  ])('when %s the earlier counts that the last event allows', (_, off, last, expected) => {
    ahead = off;
    expect(offAfter(0, START + last)).toBe(expected);
  });
});
