import { day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import { handoverNoteStream } from '#backend/streams/handover.stream.js';
import { FeedConsumer } from '../support/feed-consumer.js';
import { anAppend } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { fault } from './harness.js';

const EVENTS = timesOf(1_000, 10_000, 300);
const KILLS = timesOf(100, 1_000, 30);
/** Bytes after which a consumer is killed: within an event, between two, within a stretch that is sent at once. */
const LIVES = [1, 90, 400, 1_300, 2_500, 5_000, 9_000];
const AT_A_TIME = 50;

fault('killed-consumer', 'a program that follows the feed is killed while events go by', async (world) => {
  await world.database();
  const { store } = world.store();
  const nodes = [await world.node(), await world.node()];
  const write = (index: number) => {
    const data = { date: day('2096-01-10'), text: `荷物 ${index}` };
    return store.execute(anAppend(handoverNoteStream, { type: 'HandoverNoteWritten', data }));
  };
  let calls = 0;
  const consumer = new FeedConsumer(() => nodes[calls++ % nodes.length]?.url ?? '');
  let kills = 0;
  const writing = (async () => {
    for (let at = 0; at < EVENTS; at += AT_A_TIME) {
      await Promise.all(
        Array.from({ length: Math.min(AT_A_TIME, EVENTS - at) }, (_, index) => write(at + index)),
      );
      // As many kills as belong to what was written.
      while (kills < (KILLS * (at + AT_A_TIME)) / EVENTS) {
        await consumer.run({ until: EVENTS, killedAfter: LIVES[kills % LIVES.length] });
        kills += 1;
      }
    }
  })();
  await writing;
  await consumer.run({ until: EVENTS });
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  expect(consumer.seen.map(({ position }) => position)).toEqual(
    Array.from({ length: EVENTS }, (_, index) => index + 1),
  );
});
