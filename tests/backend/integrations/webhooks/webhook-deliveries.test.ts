import { day } from '@domain/dates.js';
import { MOST_ATTEMPTS } from '@domain/webhooks/retries.js';
import { describe, expect, it } from '@jest/globals';
import { MOST_KEPT } from '#backend/integrations/webhooks/webhook-places.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { anAppend, recordWeather } from '#tests/support/store-node.js';
import { verified } from '#tests/support/webhook-receiver.js';
import {
  amend,
  book,
  database,
  GUEST,
  head,
  isInOrder,
  nothingWaits,
  open,
  receiver,
  rows,
  secondReceiver,
  settled,
  streamsOf,
  time,
  useDeliveryWorld,
} from './delivery-world.js';

useDeliveryWorld();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('a webhook', () => {
  it('is sent each entry once, as the feed has it, signed so that the public library verifies it', async () => {
    const node = open();
    const { id, secret } = await node.webhook(receiver.url, ['bookings', 'personal']);
    const booking = await book(node);
    await node.store.execute(recordWeather(day('2096-01-10'), '晴れ'));
    await amend(node, booking, '窓側');
    await node.start();
    await settled(node, id);
    expect(receiver.taken.map(({ event }) => [event.type, event.stream])).toEqual([
      ['ReservationCreated', `reservation-${booking}`],
      ['ReservationAmended', `reservation-${booking}`],
    ]);
    const [first] = receiver.taken;
    if (!first) throw new Error('nothing came');
    const event = verified(secret, first);
    expect(event).toMatchObject({
      ...{ position: booking, version: 1, schema_version: expect.any(Number), withheld: [] },
      ...{ hash: expect.stringMatching(/^[0-9a-f]{64}$/), data: { guestName1: GUEST } },
    });
    expect(first.headers['webhook-id']).toBe(`evt_${booking}_${event.hash.slice(0, 16)}`);
    expect(first.headers['content-type']).toBe('application/json');
    expect(() => verified('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', first)).toThrow();
    expect(await node.delivery(id)).toMatchObject({ state: 'current', behind: 0, waiting: 0, dead: 0 });
    expect(await node.delivery(id)).toMatchObject({ delivered_at: time.now().toISOString() });
  });

  it('is sent what happens while it runs, without personal data unless it may see them', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    await node.start();
    await book(node);
    await settled(node, id);
    expect(receiver.taken[0]?.event).toMatchObject({ withheld: expect.arrayContaining(['guestName1']) });
    expect(receiver.taken[0]?.body).not.toContain(GUEST);
  });

  it('is signed by both secrets while both count', async () => {
    const node = open();
    const { id, secret } = await node.webhook(receiver.url, ['bookings']);
    const { secret: next } = await node.issue(id, 24);
    await node.start();
    await book(node);
    await settled(node, id);
    const [both] = receiver.taken;
    if (!both) throw new Error('nothing came');
    for (const one of [secret, next]) verified(one, both);
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    time.pass(25 * HOUR_MS);
    await book(node);
    await eventually('the next came', () => receiver.taken.length === 2);
    const later = receiver.taken[1];
    expect(String(later?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('stops where its secret can not be read, and goes on with a new one', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    await rawQuery(database.url, `delete from encryption_keys where stream = 'webhook-secret-${id}'`);
    await node.start();
    await book(node);
    await eventually(
      'it stops',
      () => node.delivery(id),
      ({ stop }) => stop === 'secret',
    );
    const { secret } = await open().issue(id, 0);
    await node.places.resume(id, ['secret']);
    const [taken] = await eventually(
      'it goes on',
      () => receiver.taken,
      (all) => all.length === 1,
    );
    if (taken) verified(secret, taken);
  });

  it('sends an erased guest as erased, also what waited from before', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings', 'personal']);
    receiver.answers(() => 500);
    await node.start();
    const booking = await book(node);
    await eventually('it was tried', () => receiver.attempts.length === 1);
    expect(receiver.attempts[0]?.body).toContain(GUEST);
    const erased = { type: 'PersonalDataErased', data: { reason: '本人の請求' } } as const;
    await node.store.execute(anAppend(reservationStream, erased as never, booking));
    receiver.answers(() => 200);
    time.pass(10_000);
    await eventually('both are taken', () => receiver.taken.length === 2);
    expect(receiver.taken.map(({ event }) => event.type)).toEqual([
      'ReservationCreated',
      'PersonalDataErased',
    ]);
    expect(receiver.taken.map(({ body }) => body).join()).not.toContain(GUEST);
    expect(receiver.taken[0]?.event.data).toMatchObject({ guestName1: '削除済み' });
    // The body is another one by now, the message is the same.
    expect(receiver.taken[0]?.headers['webhook-id']).toBe(receiver.attempts[0]?.headers['webhook-id']);
    await settled(node, id);
    await nothingWaits();
    expect((await node.delivery(id)).state).toBe('current');
  });
});

describe('an entry that is not taken', () => {
  it('holds back those of its booking only, and is tried again after growing pauses', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    const [bad, good] = [await book(node), await book(node)];
    for (const notes of ['一', '二']) {
      await amend(node, bad, notes);
      await amend(node, good, notes);
    }
    receiver.answers(({ event }) => (event.stream === `reservation-${bad}` ? 503 : 200));
    await node.start();
    await settled(node, id);
    expect(streamsOf(receiver.taken.map(({ event }) => event))).toEqual(
      new Map([[`reservation-${good}`, [1, 2, 3]]]),
    );
    expect(await node.delivery(id)).toMatchObject({
      ...{ state: 'late', waiting: 3, dead: 0, failure: 'status', failure_status: 503 },
    });
    const tried = () => receiver.attempts.filter(({ event }) => event.stream === `reservation-${bad}`);
    expect(tried()).toHaveLength(1);
    time.pass(5_000);
    await eventually('it is tried again', () => tried().length === 2);
    time.pass(60_000);
    await amend(node, good, '三');
    await eventually('the others go on', () => receiver.taken.length === 4);
    expect(tried()).toHaveLength(2);
    receiver.answers(() => 200);
    time.pass(5 * 60_000);
    await eventually(
      'all of it is taken',
      () => node.delivery(id),
      ({ waiting }) => waiting === 0,
    );
    expect(isInOrder(receiver.taken.map(({ event }) => event))).toBe(true);
    expect(new Set(tried().map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    await nothingWaits();
  });

  it.each([429, 503])(
    'of a receiver that asks for a rest by %s waits as long, and nothing else is sent meanwhile',
    async (status) => {
      const node = open();
      const { id } = await node.webhook(receiver.url, ['bookings']);
      receiver.answers(() => ({ status, retryAfter: '1800' }));
      for (let count = 0; count < 12; count += 1) await book(node);
      await node.start();
      const failed = (now: { failure_status: number | null }) => now.failure_status === status;
      await eventually('it was refused', () => node.delivery(id), failed);
      // Those of other bookings that were on their way at the same time.
      expect(receiver.attempts.length).toBeLessThanOrEqual(4);
      const before = receiver.attempts.length;
      receiver.answers(() => 200);
      const other = await node.webhook((await secondReceiver()).url, ['bookings']);
      time.pass(1_700_000);
      await book(node);
      await eventually(
        'another webhook goes on',
        () => node.delivery(other.id),
        ({ delivered_at }) => delivered_at !== null,
      );
      expect(receiver.attempts).toHaveLength(before);
      time.pass(100_000);
      await eventually('all is taken', () => receiver.once().length === 13);
      await nothingWaits();
    },
  );

  it('is a dead letter after about three days; what came after it goes on; it is sent again by hand', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    const bad = await book(node);
    await amend(node, bad, '一');
    const begun = time.now().getTime();
    receiver.answers(({ event }) => (event.version === 1 ? 500 : 200));
    await node.start();
    await settled(node, id);
    const tries = () => receiver.attempts.filter(({ event }) => event.version === 1).length;
    for (let attempt = 1; attempt < MOST_ATTEMPTS; attempt += 1) {
      const first = await eventually(
        'it was tried',
        () => rawQuery(database.url, 'select attempts, next_at from webhook_entries order by position'),
        ([entry]) => Number(entry?.attempts) === attempt,
      );
      expect([tries(), receiver.taken.length]).toEqual([attempt, 0]);
      time.pass(Date.parse(String(first[0]?.next_at)) - time.now().getTime());
    }
    await eventually(
      'it is given up',
      () => node.delivery(id),
      ({ dead }) => dead === 1,
    );
    expect(tries()).toBe(MOST_ATTEMPTS);
    expect(time.now().getTime() - begun).toBeGreaterThan(3 * DAY_MS);
    await eventually(
      'the later one is taken, and this is recorded',
      () => node.delivery(id),
      (delivery) =>
        expect(delivery).toMatchObject({ state: 'current', waiting: 0, dead: 1, failure_status: 500 }),
    );
    expect(receiver.taken.length).toBe(1);
    const { letters, total } = await node.views.deadLetters(id);
    expect([letters, total]).toEqual([
      [
        expect.objectContaining({
          position: bad,
          type: 'ReservationCreated',
          attempts: 10,
          failure_status: 500,
        }),
      ],
      1,
    ]);
    expect(JSON.stringify(await rawQuery(database.url, 'select * from webhook_entries'))).not.toContain(
      GUEST,
    );
    receiver.answers(() => 200);
    expect(await node.places.sendAgain(id, bad + 1, time.now())).toBe(0);
    expect(await node.places.sendAgain(id, bad, time.now())).toBe(1);
    await eventually(
      'it is taken',
      () => receiver.positions(),
      (positions) => positions.includes(bad),
    );
    await nothingWaits();
  });

  it('is forgotten once it was a dead letter for a month', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url);
    await rawQuery(
      database.url,
      `insert into webhook_entries select ${id}, n, 'day-2096-01-10', true, 10, timestamptz '${time.now().toISOString()}' - n * interval '20 days'
       from generate_series(1, 2) n`,
    );
    await node.places.cleanUp(time.now());
    expect(await rows()).toBe(1);
  });
});

describe('a receiver', () => {
  it('that answers 500 for a day is sent a bounded number, and then catches up in order', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    receiver.answers(() => 500);
    const bookings = [];
    for (let n = 0; n < 40; n += 1) bookings.push(await book(node));
    await node.start();
    await settled(node, id);
    for (let hour = 0; hour < 24; hour += 1) {
      await amend(node, bookings[hour] ?? 0, '一');
      time.pass(HOUR_MS);
    }
    await settled(node, id);
    expect(await node.delivery(id)).toMatchObject({ state: 'late', waiting: 64, dead: 0 });
    // At most nine of an entry are made in a day, however long it is.
    expect(receiver.attempts.length).toBeLessThanOrEqual(40 * 9);
    receiver.answers(() => 200);
    time.pass(DAY_MS);
    await eventually('it has all', () => receiver.taken.length === 64);
    expect(isInOrder(receiver.taken.map(({ event }) => event))).toBe(true);
    expect(receiver.once()).toHaveLength(64);
  });

  it('of which too many entries wait is sent no others until there is room', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    const full = `insert into webhook_entries select ${id}, -n, 'reservation-' || n, true, 10, now(), 'status', 500
                  from generate_series(1, ${MOST_KEPT}) n`;
    await rawQuery(database.url, full);
    await node.start();
    const booking = await book(node);
    await eventually(
      'it is full',
      () => node.delivery(id),
      ({ stop }) => stop === 'full',
    );
    expect(receiver.attempts).toEqual([]);
    await rawQuery(database.url, 'delete from webhook_entries where position < -900');
    await eventually(
      'it goes on',
      () => receiver.positions(),
      (all) => expect(all).toEqual([booking]),
    );
  });

  it('that answers 410 is switched off by an event; the entry waits for its being switched on', async () => {
    const node = open();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    receiver.answers(() => 410);
    await node.start();
    const booking = await book(node);
    await eventually(
      'it is off',
      () => node.delivery(id),
      ({ is_retired }) => is_retired === 1,
    );
    const [event] = (await node.store.readLog((await head(node)) - 1, 1)) ?? [];
    expect(event?.row).toMatchObject({ type: 'WebhookRetired', stream: `webhook-${id}`, staffId: null });
    expect(await node.delivery(id)).toMatchObject({ state: 'off', failure_status: 410 });
    await book(node);
    expect(receiver.attempts).toHaveLength(1);
    expect((await node.delivery(id)).position).toBe(booking - 1);
  });

  it('that never answers delays neither other bookings for long nor other webhooks', async () => {
    const node = open({ sender: { wholeMs: 3_000 } });
    const other = await secondReceiver();
    const { id } = await node.webhook(receiver.url, ['bookings']);
    const { id: otherId } = await node.webhook(other.url, ['bookings']);
    const bad = await book(node);
    const good = await book(node);
    receiver.answers(({ event }) => (event.position === bad ? 'never' : 200));
    await node.start();
    await Promise.all([settled(node, id), settled(node, otherId)]);
    expect(receiver.positions()).toEqual([good]);
    expect(other.positions()).toEqual([bad, good]);
    expect(await node.delivery(id)).toMatchObject({ waiting: 1, failure: 'timeout' });
  });

  it('whose name comes to stand for a private address is left alone, and says why', async () => {
    const addresses = [{ address: '127.0.0.1', family: 4 }];
    const resolve = async () => addresses;
    const node = open({ sender: { allowsPrivate: false, resolve } });
    const { id } = await node.webhook(`https://moved.example:${receiver.port}/`, ['bookings']);
    await node.start();
    const booking = await book(node);
    const stopped = await eventually(
      'it stops',
      () => node.delivery(id),
      ({ stop }) => stop === 'address',
    );
    expect(stopped).toMatchObject({
      state: 'stopped',
      position: booking - 1,
      failure: 'address',
      waiting: 0,
    });
    expect(receiver.attempts).toEqual([]);
  });
});
