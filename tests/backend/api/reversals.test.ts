import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { openClient } from '../../../backend/platform/database.js';
import { type Hotel, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';
import { reversalDesk } from './reversal-desk.js';

let hotel: Hotel;
let desk: ReturnType<typeof reversalDesk>;

beforeAll(async () => {
  hotel = await startHotel();
  desk = reversalDesk(hotel);
});
afterAll(() => hotel.stop());

const START = '2096-01-10';

describe('a reversal gives back what was before', () => {
  const present = () => ({ stay_start: hotel.today, stay_end: addDays(hotel.today, 3) });
  const arrived = async () => {
    const booking = await hotel.book(present());
    await hotel.api.post(`/api/booking/${booking.id}/check-in`, {});
    return booking;
  };
  const ways: [
    string,
    () => Promise<BookingRecord>,
    (id: number, headers: Record<string, string>) => Promise<{ status: number }>,
  ][] = [
    [
      'an edit',
      () => hotel.book(),
      (id, headers) => hotel.api.put(`/api/booking/${id}`, { notes: 'メモ', tel: '', total_fee: 5 }, headers),
    ],
    [
      'a move to another room and other dates',
      () => hotel.book(),
      (id, headers) =>
        hotel.api.put(
          `/api/booking/${id}`,
          { room_id: hotel.roomId(hotel.newRoom(), START), stay_end: '2096-01-15' },
          headers,
        ),
    ],
    [
      'a cancel',
      () => hotel.book(),
      (id, headers) => hotel.api.put(`/api/booking/${id}/cancel`, undefined, headers),
    ],
    [
      'a check-in',
      () => hotel.book(present()),
      (id, headers) => hotel.api.post(`/api/booking/${id}/check-in`, {}, headers),
    ],
    [
      'a check-in taken back',
      arrived,
      (id, headers) => hotel.api.delete(`/api/booking/${id}/check-in`, headers),
    ],
    ['a check-out', arrived, (id, headers) => hotel.api.post(`/api/booking/${id}/check-out`, {}, headers)],
    [
      'an early departure',
      arrived,
      (id, headers) => hotel.api.put(`/api/booking/${id}`, { stay_end: addDays(hotel.today, 1) }, headers),
    ],
    [
      'a payment and a check-out that frees the nights left',
      arrived,
      (id, headers) => {
        const changes = [
          { action: 'payment', id, payment_type: null, payment_flag: 1 },
          { action: 'check-out', id, free_nights: 1 },
        ];
        return hotel.api.post('/api/booking-batch', { changes }, headers);
      },
    ],
    [
      'a payment',
      () => hotel.book(),
      (id, headers) =>
        hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 }, headers),
    ],
  ];

  it.each(ways)('of %s, again and again', async (_, begin, act) => {
    const { id } = await begin();
    const before = await desk.stateOf(id);
    const request = await desk.asked((headers) => act(id, headers));
    const after = await desk.stateOf(id);
    expect(after).not.toEqual(before);
    expect((await desk.preview(request)).body.obstacles).toEqual([]);
    const undone = await desk.reverse(request);
    expect(undone.status).toBe(200);
    expect(await desk.stateOf(id)).toEqual(before);
    expect(undone.body.bookings).toEqual([expect.objectContaining(before)]);
    const redone = await desk.reverse(undone.id);
    expect(await desk.stateOf(id)).toEqual(after);
    expect((await desk.reverse(redone.id)).status).toBe(200);
    expect(await desk.stateOf(id)).toEqual(before);
  });

  it('of a new booking: it is cancelled, its room is free, and it comes back', async () => {
    const { request, booking } = await desk.created();
    const before = await desk.stateOf(booking.id);
    expect((await desk.preview(request)).body.changes).toEqual([
      {
        booking_id: booking.id,
        subject: expect.stringContaining('山田 太郎'),
        changes: ['予約を取り消します'],
      },
    ]);
    const undone = await desk.reverse(request);
    expect(await desk.stateOf(booking.id)).toEqual({ ...before, is_cancelled: 1 });
    expect((await desk.reverse(undone.id)).status).toBe(200);
    expect(await desk.stateOf(booking.id)).toEqual(before);
  });

  it('of a group: who was cancelled in the middle joins both neighbours again', async () => {
    const room_id = hotel.roomId(hotel.newRoom(), START);
    const stay = (from: number, to: number) => ({
      room_id,
      stay_start: `2096-01-${from}`,
      stay_end: `2096-01-${to}`,
      is_day_before_same_flag: from === 10 ? 0 : 1,
    });
    const ids: number[] = [];
    for (const from of [10, 12, 14]) ids.push((await hotel.book(stay(from, from + 2))).id);
    const before = await Promise.all(ids.map(desk.stateOf));
    const request = await desk.asked((headers) =>
      hotel.api.put(`/api/booking/${ids[1]}/cancel`, undefined, headers),
    );
    expect(await desk.stateOf(ids[2] as number)).toMatchObject({ base_booking_id: 0, group_end_date: null });
    expect((await desk.reverse(request)).status).toBe(200);
    expect(await Promise.all(ids.map(desk.stateOf))).toEqual(before);
  });

  it('of a batch: two that swapped rooms swap back', async () => {
    const [one, other] = [await hotel.book(), await hotel.book()];
    const before = [await desk.stateOf(one.id), await desk.stateOf(other.id)];
    const changes = [
      { action: 'amend', id: one.id, booking: { room_id: other.room_id } },
      { action: 'amend', id: other.id, booking: { room_id: one.room_id } },
    ];
    const request = await desk.asked((headers) => hotel.api.post('/api/booking-batch', { changes }, headers));
    expect((await desk.stateOf(one.id)).room_id).toBe(other.room_id);
    expect((await desk.reverse(request)).status).toBe(200);
    expect([await desk.stateOf(one.id), await desk.stateOf(other.id)]).toEqual(before);
  });
});

describe('an imported record goes with its booking', () => {
  it('back into the failed queue when its registration is taken back, and out of it again', async () => {
    const record = await hotel.importRecord({}, '空室なし');
    const { request, booking } = await desk.created({ csv_reservation_id: record });
    const queue = async () =>
      (
        await hotel.api.get<{ id: number; reason: string; status: string }>(
          `/api/fetch-csv-reservation-data/${record}`,
        )
      ).body;
    expect((await queue()).status).toBe('registered');
    const undone = await desk.reverse(request);
    expect(await queue()).toMatchObject({ status: 'failed', reason: '空室なし' });
    expect((await desk.reverse(undone.id)).status).toBe(200);
    expect((await queue()).status).toBe('registered');
    expect((await desk.stateOf(booking.id)).is_cancelled).toBe(0);
    const returned = await desk.asked((headers) =>
      hotel.api.put(`/api/booking/${booking.id}/return-temairazu`, {}, headers),
    );
    expect((await queue()).status).toBe('failed');
    expect((await desk.reverse(returned)).status).toBe(200);
    expect((await queue()).status).toBe('registered');
    expect((await desk.stateOf(booking.id)).is_cancelled).toBe(0);
  });

  it('and keeps a booking cancelled that the source has cancelled since', async () => {
    const record = await hotel.importRecord();
    const { booking } = await desk.created({ csv_reservation_id: record });
    const request = await desk.asked((headers) =>
      hotel.api.put(`/api/booking/${booking.id}/cancel`, undefined, headers),
    );
    await hotel.cancelImport(record);
    expectRefusal(await desk.reverse(request), 409, /予約元で取り消されています。/);
  });
});

describe('a preview', () => {
  it('is answered while the log is being written, and writes nothing', async () => {
    const { request, booking } = await desk.created();
    const { booking: second } = await desk.created();
    const other = await desk.put(second.id, { tel: '090-1111-2222' });
    const before = await hotel.position();
    const writer = await openClient(hotel.databaseUrl, () => undefined);
    try {
      await writer.query('begin; select from log_head for update');
      const { status, body } = await desk.preview(request);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { request_id: request, changes: [{ booking_id: booking.id }] },
      });
      const plan = (await desk.preview(other)).body.plan;
      await writer.query('rollback');
      expect(await hotel.position()).toBe(before);
      expect((await desk.reverse(other, 'nearest', { plan })).status).toBe(200);
    } finally {
      await writer.end();
    }
  });
});

describe('what cannot be taken back', () => {
  it('is what nobody knows of, what was taken back already, and what is no matter of bookings', async () => {
    expectRefusal(await desk.reverse(randomUUID()), 404, '元に戻す操作が見つかりません。');
    const { request } = await desk.created();
    await desk.reverse(request);
    expectRefusal(await desk.reverse(request), 409, 'この操作は既に元に戻されています。');
    const weather = await desk.asked((headers) =>
      hotel.api.post('/api/weather', { date: '2096-05-09', weather: '晴れ' }, headers),
    );
    expectRefusal(await desk.reverse(weather), 409, 'この操作は元に戻せません。');
  });
  it('is no request: 400', async () => {
    expectRefusal(await hotel.api.get('/api/reversals/x'), 400, '操作の指定が正しくありません。');
  });
});
