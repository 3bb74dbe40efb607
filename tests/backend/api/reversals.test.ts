import { randomUUID } from 'node:crypto';
import { addDays, day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { TERMINAL_HEADER } from '@wire/live.js';
import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import { openClient } from '#backend/platform/database.js';
import type { Payload } from '#tests/support/hotel.js';
import { claims } from '#tests/support/recount.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

// Every history of commands, taken back: tests/domain/reservation/histories.test.ts.
const hotel = sharedHotel();

const START = '2096-01-10';
const NOBODY = '元に戻す操作が見つかりません。';

type Headers = Record<string, string>;
type Done = Promise<{ status: number }>;

const by = (terminal: string) => ({ [TERMINAL_HEADER]: encodeURIComponent(terminal) });

/** A request that goes by an id of its own, as a terminal's do. */
async function asked(work: (headers: Headers) => Done, terminal = '端末-A', id: string = randomUUID()) {
  const answer = await work({ 'x-request-id': id, ...by(terminal) });
  expect(answer.status).toBeLessThan(300);
  return id;
}
async function reverse(request_id: string, accept = 'all', more: Payload = {}, terminal = '端末-A') {
  const id = randomUUID();
  const headers = { 'x-request-id': id, ...by(terminal) };
  const body = { request_id, accept, ...more };
  return { ...(await hotel.api.post<ReversalAnswer>('/api/reversals', body, headers)), id };
}
const preview = (id: string, terminal = '端末-A') =>
  hotel.api.get<Reversal>(`/api/reversals/${id}`, by(terminal));
const put = (id: number, change: Payload, terminal?: string, request?: string) =>
  asked((headers) => hotel.api.put(`/api/booking/${id}`, change, headers), terminal, request);
const cancel = (id: number) => asked((headers) => hotel.api.put(`/api/booking/${id}/cancel`, {}, headers));
async function created(fields: Payload = {}, terminal?: string) {
  let booking: BookingRecord | undefined;
  const request = await asked(async (headers) => {
    const answer = await hotel.api.post<BookingRecord>('/api/booking', hotel.payload(fields), headers);
    booking = answer.body;
    return answer;
  }, terminal);
  return { request, booking: booking as BookingRecord };
}
const stateOf = async (id: number): Promise<Omit<BookingRecord, 'version'>> => {
  const { version, ...state } = (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
  return state;
};
const statesOf = (...ids: number[]) => Promise.all(ids.map(stateOf));
const newRoom = () => {
  const room = hotel.newRoom();
  return { room, room_id: hotel.roomId(room, START) };
};

describe('a reversal gives back what was before', () => {
  const arrived = async () => {
    const booking = await hotel.book({ stay_start: hotel.today, stay_end: addDays(hotel.today, 3) });
    await hotel.api.post(`/api/booking/${booking.id}/check-in`, {});
    return booking;
  };
  const ways: [string, () => Promise<BookingRecord>, (id: number, headers: Headers) => Done][] = [
    [
      'an edit with a move to another room and other dates',
      () => hotel.book(),
      (id, headers) => {
        const change = { notes: 'メモ', total_fee: 5, room_id: newRoom().room_id, stay_end: '2096-01-15' };
        return hotel.api.put(`/api/booking/${id}`, change, headers);
      },
    ],
    [
      'a cancel',
      () => hotel.book(),
      (id, headers) => hotel.api.put(`/api/booking/${id}/cancel`, {}, headers),
    ],
    [
      'a check-in taken back',
      arrived,
      (id, headers) => hotel.api.delete(`/api/booking/${id}/check-in`, headers),
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
  ];

  it.each(ways)('of %s, again and again', async (_, begin, act) => {
    const { id } = await begin();
    const before = await stateOf(id);
    const request = await asked((headers) => act(id, headers));
    const after = await stateOf(id);
    expect(after).not.toEqual(before);
    expect((await preview(request)).body.obstacles).toEqual([]);
    const undone = await reverse(request);
    expect(undone.status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
    expect(undone.body.bookings).toEqual([expect.objectContaining(before)]);
    const redone = await reverse(undone.id);
    expect(await stateOf(id)).toEqual(after);
    expect((await reverse(redone.id)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it('of a new booking: it is cancelled, and comes back', async () => {
    const { request, booking } = await created();
    const before = await stateOf(booking.id);
    const subject = expect.stringContaining('山田 太郎');
    const told = [{ booking_id: booking.id, subject, changes: ['予約を取り消します'] }];
    expect((await preview(request)).body.changes).toEqual(told);
    const undone = await reverse(request);
    expect(await stateOf(booking.id)).toEqual({ ...before, is_cancelled: 1, balance: 0 });
    expectRefusal(await reverse(request), 409, 'この操作は既に元に戻されています。');
    expect((await reverse(undone.id)).status).toBe(200);
    expect(await stateOf(booking.id)).toEqual(before);
  });

  it('of a group: who was cancelled in the middle joins both neighbours again', async () => {
    const { room_id } = newRoom();
    const ids: number[] = [];
    for (const from of [10, 12, 14]) {
      const stay = { room_id, stay_start: `2096-01-${from}`, stay_end: `2096-01-${from + 2}` };
      ids.push((await hotel.book({ ...stay, is_day_before_same_flag: from === 10 ? 0 : 1 })).id);
    }
    const before = await statesOf(...ids);
    const request = await cancel(ids[1] as number);
    expect(await stateOf(ids[2] as number)).toMatchObject({ base_booking_id: 0, group_end_date: null });
    expect((await reverse(request)).status).toBe(200);
    expect(await statesOf(...ids)).toEqual(before);
  });

  it('but not of a receipt: it was handed out, and nothing is given back', async () => {
    const { booking } = await created({ total_fee: 8000, csv_notes: '0' });
    const path = `/api/booking/${booking.id}`;
    await asked((headers) =>
      hotel.api.post(`${path}/payment`, { payment_type: null, payment_flag: 1 }, headers),
    );
    for (const _ of ['issued', 'issued again']) {
      const receipt = await asked((headers) => hotel.api.post(`${path}/receipt`, {}, headers));
      expectRefusal(await preview(receipt), 409, 'この操作は元に戻せません。');
      const refused = await reverse(receipt);
      expectRefusal(refused, 409, 'この操作は元に戻せません。');
      expect(refused.body).toMatchObject({ errors: [{ code: 'not_reversible' }] });
    }
  });

  it('of a registration: the imported record goes back into the failed queue, and out of it again', async () => {
    const record = await hotel.importRecord({}, '空室なし');
    const { request, booking } = await created({ csv_reservation_id: record });
    const queue = async () => (await hotel.api.get(`/api/fetch-csv-reservation-data/${record}`)).body;
    const undone = await reverse(request);
    expect(await queue()).toMatchObject({ status: 'failed', reason: '空室なし' });
    expect((await reverse(undone.id)).status).toBe(200);
    expect(await queue()).toMatchObject({ status: 'registered' });
    const path = `/api/booking/${booking.id}/return-temairazu`;
    const returned = await asked((headers) => hotel.api.put(path, {}, headers));
    expect(await queue()).toMatchObject({ status: 'failed' });
    expect((await reverse(returned)).status).toBe(200);
    expect(await queue()).toMatchObject({ status: 'registered' });
    expect((await stateOf(booking.id)).is_cancelled).toBe(0);

    const gone = await cancel(booking.id);
    await hotel.cancelImport(record);
    expectRefusal(await reverse(gone), 409, /予約元で取り消されています。/);
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
    const { body } = await preview(request);
    expect(body).toMatchObject({ request_id: request, obstacles: [{ booking_id: id, code: 'changed' }] });
    const changes = ['備考 メモ → —', '合計料金 ¥1 → ¥16,000'];
    expect(body.changes).toEqual([{ booking_id: id, subject: expect.any(String), changes }]);
    expect(await hotel.position()).toBe(at);
    expect((await reverse(request, 'nearest', { plan: body.plan })).status).toBe(200);
    expect(await stateOf(id)).toEqual({ ...before, tel: '03-2' });
  });

  it('in the former room: who is there is told, and the former dates are given back in the present room', async () => {
    const { room, room_id } = newRoom();
    const { id } = await hotel.book({ room_id });
    const request = await put(id, { room_id: newRoom().room_id, stay_end: '2096-01-14' });
    const moved = await stateOf(id);
    await created({ room_id, guest_name_1: '鈴木 次郎' }, '端末-B');
    const told = `^${room}号室には \\d\\d:\\d\\d に 端末-B で 鈴木 次郎 の予約\\(1/10.*1/12.*\\)が入っています。$`;
    expectRefusal(await reverse(request), 409, new RegExp(told));
    expect((await reverse(request, 'nearest')).status).toBe(200);
    expect(await stateOf(id)).toEqual({ ...moved, stay_end: '2096-01-12' });
  });

  it('in the room of a cancelled booking: it comes back in a free room of the same kind', async () => {
    const { room, room_id } = newRoom();
    // On nights of their own: the room that is found then may be the new one of another test.
    const stay = { room_id, stay_start: '2096-01-20', stay_end: '2096-01-22' };
    const { id } = await hotel.book(stay);
    const request = await cancel(id);
    await hotel.book(stay);
    expectRefusal(await reverse(request), 409, /^.*号室には /);
    const { body } = await preview(request);
    expect((await reverse(request, 'nearest')).status).toBe(200);
    expect(body.changes[0]?.changes).toEqual([
      '取り消した予約を有効に戻します',
      expect.stringMatching(new RegExp(`^部屋番号 ${room} → \\d+$`)),
      '部屋移動 なし → あり',
    ]);
    expect((await stateOf(id)).is_cancelled).toBe(0);
  });

  it('keeps a new booking that was checked in from being taken back', async () => {
    const { request, booking } = await created({
      stay_start: hotel.today,
      stay_end: addDays(hotel.today, 1),
    });
    await hotel.api.post(`/api/booking/${booking.id}/check-in`, {});
    const state = await stateOf(booking.id);
    for (const accept of ['all', 'nearest']) {
      expectRefusal(await reverse(request, accept), 409, /チェックインされています。$/);
    }
    expect(await stateOf(booking.id)).toEqual(state);
  });

  it('stops what was agreed to as soon as it makes another plan of it', async () => {
    const { id } = await hotel.book();
    const request = await put(id, { notes: 'メモ', tel: '03-1', total_fee: 1 });
    await put(id, { tel: '03-2' }, '端末-B');
    const { plan } = (await preview(request)).body;
    await put(id, { total_fee: 2 }, '端末-B');
    expectRefusal(await reverse(request, 'nearest', { plan }), 409, /^状況が変わりました。/);
  });
});

it('of many at once one takes a request back, and a room is given to one only', async () => {
  const { room_id } = newRoom();
  const requests: string[] = [];
  for (let count = 0; count < 6; count++) requests.push(await cancel((await hotel.book({ room_id })).id));
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

it('a request id that two terminals chose is taken back by each for itself alone, and by nobody else', async () => {
  const [{ id: first }, { id: second }] = [await hotel.book(), await hotel.book()];
  const before = await statesOf(first, second);
  const request = await put(first, { notes: 'A' });
  await put(second, { notes: 'B' }, '端末-B', request);
  await put(first, { tel: '03-2' }, '端末-B', request);
  const [, changed] = await statesOf(first, second);

  expect((await preview(request)).body.changes).toMatchObject([{ booking_id: first }]);
  expectRefusal(await preview(request, '端末-C'), 404, NOBODY);
  expectRefusal(await reverse(request, 'all', {}, '端末-C'), 404, NOBODY);
  expect((await reverse(request)).status).toBe(200);
  expect(await statesOf(first, second)).toEqual([{ ...before[0], tel: '03-2' }, changed]);
  expect((await reverse(request, 'all', {}, '端末-B')).status).toBe(200);
  expect(await statesOf(first, second)).toEqual(before);
});

it('a preview is answered while the log is being written, and writes nothing', async () => {
  const { request, booking } = await created();
  const before = await hotel.position();
  const writer = await openClient(hotel.databaseUrl, () => undefined);
  try {
    await writer.query('begin; select from log_head for update');
    const changes = [{ booking_id: booking.id }];
    expect(await preview(request)).toMatchObject({ status: 200, body: { request_id: request, changes } });
    await writer.query('rollback');
    expect(await hotel.position()).toBe(before);
  } finally {
    await writer.end();
  }
});

it('what nobody knows of, what is no matter of bookings and what is no request is not taken back', async () => {
  expectRefusal(await reverse(randomUUID()), 404, NOBODY);
  const weather = { date: '2096-05-09', weather: '晴れ' };
  const other = await asked((headers) => hotel.api.post('/api/weather', weather, headers));
  expectRefusal(await reverse(other), 409, 'この操作は元に戻せません。');
  expectRefusal(await hotel.api.get('/api/reversals/x'), 400, '操作の指定が正しくありません。');
});

describe('what a request did to a room out of order', () => {
  const PATH = '/api/room-closures';
  const nights = (start: number, end: number) => ({
    start_date: addDays(day(START), start),
    end_date: addDays(day(START), end),
  });
  const closed = async (room_number: string, more: Payload = {}, terminal?: string) => {
    let id = 0;
    const request = await asked(async (headers) => {
      const body = { room_number, ...nights(0, 3), reason: '水漏れ', ...more };
      const answer = await hotel.api.post<RoomClosureRecord>(PATH, body, headers);
      id = answer.body.id;
      return answer;
    }, terminal);
    return { request, id };
  };
  const change = (id: number, fields: Payload, terminal?: string) =>
    asked((headers) => hotel.api.put(`${PATH}/${id}`, fields, headers), terminal);
  const takenBack = (id: number) => asked((headers) => hotel.api.delete(`${PATH}/${id}`, headers));
  const shown = async (room: string) => {
    const path = `${PATH}?start_date=2096-01-01&end_date=2096-01-31`;
    const { body } = await hotel.api.get<RoomClosureRecord[]>(path);
    return body
      .filter(({ room_number }) => room_number === room)
      .map(({ start_date, end_date, reason }) => ({ start_date, end_date, reason }));
  };
  const bookIn = (room_id: number, start: number, end: number) => {
    const { start_date: stay_start, end_date: stay_end } = nights(start, end);
    return created({ room_id, stay_start, stay_end });
  };
  /** Takes a request back and what did so again; the room is closed as before each time. */
  async function thereAndBack(room: string, request: string, before: object[], after: object[]) {
    const undone = await reverse(request);
    expect([undone.status, await shown(room)]).toEqual([200, before]);
    expect(undone.body.closures).toHaveLength(1);
    const redone = await reverse(undone.id);
    expect([redone.status, await shown(room)]).toEqual([200, after]);
    const { kept, recounted } = await claims(hotel.databaseUrl);
    expect(kept).toEqual(recounted);
  }

  it('is taken back, and what took it back: a new one, other nights, one sold again', async () => {
    const { room } = newRoom();
    const { id, request } = await closed(room);
    const first = { ...nights(0, 3), reason: '水漏れ' };
    await thereAndBack(room, request, [], [first]);
    const changed = { ...nights(1, 5), reason: '工事' };
    await thereAndBack(room, await change(id, changed), [first], [changed]);
    await thereAndBack(room, await takenBack(id), [changed], []);
  });

  it('is taken back with the moves that it took, in one step, and both again: a new one, and one that is extended', async () => {
    const { room, room_id } = newRoom();
    const bookings = [(await bookIn(room_id, 1, 2)).booking, (await bookIn(room_id, 4, 5)).booking];
    const moved = async (index: number, work: (moves: Payload[]) => Promise<string>) => {
      const before = [await shown(room), await statesOf(...bookings.map(({ id }) => id))];
      const request = await work([{ id: bookings[index]?.id, room_id: newRoom().room_id }]);
      const after = [await shown(room), await statesOf(...bookings.map(({ id }) => id))];
      const states = async () => [await shown(room), await statesOf(...bookings.map(({ id }) => id))];
      const undone = await reverse(request);
      expect([undone.status, ...(await states())]).toEqual([200, ...before]);
      expect([(await reverse(undone.id)).status, ...(await states())]).toEqual([200, ...after]);
    };
    let id = 0;
    await moved(0, async (moves) => {
      const done = await closed(room, { moves });
      id = done.id;
      return done.request;
    });
    await moved(1, (moves) => change(id, { ...nights(2, 6), moves }));
    const { kept, recounted } = await claims(hotel.databaseUrl);
    expect(kept).toEqual(recounted);
  });

  it('stays where another terminal changed it since, and where its nights were booked since', async () => {
    const { room, room_id } = newRoom();
    const { id, request } = await closed(room);
    await change(id, { reason: '工事' }, '端末-B');
    const told = /号室の売り止め：.*端末-B で 変更されています。/;
    expectRefusal(await reverse(request), 409, told);
    expect((await preview(request)).body).toMatchObject({ changes: [], obstacles: [{ code: 'changed' }] });
    const sold = await takenBack(id);
    await bookIn(room_id, 2, 3);
    expectRefusal(await reverse(sold), 409, /号室の売り止め：.*この期間に予約があります/);
    expect(await shown(room)).toEqual([]);
    expectRefusal(await reverse(sold, 'nearest'), 409, /この期間に予約があります/);
  });

  it('with another terminal is none of the caller', async () => {
    const { request } = await closed(newRoom().room);
    expectRefusal(await reverse(request, 'all', {}, '端末-B'), 404, NOBODY);
  });
});
