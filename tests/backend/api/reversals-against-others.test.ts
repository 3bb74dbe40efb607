import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
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

describe('what others did since', () => {
  it('is told with field, terminal and time, and the nearest gives back the rest', async () => {
    const { id } = await hotel.book();
    const before = await desk.stateOf(id);
    const request = await desk.put(id, { notes: 'メモ', tel: '03-1', total_fee: 1 });
    await desk.put(id, { tel: '03-2' }, '端末-B');
    const at = await hotel.position();
    const told = /山田 太郎 の予約：\d\d:\d\d に 端末-B で 電話番号が変更されています。$/;
    expectRefusal(await desk.reverse(request), 409, told);
    expect(await hotel.position()).toBe(at);
    const { body } = await desk.preview(request);
    expect(body).toMatchObject({ request_id: request, obstacles: [{ booking_id: id, code: 'changed' }] });
    expect(body.changes).toEqual([
      { booking_id: id, subject: expect.any(String), changes: ['備考 メモ → —', '合計料金 ¥1 → ¥16,000'] },
    ]);
    expect(await hotel.position()).toBe(at);
    const nearest = await desk.reverse(request, 'nearest', { plan: body.plan });
    expect(nearest.status).toBe(200);
    expect(await desk.stateOf(id)).toEqual({ ...before, tel: '03-2' });
  });

  it('in the former room: who is there is told, and the former dates are given back in the present room', async () => {
    const room = hotel.newRoom();
    const booking = await hotel.book({ room_id: hotel.roomId(room, START) });
    const request = await desk.put(booking.id, {
      room_id: hotel.roomId(hotel.newRoom(), START),
      stay_end: '2096-01-14',
    });
    const moved = await desk.stateOf(booking.id);
    await desk.asked(
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
    expectRefusal(await desk.reverse(request), 409, told);
    expect((await desk.reverse(request, 'nearest')).status).toBe(200);
    expect(await desk.stateOf(booking.id)).toEqual({ ...moved, stay_end: '2096-01-12' });
  });

  it('in the room of a cancelled booking: it comes back in a free room of the same kind', async () => {
    const room = hotel.newRoom();
    const booking = await hotel.book({ room_id: hotel.roomId(room, START) });
    const request = await desk.asked((headers) =>
      hotel.api.put(`/api/booking/${booking.id}/cancel`, undefined, headers),
    );
    await hotel.book({ room_id: hotel.roomId(room, START) });
    expectRefusal(await desk.reverse(request), 409, /^.*号室には /);
    const { body } = await desk.preview(request);
    expect((await desk.reverse(request, 'nearest')).status).toBe(200);
    expect(body.changes[0]?.changes).toEqual([
      '取り消した予約を有効に戻します',
      expect.stringMatching(new RegExp(`^部屋番号 ${room} → \\d+$`)),
      '部屋移動 なし → あり',
    ]);
    expect((await desk.stateOf(booking.id)).is_cancelled).toBe(0);
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
    const { request, booking } = await desk.created({
      stay_start: hotel.today,
      stay_end: addDays(hotel.today, 1),
    });
    expect((await act(booking.id)).status).toBe(200);
    const state = await desk.stateOf(booking.id);
    expectRefusal(await desk.reverse(request), 409, told);
    expectRefusal(await desk.reverse(request, 'nearest'), 409, told);
    expect(await desk.stateOf(booking.id)).toEqual(state);
  });

  it('as soon as it makes another plan of it stops what was agreed to', async () => {
    const { id } = await hotel.book();
    const request = await desk.put(id, { notes: 'メモ', tel: '03-1', total_fee: 1 });
    await desk.put(id, { tel: '03-2' }, '端末-B');
    const { plan } = (await desk.preview(request)).body;
    await desk.put(id, { total_fee: 2 }, '端末-B');
    expectRefusal(await desk.reverse(request, 'nearest', { plan }), 409, /^状況が変わりました。/);
  });
});

describe('of many at once', () => {
  it('one takes a request back, and a room is given to one only', async () => {
    const room = hotel.newRoom();
    const room_id = hotel.roomId(room, START);
    const requests: string[] = [];
    for (let count = 0; count < 6; count++) {
      const { id } = await hotel.book({ room_id });
      requests.push(
        await desk.asked((headers) => hotel.api.put(`/api/booking/${id}/cancel`, undefined, headers)),
      );
    }
    const answers = await Promise.all([
      ...requests.flatMap((request) => [desk.reverse(request), desk.reverse(request)]),
      hotel.api.post('/api/booking', hotel.payload({ room_id })),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { body } = await hotel.api.get<BookingRecord[]>(
      `/api/bookings?start_date=${START}&end_date=${START}`,
    );
    expect(body.filter((night) => night.room_id === room_id && night.is_cancelled === 0)).toHaveLength(1);
  });
});

describe('a request id that two terminals chose', () => {
  it('is taken back by each for itself alone, and by nobody else', async () => {
    const [{ id: first }, { id: second }] = [await hotel.book(), await hotel.book()];
    const before = [await desk.stateOf(first), await desk.stateOf(second)];
    const request = await desk.put(first, { notes: 'A' });
    await desk.put(second, { notes: 'B' }, '端末-B', request);
    const changed = [await desk.stateOf(first), await desk.stateOf(second)];

    const { body } = await desk.preview(request, '端末-B');
    expect(body.changes).toMatchObject([{ booking_id: second }]);
    expectRefusal(await desk.preview(request, '端末-C'), 404, '元に戻す操作が見つかりません。');
    expectRefusal(await desk.reverse(request, 'all', {}, '端末-C'), 404, '元に戻す操作が見つかりません。');

    expect((await desk.reverse(request)).status).toBe(200);
    expect([await desk.stateOf(first), await desk.stateOf(second)]).toEqual([before[0], changed[1]]);
    expect((await desk.reverse(request, 'all', {}, '端末-B')).status).toBe(200);
    expect([await desk.stateOf(first), await desk.stateOf(second)]).toEqual(before);
  });

  it('on one booking: the later change of the other stays', async () => {
    const { id } = await hotel.book();
    const request = await desk.put(id, { notes: 'A' });
    await desk.put(id, { tel: '03-2' }, '端末-B', request);
    expect((await desk.reverse(request)).status).toBe(200);
    expect(await desk.stateOf(id)).toMatchObject({ notes: '', tel: '03-2' });
  });
});
