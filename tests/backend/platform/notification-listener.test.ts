import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NotificationListener } from '#backend/platform/notification-listener.js';
import { eventually } from '#tests/support/eventually.js';
import { fakeIntervals } from '#tests/support/fake-intervals.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();

const A_POLL_MS = 2_000;

let calls = 0;
let ends = 0;
let heard = 0;
let release = () => {};
let listener: NotificationListener;

/** Listens with a handler that does not come to its end before it is released. */
async function listen(): Promise<void> {
  [calls, ends, heard] = [0, 0, 0];
  const held = new Promise<void>((done) => {
    release = done;
  });
  const handle = async () => {
    calls += 1;
    await held;
    ends += 1;
  };
  listener = new NotificationListener(database.url, 'a_channel', handle, () => {
    heard += 1;
    return true;
  });
  await listener.start();
}

const notify = () => rawQuery(database.url, "select pg_notify('a_channel', '')");

// A poll calls the handler as well.
beforeEach(fakeIntervals);
afterEach(async () => {
  release();
  await listener.close();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a listener', () => {
  it('calls its handler once more for all that is notified while it runs, and never beside itself', async () => {
    await listen();
    await notify();
    // PostgreSQL may deliver it after the query that sent it has ended.
    await eventually(
      'the notification was delivered',
      () => heard,
      (count) => expect(count).toBe(1),
    );
    for (let time = 0; time < 3; time += 1) listener.notify();
    expect([calls, ends]).toEqual([1, 0]);
    release();
    await eventually(
      'the handler has ended again',
      () => ends,
      (count) => expect(count).toBe(2),
    );
    expect(calls).toBe(2);
  });

  it('is closed once its handler has ended, which is not called again', async () => {
    await listen();
    await notify();
    const closing = listener.close().then(() => [calls, ends]);
    // Each of these takes a connection of its own: longer than closing the one that listens.
    for (let time = 0; time < 3; time += 1) await notify();
    release();
    expect(await closing).toEqual([1, 1]);
    listener.notify();
    expect(calls).toBe(1);
  });

  it('keeps its connection while a handler takes long that asks nothing by it, as the run of a large file', async () => {
    await listen();
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    for (let poll = 0; poll < 4; poll += 1) {
      now += A_POLL_MS;
      jest.advanceTimersByTime(A_POLL_MS);
      // Each takes longer than an answer on the connection that listens.
      for (let time = 0; time < 3; time += 1) await rawQuery(database.url, 'select 1');
    }
    expect([calls, listener.state.isListening]).toEqual([1, true]);
  });
});
