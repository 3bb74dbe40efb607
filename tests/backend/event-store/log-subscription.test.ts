import { addDays, type Day, day } from '@domain/dates.js';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Subject } from 'rxjs';
import { GENESIS_HASH } from '#backend/event-store/hash-chain.js';
import {
  type ChainedRange,
  type LogRange,
  LogSubscription,
  type OwnAppends,
} from '#backend/event-store/log-subscription.js';
import { eventually } from '#tests/support/eventually.js';
import { fakeIntervals } from '#tests/support/fake-intervals.js';
import { type GatedPort, openGate } from '#tests/support/gated-port.js';
import { cutConnections, rawQuery, tamper } from '#tests/support/log-rows.js';
import { nodesOfEachTest } from '#tests/support/shared.js';
import { openNode, recordWeather } from '#tests/support/store-node.js';

const POLL_MS = 5_000;
const MANY = 12_000;

let gate: GatedPort;
let subscription: LogSubscription;
let ranges: LogRange[];
let failures: number;
let divergences: number;
/** The ranges that this node commits. */
let committed: Subject<ChainedRange>;
/** Queries of this node that the database has not answered. */
let inFlight: OwnAppends['inFlight'];
/** Called whenever it is asked for that. */
let onAsked: () => void;
/** Promise that the handler waits for. */
let held: Promise<void>;
let release: () => void;
/** End of the log when the test began. */
let start: number;

// Before the database is dropped.
afterEach(async () => {
  release();
  gate.thaw();
  await subscription.close();
  await gate.close();
  jest.useRealTimers();
});

const { database, here, there } = nodesOfEachTest();

beforeEach(async () => {
  gate = await openGate(database.url);
  ranges = [];
  failures = 0;
  divergences = 0;
  committed = new Subject();
  inFlight = null;
  onAsked = () => {};
  held = Promise.resolve();
  release = () => {};
  start = (await there.store.current()).position;
});

/** Follows the log; the answer to an append is waited for so long that it always comes, unless told otherwise. */
async function follow(from = start, answerMs = 60_000): Promise<void> {
  const handle = async (range: LogRange) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('not now');
    }
    ranges.push(range);
    await held;
  };
  const onDivergence = () => {
    divergences += 1;
  };
  const place = { position: from, hash: await hashAt(from) };
  const own: OwnAppends = {
    committed,
    get inFlight() {
      onAsked();
      return inFlight;
    },
  };
  subscription = new LogSubscription(gate.url, place, handle, onDivergence, own, answerMs);
  await subscription.start();
}

/** The handler does not come to its end from now on, until it is released. */
function hold(): void {
  held = new Promise((done) => {
    release = done;
  });
}

/** Closing waits for the range that is being handled. */
async function expectClosingWaits(): Promise<void> {
  let isClosed = false;
  const closing = subscription.close().then(() => {
    isClosed = true;
  });
  // Each of these takes a new connection to the database: longer than closing the one that listens.
  for (let time = 0; time < 3; time += 1) await hashAt(start);
  expect(isClosed).toBe(false);
  release();
  await closing;
}

async function hashAt(position: number): Promise<string> {
  const rows = `select encode(hash, 'hex') as hash from event_log where position = ${position}`;
  return (await rawQuery(database.url, rows))[0]?.hash ?? GENESIS_HASH.toString('hex');
}

const failuresLeft = (count: number) =>
  eventually(
    `${count} failures are left`,
    () => failures,
    (left) => expect(left).toBe(count),
  );
const reached = (count: number) =>
  eventually(
    `position ${start + count} is handled`,
    () => ranges.at(-1)?.to ?? start,
    (to) => expect(to).toBeGreaterThanOrEqual(start + count),
  );
/** The day that is written at a position. */
const dateAt = (position: number): Day => addDays(day('2026-11-01'), position);
const write = (nth: number, node = here) => node.store.execute(recordWeather(dateAt(start + nth), '晴'));

/** Every range begins where the one before ended, and they name every stream that was written. */
function expectComplete(count: number, from = start): void {
  const seams = ranges.map((range) => range.from);
  expect(seams).toEqual([from, ...ranges.slice(0, -1).map((range) => range.to)]);
  expect(ranges.at(-1)?.to).toBe(start + count);
  const streams = new Set(ranges.flatMap((range) => range.streams));
  const positions = Array.from({ length: start + count - from }, (_, index) => from + index + 1);
  expect(streams).toEqual(new Set(positions.map((position) => `day-${dateAt(position)}`)));
}

/** Puts events behind the log without a notification. */
const putSilently = (count: number) =>
  rawQuery(
    database.url,
    `insert into event_log select last, 'day-' || date '2026-11-01' + last::int, 1, type, 1, payload, null, null, null,
       recorded_at, hash
     from event_log, generate_series(position + 1, position + ${count}) as last
     where position = (select max(position) from event_log);
     update log_head set position = position + ${count}`,
  );

/** Says, as the writer of its own node does, that this event was committed. */
const commit = async (nth: number) =>
  committed.next({
    from: start + nth - 1,
    fromHash: await hashAt(start + nth - 1),
    to: start + nth,
    hash: await hashAt(start + nth),
    streams: [`day-${dateAt(start + nth)}`],
    written: { changes: [], results: {}, readModels: 0, referencePosition: 0 },
  });

describe('a notification', () => {
  beforeEach(fakeIntervals);

  test('wakes it, without a poll', async () => {
    await follow();
    for (let nth = 1; nth <= 3; nth += 1) {
      await write(nth);
      await reached(nth);
    }
    expectComplete(3);
  });

  test('that never came is made up for by its own poll', async () => {
    await follow();
    await write(1);
    await reached(1);
    await putSilently(1);
    jest.advanceTimersByTime(POLL_MS);
    await reached(2);
    expectComplete(2);
  });

  test('is not needed for what was there when it began', async () => {
    for (let nth = 1; nth <= 3; nth += 1) await write(nth);
    await follow(start + 1);
    await reached(3);
    expectComplete(3, start + 1);
  });

  test('comes once however many events there are: they come in ranges, none of them waits', async () => {
    await write(1);
    await putSilently(MANY - 1);
    await follow();
    await reached(MANY);
    expect(ranges.length).toBeGreaterThan(2);
    expectComplete(MANY);
  });
});

test('a range whose handling failed is handed over again, and nothing before it has been', async () => {
  fakeIntervals();
  await follow();
  failures = 2;
  await write(1);
  await failuresLeft(1);
  await write(2);
  await failuresLeft(0);
  expect(ranges).toEqual([]);
  await eventually('a poll hands it over again', () => {
    jest.advanceTimersByTime(POLL_MS);
    return ranges.length;
  });
  expectComplete(2);
});

describe('a connection that is lost', () => {
  test('without a word, as behind a pulled cable: its next poll finds out, and it catches up', async () => {
    fakeIntervals();
    await follow();
    await write(1);
    await reached(1);
    gate.freeze();
    await putSilently(1);
    let isConnected = false;
    const connected = gate.reached(2).then(() => {
      isConnected = true;
    });
    await eventually('another connection', () => {
      jest.advanceTimersByTime(POLL_MS);
      return isConnected;
    });
    await connected;
    await reached(2);
    expectComplete(2);
  });

  test('by the hand of an administrator: it comes back and catches up', async () => {
    fakeIntervals();
    await follow();
    await write(1);
    await reached(1);
    await cutConnections(database.url);
    await gate.empty();
    const node = openNode(database.url);
    for (let nth = 2; nth <= 4; nth += 1) await write(nth, node);
    await reached(4);
    await node.close();
    expectComplete(4);
  });

  test('again and again, while two nodes write: nothing is missed, doubled or out of order', async () => {
    const nodes = [openNode(database.url), openNode(database.url)];
    await follow();
    let connections = 1;
    const writers = nodes.map(async (node, offset) => {
      for (let nth = offset; nth < 60; nth += 2) {
        await write(nth, node);
        if (![20, 40].includes(nth)) continue;
        gate.cut();
        connections += 1;
        await gate.reached(connections);
      }
    });
    await Promise.all(writers);
    await reached(60);
    await Promise.all(nodes.map((node) => node.close()));
    const seams = ranges.map((range) => range.from);
    expect(seams).toEqual([start, ...ranges.slice(0, -1).map((range) => range.to)]);
    const rows = await rawQuery(database.url, 'select stream from event_log order by position');
    const written = rows.map(({ stream }) => stream);
    for (const { from, to, streams } of ranges) {
      expect([...streams].sort()).toEqual(written.slice(from, to).sort());
    }
  });

  test('in the moment in which it was made: it is made once more', async () => {
    await follow();
    gate.endAfter('LISTEN');
    gate.cut();
    await gate.reached(3);
    await write(1);
    await reached(1);
    expectComplete(1);
  });

  test('and is being made anew when it is closed: no connection is left behind', async () => {
    await follow();
    gate.hold();
    gate.cut();
    await gate.reached(2);
    await subscription.close();
    gate.release();
    await gate.empty();
    const listening = `select 1 from pg_stat_activity
                       where datname = current_database() and query ilike 'listen%'`;
    expect(await rawQuery(database.url, listening)).toEqual([]);
  });
});

describe('a range that its own node committed', () => {
  beforeEach(async () => {
    fakeIntervals();
    await write(1);
    await follow();
    await reached(1);
    await new Promise(setImmediate);
  });

  /** The ranges that were handled without being read. */
  const pushed = () => ranges.filter(({ written }) => written).map(({ to }) => to - start);

  test('is handled without being read, and not once more when its notification comes', async () => {
    gate.freeze();
    await write(2);
    await commit(2);
    expect(pushed()).toEqual([2]);
    gate.thaw();
    await write(3);
    await reached(3);
    expectComplete(3);
  });

  test('is waited for when its notification comes before the answer to its append', async () => {
    let answer = () => {};
    inFlight = { to: start + 2, over: new Promise<void>((done) => (answer = done)) };
    const notified = new Promise<void>((done) => (onAsked = done));
    await write(2);
    await notified;
    await commit(2);
    answer();
    inFlight = null;
    await write(3);
    await reached(3);
    expectComplete(3);
    expect(pushed()).toEqual([2]);
  });

  test('is read when the answer to its append does not come', async () => {
    await subscription.close();
    await follow(start + 1, 1);
    inFlight = { to: start + 2, over: new Promise(() => {}) };
    await write(2);
    await reached(2);
    expectComplete(2);
    expect(pushed()).toEqual([]);
  });

  test('is left to be read when events of another node come before it', async () => {
    gate.freeze();
    await write(2, there);
    await write(3);
    await commit(3);
    gate.thaw();
    await reached(3);
    expectComplete(3);
    expect(pushed()).toEqual([]);
  });

  test('is handled to its end before its notification is looked into, and not once more then', async () => {
    gate.freeze();
    await write(2);
    hold();
    await commit(2);
    const notified = new Promise<void>((done) => (onAsked = done));
    gate.thaw();
    await notified;
    release();
    await write(3);
    await reached(3);
    expectComplete(3);
    expect(pushed()).toEqual([2]);
  });

  test('is waited for when the subscription is closed', async () => {
    gate.freeze();
    await write(2);
    hold();
    await commit(2);
    gate.thaw();
    expect(pushed()).toEqual([2]);
    await expectClosingWaits();
  });

  test('is left to be read, with what came since, while a range is being handled', async () => {
    hold();
    await write(2);
    await reached(2);
    await putSilently(2);
    for (const nth of [2, 3, 4]) await commit(nth);
    release();
    await write(5);
    await reached(5);
    expect(pushed()).toEqual([]);
    expect(ranges.map(({ to }) => to - start)).toEqual([1, 2, 5]);
  });

  test('is read when it could not be handled', async () => {
    failures = 1;
    await putSilently(1);
    await commit(2);
    await reached(2);
    expect(failures).toBe(0);
    expect(pushed()).toEqual([]);
    expectComplete(2);
  });
});

test('closing waits for the handling of a range that was read', async () => {
  fakeIntervals();
  await follow();
  hold();
  await write(1);
  await reached(1);
  await expectClosingWaits();
});

describe('a log that goes on differently', () => {
  beforeEach(async () => {
    fakeIntervals();
    await follow();
    for (let nth = 1; nth <= 3; nth += 1) await write(nth);
    await reached(3);
  });

  const isNoticed = () => eventually('it is noticed', () => divergences === 1);

  test('as the own node sees it that appends to it', async () => {
    const range = { from: start + 3, to: start + 4, hash: '', streams: [] };
    const fromHash = await hashAt(start + 2);
    // While a range is being read it is left to be read as well.
    await eventually('it is noticed', () => {
      committed.next({ ...range, fromHash });
      return divergences;
    });
    expect(ranges.at(-1)?.to).toBe(start + 3);
  });

  test.each([
    ['under the last position followed', 'update event_log set hash = sha256(hash) where position = $'],
    [
      'and is shorter',
      'delete from event_log where position >= $; update log_head set position = position - 1, hash = sha256(hash)',
    ],
  ])('%s is followed no further', async (_, forged) => {
    await tamper(database.url, forged.replace('$', String(start + 3)));
    jest.advanceTimersByTime(POLL_MS);
    await isNoticed();
    await putSilently(2);
    jest.advanceTimersByTime(POLL_MS);
    await new Promise(setImmediate);
    expect(ranges.at(-1)?.to).toBe(start + 3);
    expect(divergences).toBe(1);
  });
});
