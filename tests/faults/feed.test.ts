import { day } from '@domain/dates.js';
import { expect } from '@jest/globals';
import { handoverNoteStream } from '#backend/streams/handover.stream.js';
import { eventually } from '../support/eventually.js';
import { FeedConsumer } from '../support/feed-consumer.js';
import { KilledReceiver } from '../support/killed-receiver.js';
import { amendUnchecked, anAppend, bookUnchecked } from '../support/store-node.js';
import { timesOf } from '../support/trial-size.js';
import { MovableTime, openWebhookNode } from '../support/webhook-node.js';
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

const SENT = timesOf(1_000, 10_000, 100);
const RECEIVER_KILLS = timesOf(100, 1_000, 20);
const BOOKINGS = 20;
const DAY_MS = 86_400_000;
/** Messages after which a receiver is killed; four are on their way at a time. */
const MESSAGES = [1, 2, 9, 3, 14, 5];

fault('killed-receiver', 'a program that is sent webhooks is killed while events go by', async (world) => {
  await world.database();
  const { store } = world.store();
  const time = new MovableTime();
  const nodes = [1, 2].map(() => openWebhookNode(world.databaseUrl, { time, leaseMs: 10_000 }));
  for (const node of nodes) world.later(node.close);
  const receiver = new KilledReceiver((kills) => MESSAGES[kills % MESSAGES.length] ?? 1, RECEIVER_KILLS);
  await receiver.start();
  world.later(() => receiver.close());
  const [node] = nodes as [(typeof nodes)[number]];
  const { id } = await node.webhook(receiver.url, ['bookings']);
  for (const each of nodes) await each.start();
  const ids: number[] = [];
  for (let room = 1; room <= BOOKINGS; room += 1)
    ids.push((await store.execute(bookUnchecked(`K${room}`, '2096-01-10', '2096-01-12'))).id);
  for (let at = 0; at < SENT; at += BOOKINGS)
    await Promise.all(ids.map((booking) => store.execute(amendUnchecked({ [booking]: { notes: `${at}` } }))));
  const all = ids.length + Math.ceil(SENT / BOOKINGS) * BOOKINGS;
  await eventually(
    'all is taken',
    async () => {
      // What was not taken waits by a clock that the test moves on; what was given up is sent again by hand.
      time.pass(DAY_MS);
      await node.places.sendAgain(id, null, time.now());
      const { state, waiting, dead } = await node.delivery(id);
      return { taken: receiver.taken.size, kills: receiver.kills, state, waiting, dead };
    },
    ({ taken, state }) => taken >= all && state === 'current',
    { within: timesOf(120_000, 1_800_000, 60_000) },
  );
  world.figures = { attempts: receiver.attempts, kills: receiver.kills };
  expect([receiver.taken.size, receiver.kills]).toEqual([all, RECEIVER_KILLS]);
  const versions = new Map<string, number[]>();
  for (const { stream, version } of receiver.taken.values())
    versions.set(stream, [...(versions.get(stream) ?? []), version]);
  // Each once, in the order of its booking; those that were given up come later.
  for (const list of versions.values())
    expect([...list].sort((one, other) => one - other)).toEqual(list.map((_, index) => index + 1));
});
