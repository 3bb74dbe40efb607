import { addDays } from '@domain/dates.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { allPages, eventPage, eventsAddress } from '#tests/support/event-pages.js';
import { eventually } from '#tests/support/eventually.js';
import { rawLog } from '#tests/support/log-rows.js';
import { expectErrorShape } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();

beforeAll(async () => {
  const { id } = await hotel.book();
  await hotel.api.put(`/api/booking/${id}`, { notes: '窓側' });
});

const positionsOf = (events: readonly { position: number }[]) => events.map(({ position }) => position);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('GET /api/events page by page', () => {
  it('gives the whole log oldest first and newest first', async () => {
    const head = await hotel.position();
    expect(positionsOf(await allPages(hotel.api, { limit: 97 }))).toEqual(upTo(head));
    expect(positionsOf(await allPages(hotel.api, { limit: 97 }, 'newest first'))).toEqual(
      upTo(head).reverse(),
    );
  });

  it('gives 100 at a time by default, the next position, and the end of the log', async () => {
    const head = await hotel.position();
    const first = await eventPage(hotel.api, {});
    expect(positionsOf(first.events)).toEqual(upTo(100));
    expect(first).toMatchObject({ next: 100, head });
    const newest = await eventPage(hotel.api, { before: 'head', limit: 2 });
    expect(positionsOf(newest.events)).toEqual([head, head - 1]);
    expect(newest).toMatchObject({ next: head - 1, head });
    expect(await eventPage(hotel.api, { after: head - 1 })).toMatchObject({ next: null, head });
    expect(await eventPage(hotel.api, { after: head })).toEqual({ events: [], next: null, head });
    expect(await eventPage(hotel.api, { before: 2 })).toMatchObject({ next: null, head });
  });

  it('gives every event exactly once in both directions while others write', async () => {
    const { id } = await hotel.book();
    const before = await hotel.position();
    let isReading = true;
    const writing = (async () => {
      for (let fee = 1; isReading; fee++) await hotel.api.put(`/api/booking/${id}`, { total_fee: fee });
    })();
    const goesBeyond = (position: number) =>
      eventually('the log has grown', hotel.position, (end) => end > position);
    const reading = async () => {
      await goesBeyond(before);
      const up = await allPages(hotel.api, { limit: 200 });
      await goesBeyond(up.length);
      return { up, down: await allPages(hotel.api, { limit: 200 }, 'newest first') };
    };
    const { up, down } = await reading().finally(() => {
      isReading = false;
    });
    await writing;
    expect(positionsOf(up)).toEqual(upTo(up.length));
    expect(up.length).toBeGreaterThan(before);
    expect(positionsOf(down)).toEqual(upTo(down.length).reverse());
    expect(down.length).toBeGreaterThan(up.length);
    const own = up.filter(({ stream }) => stream === `reservation-${id}`);
    expect(own.slice(2).map(({ changes: [fee] }) => [fee?.before, fee?.after])).toEqual(
      own.slice(2).map((_, index) => [index + 1, index + 2]),
    );
  });

  it('gives the stored text and hash as they are, and the data as it reads', async () => {
    const { id } = await hotel.book({ guest_name_1: '保存 太郎' });
    const row = (await rawLog(hotel.databaseUrl)).at(-1);
    const [event] = (await eventPage(hotel.api, { before: 'head', limit: 1 })).events;
    expect(event).toMatchObject({
      stream: `reservation-${id}`,
      stored: row?.payload,
      hash: row?.hash?.replace('\\x', ''),
      request_id: row?.request_id,
      payload: { guestName1: '保存 太郎' },
    });
    expect(event?.stored).not.toContain('保存');
  });

  it('finds a part of the log by days, instants and positions', async () => {
    const head = await hotel.position();
    // It was filled today, or before midnight.
    const days = { from: addDays(hotel.today, -1), to: hotel.today };
    const filled = await eventPage(hotel.api, { ...days, limit: 1000 });
    expect(filled.events.length).toBe(Math.min(1000, head));
    expect((await eventPage(hotel.api, { from: '1999-01-01', to: '1999-12-31' })).events).toEqual([]);
    expect(positionsOf((await eventPage(hotel.api, { from: 5, to: 7 })).events)).toEqual([5, 6, 7]);
    const [last] = (await eventPage(hotel.api, { before: 'head', limit: 1 })).events;
    const since = await eventPage(hotel.api, { from: last?.recorded_at });
    expect(since.events.at(-1)?.position).toBe(head);
    expect(since.events.every(({ recorded_at }) => recorded_at === last?.recorded_at)).toBe(true);
  });
});

describe('GET /api/events with a bad query', () => {
  const BAD = {
    after: ['-1', 'x', '1.5', ''],
    before: ['-1', 'tail', ''],
    limit: ['0', '1001', '-5', 'many'],
    stream: ['reservation', '17', 'x y-1'],
    type: ['Nothing', 'ReservationCreated,Nothing', ''],
    from: ['2026-02-30', 'yesterday', '2026-11-21T25:00:00Z', ''],
    to: ['2026-13-01', '21/11/2026'],
    room: ['', '\u0000'],
    booking_id: ['0', '-1', 'x', '99999999999'],
    staff_id: ['0', 'x'],
    terminal: ['', 'x'.repeat(201)],
    q: ['', 'a\nb'],
    format: ['xml', ''],
    unknown: ['1'],
  };

  it('refuses it with 400 in words, and writes nothing', async () => {
    const before = await hotel.position();
    for (const [name, values] of Object.entries(BAD)) {
      for (const value of values) {
        const answer = await hotel.api.get(eventsAddress({ [name]: value }));
        expect({ name, value, status: answer.status }).toEqual({ name, value, status: 400 });
        expectErrorShape(answer);
      }
    }
    for (const address of ['/api/events?limit=1&limit=2', '/api/events?q=a&q=b', '/api/events?from[x]=1']) {
      expect((await hotel.api.get(address)).status).toBe(400);
    }
    expect(await hotel.position()).toBe(before);
  });

  it('takes a type that is named twice, and several in one', async () => {
    const one = await hotel.api.get<{ events: { type: string }[] }>(
      '/api/events?type=ReservationCreated&type=ReservationAmended&limit=1000',
    );
    const other = await hotel.api.get('/api/events?type=ReservationAmended,ReservationCreated&limit=1000');
    expect(one.body.events.length).toBeGreaterThan(1);
    expect(one.text).toBe(other.text);
  });
});
