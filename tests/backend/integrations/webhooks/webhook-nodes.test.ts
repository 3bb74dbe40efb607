import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import {
  amend,
  book,
  database,
  isInOrder,
  nothingWaits,
  open,
  receiver,
  settled,
  time,
  useDeliveryWorld,
} from './delivery-world.js';

useDeliveryWorld();

/** Holds the answer to the first attempt back until it is given; all others are answered with 200. */
function holdFirst(): (status: number) => void {
  let give: (status: number) => void = () => undefined;
  const first = new Promise<number>((resolve) => {
    give = resolve;
  });
  receiver.answers((_, number) => (number === 1 ? first : 200));
  return give;
}

describe('nodes that send webhooks', () => {
  it('send each entry once between the two, in the order of each booking', async () => {
    const [one, two] = [open(), open()];
    const { id } = await one.webhook(receiver.url, ['bookings']);
    await Promise.all([one.start(), two.start()]);
    const bookings = await Promise.all(Array.from({ length: 5 }, () => book(one)));
    for (const notes of ['一', '二']) {
      await Promise.all(bookings.map((booking, n) => amend(n % 2 ? one : two, booking, notes)));
    }
    await settled(one, id);
    expect(receiver.taken).toHaveLength(15);
    expect(receiver.once()).toHaveLength(15);
    expect(isInOrder(receiver.taken.map(({ event }) => event))).toBe(true);
  });

  it('one that is frozen loses the webhook, and writes nothing when it wakes', async () => {
    const one = open({ leaseMs: 1_500, sender: { wholeMs: 60_000 } });
    const { id } = await one.webhook(receiver.url, ['bookings']);
    const wake = holdFirst();
    const first = await book(one);
    const second = await book(one);
    await one.start();
    await eventually('one node is sending', () => receiver.attempts.length >= 1);
    // Its requests to the database are not answered any more.
    const lease = one.places.lease.bind(one.places);
    one.places.lease = () => new Promise(() => undefined);
    const two = open({ leaseMs: 1_500 });
    await two.start();
    await eventually(
      'the other has sent all',
      () => two.delivery(id),
      ({ behind }) => behind === 0,
    );
    wake(500);
    one.places.lease = lease;
    await amend(two, first, '一');
    await settled(two, id);
    await nothingWaits();
    expect(
      receiver
        .once()
        .map(({ position }) => position)
        .sort((a, b) => a - b),
    ).toEqual([first, second, second + 1]);
  });

  it('whoever has lost the lease of a webhook, or never had it, writes nothing', async () => {
    const { places, webhook } = open();
    const { id } = await webhook(receiver.url);
    const [mine, other] = [randomUUID(), randomUUID()];
    const settle = (holder: string) =>
      places.settle({ id, holder, now: time.now() }, [], { from: id, to: id + 1 });
    expect(await places.lease(id, mine, 60_000)).toMatchObject({ position: id });
    expect(await places.lease(id, other, 60_000)).toBeNull();
    expect(await settle(other)).toBe(false);
    // Its time is over, though no other node has taken it yet.
    expect(await places.lease(id, mine, 0)).not.toBeNull();
    expect(await settle(mine)).toBe(false);
    expect(await places.lease(id, other, 60_000)).toMatchObject({ position: id });
    expect([await settle(mine), await settle(other)]).toEqual([false, true]);
  });

  it('what was sent while its place was set back is sent again', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    const booking = await book(node);
    const answer = holdFirst();
    await node.start();
    await eventually('it is being sent', () => receiver.attempts.length === 1);
    await rawQuery(database.url, `update webhook_places set position = ${id - 1} where webhook_id = ${id}`);
    answer(200);
    await eventually(
      'it is sent again',
      () => receiver.positions(),
      (all) => expect(all).toEqual([booking, booking]),
    );
    await settled(node, id);
  });

  it('a webhook whose place is lost or lies beyond the end stops, instead of sending all again', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    await book(node);
    await rawQuery(database.url, 'delete from webhook_places');
    await node.start();
    await eventually(
      'it says so',
      () => node.delivery(id),
      ({ stop }) => stop === 'lost',
    );
    await rawQuery(
      database.url,
      `update webhook_places set position = 1000000, stopped = null where webhook_id = ${id}`,
    );
    await eventually(
      'it says so',
      () => node.delivery(id),
      ({ stop }) => stop === 'beyond_end',
    );
    expect(receiver.attempts).toEqual([]);
  });
});
