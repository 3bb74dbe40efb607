import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { TERMINAL_HEADER } from '@wire/live.js';
import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import { expectRefusal, type Payload, type SmallHotel, startSmallHotel } from './small-hotel.js';

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const START = '2096-01-10';

/** A request that goes by an id of its own, as a terminal's do. */
async function asked(
  work: (headers: Record<string, string>) => Promise<{ status: number }>,
  terminal = '端末-A',
) {
  const id = randomUUID();
  const headers = { 'x-request-id': id, [TERMINAL_HEADER]: encodeURIComponent(terminal) };
  const answer = await work(headers);
  expect(answer.status).toBeLessThan(300);
  return id;
}

const stateOf = async (id: number): Promise<Omit<BookingRecord, 'version'>> => {
  const { version, ...state } = (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
  return state;
};
const reverse = (request_id: string, accept = 'all', more: Payload = {}) =>
  asReversal(randomUUID(), { request_id, accept, ...more });
const asReversal = async (id: string, body: Payload) => ({
  ...(await hotel.api.post<ReversalAnswer>('/api/reversals', body, { 'x-request-id': id })),
  id,
});
const preview = (id: string) => hotel.api.get<Reversal>(`/api/reversals/${id}`);
const created = (fields: Payload = {}) => {
  let booking: BookingRecord | undefined;
  return asked(async (headers) => {
    const answer = await hotel.api.post<BookingRecord>('/api/booking', hotel.payload(fields), headers);
    booking = answer.body;
    return answer;
  }).then((request) => ({ request, booking: booking as BookingRecord }));
};
const put = (id: number, change: Payload, terminal?: string) =>
  asked((headers) => hotel.api.put(`/api/booking/${id}`, change, headers), terminal);

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
      'a payment',
      () => hotel.book(),
      (id, headers) =>
        hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: 1 }, headers),
    ],
  ];

  it.each(ways)('of %s, again and again', async (_, begin, act) => {
    const { id } = await begin();
    const before = await stateOf(id);
    const request = await asked((headers) => act(id, headers));
    const after = await stateOf(id);
    expect(after).not.toEqual(before);
    const undone = await reverse(request);
    expect({ status: undone.status, obstacles: undone.body.obstacles }).toEqual({
      status: 200,
      obstacles: [],
    });
    expect(await stateOf(id)).toEqual(before);
    expect(undone.body.bookings).toEqual([expect.objectContaining(before)]);
    const redone = await reverse(undone.id);
    expect(await stateOf(id)).toEqual(after);
    expect((await reverse(redone.id)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it('of a new booking: it is cancelled, its room is free, and it comes back', async () => {
    const { request, booking } = await created();
    const before = await stateOf(booking.id);
    const undone = await reverse(request);
    expect(undone.body.changes).toEqual([
      {
        booking_id: booking.id,
        subject: expect.stringContaining('山田 太郎'),
        changes: ['予約を取り消します'],
      },
    ]);
    expect(await stateOf(booking.id)).toEqual({ ...before, is_cancelled: 1 });
    expect((await reverse(undone.id)).status).toBe(200);
    expect(await stateOf(booking.id)).toEqual(before);
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
    const before = await Promise.all(ids.map(stateOf));
    const request = await asked((headers) =>
      hotel.api.put(`/api/booking/${ids[1]}/cancel`, undefined, headers),
    );
    expect(await stateOf(ids[2] as number)).toMatchObject({ base_booking_id: 0, group_end_date: null });
    expect((await reverse(request)).status).toBe(200);
    expect(await Promise.all(ids.map(stateOf))).toEqual(before);
  });

  it('of a batch: two that swapped rooms swap back', async () => {
    const [one, other] = [await hotel.book(), await hotel.book()];
    const before = [await stateOf(one.id), await stateOf(other.id)];
    const changes = [
      { action: 'amend', id: one.id, booking: { room_id: other.room_id } },
      { action: 'amend', id: other.id, booking: { room_id: one.room_id } },
    ];
    const request = await asked((headers) => hotel.api.post('/api/booking-batch', { changes }, headers));
    expect((await stateOf(one.id)).room_id).toBe(other.room_id);
    expect((await reverse(request)).status).toBe(200);
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(before);
  });
});

describe('an imported record goes with its booking', () => {
  it('back into the failed queue when its registration is taken back, and out of it again', async () => {
    const record = await hotel.importRecord({}, '空室なし');
    const { request, booking } = await created({ csv_reservation_id: record });
    const queue = async () =>
      (
        await hotel.api.get<{ id: number; reason: string; status: string }>(
          `/api/fetch-csv-reservation-data/${record}`,
        )
      ).body;
    expect((await queue()).status).toBe('registered');
    const undone = await reverse(request);
    expect(await queue()).toMatchObject({ status: 'failed', reason: '空室なし' });
    expect((await reverse(undone.id)).status).toBe(200);
    expect((await queue()).status).toBe('registered');
    expect((await stateOf(booking.id)).is_cancelled).toBe(0);
    const returned = await asked((headers) =>
      hotel.api.put(`/api/booking/${booking.id}/return-temairazu`, {}, headers),
    );
    expect((await queue()).status).toBe('failed');
    expect((await reverse(returned)).status).toBe(200);
    expect((await queue()).status).toBe('registered');
    expect((await stateOf(booking.id)).is_cancelled).toBe(0);
  });

  it('and keeps a booking cancelled that the source has cancelled since', async () => {
    const record = await hotel.importRecord();
    const { booking } = await created({ csv_reservation_id: record });
    const request = await asked((headers) =>
      hotel.api.put(`/api/booking/${booking.id}/cancel`, undefined, headers),
    );
    await hotel.cancelImport(record);
    expectRefusal(await reverse(request), 409, /予約元で取り消されています。/);
  });
});

describe('what others did since', () => {
  it('is told with field, terminal and time, and the nearest gives back the rest', async () => {
    const { id } = await hotel.book();
    const before = await stateOf(id);
    const request = await put(id, { notes: 'メモ', tel: '03-1', total_fee: 1 });
    await put(id, { tel: '03-2' }, '端末-B');
    const at = await hotel.position();
    const told = /山田 太郎 の予約：\d\d:\d\d に 端末-B で 電話番号が変更されています。$/;
    expectRefusal(await reverse(request), 409, told);
    expect(await hotel.position()).toBe(at);
    const { body } = await preview(request);
    expect(body).toMatchObject({ request_id: request, obstacles: [{ booking_id: id, code: 'changed' }] });
    expect(body.changes).toEqual([
      { booking_id: id, subject: expect.any(String), changes: ['備考 メモ → —', '合計料金 ¥1 → ¥16,000'] },
    ]);
    expect(await hotel.position()).toBe(at);
    const nearest = await reverse(request, 'nearest', { plan: body.plan });
    expect(nearest.status).toBe(200);
    expect(await stateOf(id)).toEqual({ ...before, tel: '03-2' });
  });

  it('in the former room: who is there is told, and the former dates are given back in the present room', async () => {
    const room = hotel.newRoom();
    const booking = await hotel.book({ room_id: hotel.roomId(room, START) });
    const request = await put(booking.id, {
      room_id: hotel.roomId(hotel.newRoom(), START),
      stay_end: '2096-01-14',
    });
    const moved = await stateOf(booking.id);
    await asked(
      (headers) =>
        hotel.api.post(
          '/api/booking',
          hotel.payload({ room_id: hotel.roomId(room, START), guest_name_1: '鈴木 次郎' }),
          headers,
        ),
      '端末-B',
    );
    const told = new RegExp(
      `^${room}号室には \\d\\d:\\d\\d に 端末-B で 鈴木 次郎 の予約\\(1/10.*1/12.*\\)が入っています。$`,
    );
    expectRefusal(await reverse(request), 409, told);
    expect((await reverse(request, 'nearest')).status).toBe(200);
    expect(await stateOf(booking.id)).toEqual({ ...moved, stay_end: '2096-01-12' });
  });

  it('in the room of a cancelled booking: it comes back in a free room of the same kind', async () => {
    const room = hotel.newRoom();
    const booking = await hotel.book({ room_id: hotel.roomId(room, START) });
    const request = await asked((headers) =>
      hotel.api.put(`/api/booking/${booking.id}/cancel`, undefined, headers),
    );
    await hotel.book({ room_id: hotel.roomId(room, START) });
    expectRefusal(await reverse(request), 409, /^.*号室には /);
    const { body } = await reverse(request, 'nearest');
    expect(body.changes[0]?.changes).toEqual([
      '取り消した予約を有効に戻します',
      expect.stringMatching(new RegExp(`^部屋番号 ${room} → \\d+$`)),
      '部屋移動 なし → あり',
    ]);
    expect((await stateOf(booking.id)).is_cancelled).toBe(0);
  });

  it.each([
    [
      'checked in',
      (id: number) => hotel.api.post(`/api/booking/${id}/check-in`, {}),
      /チェックインされています。$/,
    ],
    [
      'cancelled',
      (id: number) => hotel.api.put(`/api/booking/${id}/cancel`),
      /変更されています。|既に元に戻されています。/,
    ],
    [
      'edited',
      (id: number) => hotel.api.put(`/api/booking/${id}`, { notes: 'メモ' }),
      /備考が変更されています。$/,
    ],
  ])('keeps a new booking that was %s from being taken back', async (_, act, told) => {
    const { request, booking } = await created({
      stay_start: hotel.today,
      stay_end: addDays(hotel.today, 1),
    });
    expect((await act(booking.id)).status).toBe(200);
    const state = await stateOf(booking.id);
    expectRefusal(await reverse(request), 409, told);
    expectRefusal(await reverse(request, 'nearest'), 409, told);
    expect(await stateOf(booking.id)).toEqual(state);
  });

  it('as soon as it makes another plan of it stops what was agreed to', async () => {
    const { id } = await hotel.book();
    const request = await put(id, { notes: 'メモ', tel: '03-1', total_fee: 1 });
    await put(id, { tel: '03-2' }, '端末-B');
    const { plan } = (await preview(request)).body;
    await put(id, { total_fee: 2 }, '端末-B');
    expectRefusal(await reverse(request, 'nearest', { plan }), 409, /^状況が変わりました。/);
  });
});

describe('of many at once', () => {
  it('one takes a request back, and a room is given to one only', async () => {
    const room = hotel.newRoom();
    const room_id = hotel.roomId(room, START);
    const requests: string[] = [];
    for (let count = 0; count < 6; count++) {
      const { id } = await hotel.book({ room_id });
      requests.push(await asked((headers) => hotel.api.put(`/api/booking/${id}/cancel`, undefined, headers)));
    }
    const answers = await Promise.all([
      ...requests.flatMap((request) => [reverse(request), reverse(request)]),
      hotel.api.post('/api/booking', hotel.payload({ room_id })),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { body } = await hotel.api.get<BookingRecord[]>(
      `/api/bookings?start_date=${START}&end_date=${START}`,
    );
    expect(body.filter((night) => night.room_id === room_id && night.is_cancelled === 0)).toHaveLength(1);
  });
});

describe('what cannot be taken back', () => {
  it('is what nobody knows of, what was taken back already, and what is no matter of bookings', async () => {
    expectRefusal(await reverse(randomUUID()), 404, '元に戻す操作が見つかりません。');
    const { request } = await created();
    await reverse(request);
    expectRefusal(await reverse(request), 409, 'この操作は既に元に戻されています。');
    const weather = await asked((headers) =>
      hotel.api.post('/api/weather', { date: '2096-05-09', weather: '晴れ' }, headers),
    );
    expectRefusal(await reverse(weather), 409, 'この操作は元に戻せません。');
  });

  it.each([
    [{}, 422],
    [{ request_id: 'x', accept: 'all' }, 422],
    [{ request_id: randomUUID(), accept: 'some' }, 422],
    [{ request_id: randomUUID(), accept: 'nearest', plan: 7 }, 422],
  ])('is %j', async (body, status) => {
    expect((await hotel.api.post('/api/reversals', body)).status).toBe(status);
  });

  it('is no request: 400', async () => {
    expectRefusal(await hotel.api.get('/api/reversals/x'), 400, '操作の指定が正しくありません。');
  });
});
