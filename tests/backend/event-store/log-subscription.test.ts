import { addDays, type Day, day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type LogRange, LogSubscription } from '../../../backend/event-store/log-subscription.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type GatedPort, openGate } from '../../support/gated-port.js';
import { cutConnections, rawQuery } from '../../support/log-rows.js';
import { openNode, recordWeather, type StoreNode } from '../../support/store-node.js';

const A_LOOK_MS = 5_000;
const MANY = 12_000;

let database: TestDatabase;
let gate: GatedPort;
let node: StoreNode;
let subscription: LogSubscription;
let stretches: LogRange[];
let failures: number;
let look: () => void;

beforeEach(async () => {
  database = await createTestDatabase();
  gate = await openGate(database.url);
  node = openNode(database.url);
  stretches = [];
  failures = 0;
  look = () => {};
});

afterEach(async () => {
  await subscription.close();
  await node.close();
  await gate.close();
  await database.drop();
  jest.useRealTimers();
});

/** From now on the subscription looks at the log by itself only when a test lets time pass. */
function stopTheClock(): void {
  const others = [
    'Date',
    'hrtime',
    'performance',
    'nextTick',
    'queueMicrotask',
    'setImmediate',
    'setTimeout',
  ];
  const clears = ['clearImmediate', 'clearTimeout'];
  jest.useFakeTimers({ doNotFake: [...others, ...clears] as never });
}

async function follow(from = 0): Promise<void> {
  subscription = new LogSubscription(gate.url, from, async (stretch) => {
    if (failures > 0) {
      failures -= 1;
      look();
      throw new Error('not now');
    }
    stretches.push(stretch);
    look();
  });
  await subscription.start();
}

/** Waits until the condition holds; it is looked at whenever the handler was called. */
function until(condition: () => boolean): Promise<void> {
  return new Promise((done) => {
    look = () => {
      if (condition()) done();
    };
    look();
  });
}

const reached = (position: number) => until(() => (stretches.at(-1)?.to ?? 0) >= position);
const date = (index: number): Day => addDays(day('2026-11-01'), index);
const write = (index: number) => node.store.execute(recordWeather(date(index), '晴'));

/** Every stretch begins where the one before ended, and they name every stream that was written. */
function expectComplete(from: number, to: number): void {
  const seams = stretches.map((stretch) => stretch.from);
  expect(seams).toEqual([from, ...stretches.slice(0, -1).map((stretch) => stretch.to)]);
  expect(stretches.at(-1)?.to).toBe(to);
  const streams = new Set(stretches.flatMap((stretch) => stretch.streams));
  expect(streams).toEqual(
    new Set(Array.from({ length: to - from }, (_, index) => `day-${date(from + index)}`)),
  );
}

describe('the bell', () => {
  test('wakes it, without a look of its own', async () => {
    stopTheClock();
    await follow();
    for (let index = 0; index < 3; index += 1) {
      await write(index);
      await reached(index + 1);
    }
    expectComplete(0, 3);
  });

  test('that nobody rang is made up for by its own look', async () => {
    stopTheClock();
    await follow();
    await write(0);
    await reached(1);
    await rawQuery(
      database.url,
      `insert into event_log select 2, 'day-2026-11-02', 1, type, 1, payload, null, null, null, recorded_at, hash
       from event_log; update log_head set position = 2`,
    );
    jest.advanceTimersByTime(A_LOOK_MS);
    await reached(2);
    expectComplete(0, 2);
  });

  test('is not needed for what was there when it began', async () => {
    stopTheClock();
    for (let index = 0; index < 3; index += 1) await write(index);
    await follow(1);
    await reached(3);
    expectComplete(1, 3);
  });

  test('is rung once however many events there are: they come in stretches, none of them waits', async () => {
    stopTheClock();
    await write(0);
    await rawQuery(
      database.url,
      `insert into event_log select last, 'day-' || date '2026-10-31' + last, 1, type, 1, payload, null, null, null, recorded_at, hash
       from event_log, generate_series(2, ${MANY}) as last; update log_head set position = ${MANY}`,
    );
    await follow();
    await reached(MANY);
    expect(stretches.length).toBeGreaterThan(2);
    expectComplete(0, MANY);
  });
});

test('a stretch whose handling failed is handed over again, and nothing before it has been', async () => {
  stopTheClock();
  await follow();
  failures = 2;
  await write(0);
  await until(() => failures === 1);
  await write(1);
  await until(() => failures === 0);
  expect(stretches).toEqual([]);
  while (stretches.length === 0) {
    jest.advanceTimersByTime(A_LOOK_MS);
    await new Promise((done) => setImmediate(done));
  }
  expectComplete(0, 2);
});

describe('a connection that is lost', () => {
  test('by the hand of an administrator: it comes back and catches up', async () => {
    stopTheClock();
    await follow();
    await write(0);
    await reached(1);
    await cutConnections(database.url);
    await gate.empty();
    node = await replaced(node);
    for (let index = 1; index < 4; index += 1) await write(index);
    await reached(4);
    await write(4);
    await reached(5);
    expectComplete(0, 5);
  });

  test('again and again, while two nodes write: nothing is missed, doubled or out of order', async () => {
    const other = openNode(database.url);
    await follow();
    let connections = 1;
    const writers = [node, other].map(async ({ store }, offset) => {
      for (let index = offset; index < 120; index += 2) {
        await store.execute(recordWeather(date(index), '晴'));
        if (![20, 50, 80].includes(index)) continue;
        gate.cut();
        connections += 1;
        await gate.reached(connections);
      }
    });
    await Promise.all(writers);
    await reached(120);
    const { position } = await node.store.current();
    expect(position).toBe(120);
    const seams = stretches.map((stretch) => stretch.from);
    expect(seams).toEqual([0, ...stretches.slice(0, -1).map((stretch) => stretch.to)]);
    const rows = await rawQuery(database.url, 'select stream from event_log order by position');
    for (const { from, to, streams } of stretches) {
      expect([...streams].sort()).toEqual(
        rows
          .slice(from, to)
          .map(({ stream }) => stream)
          .sort(),
      );
    }
    await other.close();
  });

  test('in the moment in which it was made: it is made once more', async () => {
    await follow();
    gate.endAfter('LISTEN');
    gate.cut();
    await gate.reached(3);
    await write(0);
    await reached(1);
    expectComplete(0, 1);
  });

  test('and is being made anew when it is closed: no connection is left behind', async () => {
    await follow();
    gate.hold();
    gate.cut();
    await gate.reached(2);
    await subscription.close();
    gate.release();
    await gate.empty();
    const connected = `select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    expect(await rawQuery(database.url, connected)).toEqual([]);
  });
});

/** A node in place of one whose connections were cut. */
async function replaced(old: StoreNode): Promise<StoreNode> {
  await old.close();
  return openNode(database.url);
}
