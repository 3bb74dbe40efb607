import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { TERMINAL_HEADER } from '@wire/live.js';
import type { RoomChange } from '@wire/room-change.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';

const hotel = sharedHotel();
const dayAt = (offset: number) => addDays(hotel.today, offset);
const stored = async (id: number) => (await hotel.api.get<BookingRecord>(`/api/booking/${id}`)).body;
const post = (path: string, body: object = {}, headers = {}) =>
  hotel.api.post<BookingRecord>(`/api/booking/${path}`, body, headers);

/** A guest who is in the house: nights before and after today. */
async function inHouse(from: number, to: number, fields: object = {}): Promise<BookingRecord> {
  const { id } = await hotel.book({ stay_start: dayAt(from), stay_end: dayAt(to), ...fields });
  return (await post(`${id}/check-in`, { date: dayAt(from) })).body;
}

const TERMINAL = { [TERMINAL_HEADER]: encodeURIComponent('端末-A') };
const requestHeaders = () => ({ 'x-request-id': randomUUID(), ...TERMINAL });

/** The room-month of a room that nobody has. */
async function otherRoom(): Promise<number> {
  const { id, room_id } = await hotel.book({ stay_start: dayAt(0), stay_end: dayAt(1) });
  await hotel.api.put(`/api/booking/${id}/cancel`, {});
  return room_id as number;
}

/** The number of the room of a room-month: over the end of a month a stay goes on in another one of the same room. */
async function numberOf(roomMonth: number | null): Promise<string> {
  const [row] = await rawQuery(
    hotel.databaseUrl,
    `select room_number from room_months where id = ${roomMonth}`,
  );
  return String(row?.room_number);
}

/** Takes a request back. */
async function undo(request_id: string) {
  const headers = requestHeaders();
  const answer = await hotel.api.post('/api/reversals', { request_id, accept: 'all' }, headers);
  return { status: answer.status, id: headers['x-request-id'] };
}

describe('延泊', () => {
  it('books the following night, checks out and in, and links the two; undo takes all of it back', async () => {
    const first = await inHouse(-2, 0, { total_fee: 16_000 });
    const before = await stored(first.id);
    const headers = requestHeaders();
    const answer = await post(`${first.id}/extend`, {}, headers);
    expect(answer.status).toBe(201);
    const next = answer.body;
    expect(next).toMatchObject({
      ...{ stay_start: dayAt(0), stay_end: dayAt(1), total_fee: 8_000, booking_source: '宿泊時' },
      ...{ checkin_date: dayAt(0), checkout_date: null, base_booking_id: first.id },
      ...{ group_end_date: dayAt(1), guest_name_1: first.guest_name_1 },
    });
    expect(await stored(first.id)).toMatchObject({ checkout_date: dayAt(0), group_end_date: dayAt(1) });
    expect((await undo(headers['x-request-id'])).status).toBe(200);
    expect(await stored(next.id)).toMatchObject({ is_cancelled: 1, checkin_date: null });
    expect(await stored(first.id)).toEqual({ ...before, version: expect.any(Number) });
  });

  it('is refused while the room is taken, and goes on in another one, where the check-out of it lasts', async () => {
    const first = await inHouse(-1, 0);
    await hotel.book({ room_id: first.room_id, stay_start: dayAt(0), stay_end: dayAt(2) });
    expectRefusal(
      await post(`${first.id}/extend`),
      409,
      '選択した部屋は指定された期間に既に予約されています。',
    );
    const free = await hotel.book({ stay_start: dayAt(5), stay_end: dayAt(6) });
    const next = (await post(`${first.id}/extend`, { room_id: free.room_id, stay_end: dayAt(2) })).body;
    expect(next).toMatchObject({ base_booking_id: first.id, group_end_date: dayAt(2) });
    expect(await numberOf(next.room_id)).toBe(await numberOf(free.room_id));
    // An edit that says so again keeps them together, whoever asks.
    const edit = { notes: '延泊', is_day_before_same_flag: 1 };
    const edited = await hotel.api.put<BookingRecord>(`/api/booking/${next.id}`, edit);
    expect(edited.body).toMatchObject({ base_booking_id: first.id, notes: '延泊' });
    expect((await post(`${next.id}/check-out`, { date: dayAt(0) })).status).toBe(200);
    expect((await stored(first.id)).group_end_date).toBe(dayAt(2));
  });

  it('ahead of the last day waits for the check-in of the following stay, which is the check-out', async () => {
    const first = await inHouse(-1, 1);
    const next = (await post(`${first.id}/extend`)).body;
    expect(next).toMatchObject({ stay_start: dayAt(1), checkin_date: null });
    expect(await stored(first.id)).toMatchObject({ checkout_date: null });
    expectRefusal(await post(`${first.id}/extend`), 409, /続きの予約があります/);
  });

  it('of several in one batch frees a room first', async () => {
    const first = await inHouse(-1, 0);
    const other = await hotel.book({ room_id: first.room_id, stay_start: dayAt(0), stay_end: dayAt(1) });
    const free = await otherRoom();
    const changes = [
      { action: 'amend', id: other.id, version: other.version, booking: { room_id: free } },
      { action: 'extend', id: first.id, version: first.version },
    ];
    const { status, body } = await hotel.api.post<{ bookings: BookingRecord[] }>('/api/booking-batch', {
      changes,
    });
    expect(status).toBe(200);
    const [, next] = body.bookings;
    expect(next).toMatchObject({ stay_start: dayAt(0) });
    expect(await numberOf(next?.room_id ?? null)).toBe(await numberOf(first.room_id));
  });
});

describe('部屋移動 from a day on', () => {
  const account = async (id: number) =>
    (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
  const paymentsOf = async (date: string) => {
    const { body } = await hotel.api.get<object>(`/api/daily-payments?date=${date}`);
    return { ...body, position: 0 };
  };

  it('divides nights, fee, points and what was paid; no 日計 changes, and undo and redo give all of it back', async () => {
    const first = await inHouse(-2, 2, { total_fee: 20_001, csv_notes: '100' });
    const { body: ways } = await hotel.api.get<{ id: number }[]>('/api/payment_master');
    const paid = await post(`${first.id}/payments`, { payment_type: ways[0]?.id, amount: 15_000 });
    expect(paid.status).toBe(200);
    const [before, sums] = [await stored(first.id), await paymentsOf(hotel.today)];
    const room_id = await otherRoom();
    const headers = { ...requestHeaders(), 'if-match': `"${before.version}"` };
    const answer = await post(`${first.id}/move-from`, { room_id }, headers);
    expect(answer.status).toBe(201);
    const rest = answer.body;
    expect(rest).toMatchObject({
      ...{ room_id, stay_start: dayAt(0), stay_end: dayAt(2), total_fee: 10_000, used_points: 50 },
      ...{ checkin_date: dayAt(0), base_booking_id: first.id, group_end_date: dayAt(2), payment_flag: 0 },
    });
    expect(await stored(first.id)).toMatchObject({
      ...{ stay_end: dayAt(0), total_fee: 10_001, used_points: 50, checkout_date: dayAt(0), payment_flag: 1 },
      group_end_date: dayAt(2),
    });
    const [left, right] = [await account(first.id), await account(rest.id)];
    expect([left.taken, left.balance, right.taken, right.balance]).toEqual([9_951, 0, 5_049, 4_901]);
    expect(right.payments[0]).toMatchObject({ reason: '部屋移動による振替' });
    expect(await paymentsOf(hotel.today)).toEqual(sums);
    const { body: changes } = await hotel.api.get<RoomChange[]>('/api/front-desk/room-changes');
    expect(changes.find(({ booking_id }) => booking_id === rest.id)).toMatchObject({ stay_end: dayAt(2) });
    const past = await hotel.api.get<BookingRecord[]>(
      `/api/bookings?start_date=${dayAt(0)}&end_date=${dayAt(0)}&as_of=${rest.id - 1}`,
    );
    expect(past.body.find(({ id }) => id === first.id)).toMatchObject({ stay_end: dayAt(2) });
    const undone = await undo(headers['x-request-id']);
    expect(undone.status).toBe(200);
    expect(await stored(first.id)).toEqual({ ...before, version: expect.any(Number) });
    expect(await stored(rest.id)).toMatchObject({ is_cancelled: 1, balance: 0 });
    expect(await account(rest.id)).toMatchObject({ taken: 0 });
    expect(await paymentsOf(hotel.today)).toEqual(sums);
    expect((await undo(undone.id)).status).toBe(200);
    expect(await account(first.id)).toMatchObject({ taken: 9_951, balance: 0 });
    expect(await account(rest.id)).toMatchObject({ taken: 5_049, balance: 4_901 });
    expect(await stored(rest.id)).toMatchObject({ is_cancelled: 0, checkin_date: dayAt(0) });
    expect(await paymentsOf(hotel.today)).toEqual(sums);
  });

  it('whose receipt is over the whole stay gets none for the second part, until the first one’s is issued anew', async () => {
    const { body: ways } = await hotel.api.get<{ id: number }[]>('/api/payment_master');
    const first = await inHouse(-1, 2, { total_fee: 30_000 });
    await post(`${first.id}/payments`, { payment_type: ways[0]?.id, amount: 30_000 });
    const issue = (id: number, path = 'receipt', body: object = { kind: 'receipt' }) =>
      hotel.api.post<{ number: number; amount: number }>(`/api/booking/${id}/${path}`, body);
    const whole = (await issue(first.id)).body;
    expect(whole.amount).toBe(30_000);
    const rest = (await post(`${first.id}/move-from`, { room_id: await otherRoom() })).body;
    const nights = [
      { nights: [dayAt(0), dayAt(1)], charges: [], addressee: '山田', honorific: '様', note: '宿泊代として' },
    ];
    for (const answer of [await issue(rest.id), await issue(rest.id, 'receipt-parts', { parts: nights })])
      expectRefusal(
        answer,
        409,
        /の領収書に、この部屋の分も含まれています。先に.+号室の領収書を発行し直してください。/,
      );
    expect((await issue(rest.id, 'receipt', { kind: 'statement' })).status).toBe(200);
    const again = (await issue(first.id)).body;
    expect(again).toMatchObject({ amount: 10_000 });
    expect((await issue(rest.id)).body).toMatchObject({ amount: 20_000 });
  });

  it('is refused while the room is taken, on the first day, by an old version, and into the same room', async () => {
    const first = await inHouse(-1, 1);
    const other = await hotel.book({ stay_start: dayAt(0), stay_end: dayAt(3) });
    const move = (body: object, headers = {}) => post(`${first.id}/move-from`, body, headers);
    expectRefusal(
      await move({ room_id: other.room_id }),
      409,
      '選択した部屋は指定された期間に既に予約されています。',
    );
    expectRefusal(await move({ room_id: first.room_id }), 422, '移動先は別の部屋を選んでください。');
    const room_id = await otherRoom();
    expectRefusal(await move({ room_id, from: dayAt(-1) }), 422, /宿泊の2日目から/);
    expectRefusal(await move({ room_id }, { 'if-match': '"1"' }), 409, /他の端末で更新されています/);
    expect(await stored(first.id)).toEqual(first);
  });

  it('of two in one batch exchanges their rooms; undo gives both back', async () => {
    const [one, two] = [await inHouse(-2, 2, { total_fee: 8_000 }), await inHouse(-1, 3)];
    const changes = [
      { action: 'move-from', id: one.id, version: one.version, room_id: two.room_id },
      { action: 'move-from', id: two.id, version: two.version, room_id: one.room_id },
    ];
    const headers = requestHeaders();
    const answer = await hotel.api.post<{ bookings: BookingRecord[] }>(
      '/api/booking-batch',
      { changes },
      headers,
    );
    expect(answer.status).toBe(200);
    const [first, second] = answer.body.bookings;
    expect(first).toMatchObject({ stay_start: dayAt(0), stay_end: dayAt(2) });
    expect(second).toMatchObject({ stay_start: dayAt(0), stay_end: dayAt(3) });
    const numbersOf = (pair: (BookingRecord | undefined)[]) =>
      Promise.all(pair.map((booking) => numberOf(booking?.room_id ?? null)));
    expect(await numbersOf([first, second])).toEqual(await numbersOf([two, one]));
    expect((await undo(headers['x-request-id'])).status).toBe(200);
    expect(await stored(one.id)).toEqual({ ...one, version: expect.any(Number) });
    expect(await stored(two.id)).toEqual({ ...two, version: expect.any(Number) });
  });

  it('cannot exchange from different days where a night would be twice', async () => {
    const [one, two] = [await inHouse(-3, 2), await inHouse(-3, 2)];
    const changes = [
      { action: 'move-from', id: one.id, room_id: two.room_id, from: dayAt(-1) },
      { action: 'move-from', id: two.id, room_id: one.room_id },
    ];
    expectRefusal(
      await hotel.api.post('/api/booking-batch', { changes }),
      409,
      '選択した部屋は指定された期間に既に予約されています。',
    );
    expect(await stored(one.id)).toEqual(one);
  });
});

describe('早期出発', () => {
  const ways = async () => {
    const { body } = await hotel.api.get<{ id: number }[]>('/api/payment_master');
    return [body[0]?.id as number, body[1]?.id as number] as const;
  };
  const paidInFull = async (id: number) => {
    const [cash] = await ways();
    expect((await post(`${id}/payment`, { payment_type: cash, payment_flag: 1 })).status).toBe(200);
  };
  const paymentsOf = async (id: number) =>
    (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;

  it('frees the nights that are left, gives their money back and checks out; undo takes all of it back', async () => {
    const first = await inHouse(-1, 2, { total_fee: 24_600 });
    await paidInFull(first.id);
    const before = await stored(first.id);
    const headers = requestHeaders();
    const answer = await post(`${first.id}/leave-early`, {}, headers);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...{ stay_end: dayAt(0), checkout_date: dayAt(0), total_fee: 24_600, payment_flag: 1, balance: 0 },
    });
    expect(await paymentsOf(first.id)).toMatchObject({
      charges: [{ kind: '値引', name: '早期出発 2泊分', amount: -16_400, tax_rate: 10 }],
      payments: [{}, { reason: '早期出発', ways: [{ amount: -16_400 }] }],
      ...{ taken: 8_200, balance: 0 },
    });
    expect((await undo(headers['x-request-id'])).status).toBe(200);
    expect(await stored(first.id)).toEqual({ ...before, version: expect.any(Number) });
    expect(await paymentsOf(first.id)).toMatchObject({ charges: [], taken: 24_600, balance: 0 });
  });

  it('frees them for others at once; undo then says so, and gives nothing back', async () => {
    const first = await inHouse(-1, 2, { total_fee: 24_600 });
    const headers = requestHeaders();
    await post(`${first.id}/leave-early`, {}, headers);
    await hotel.book({
      ...{ room_id: first.room_id, stay_start: dayAt(0), stay_end: dayAt(1), guest_name_1: '次の 客' },
    });
    const left = await stored(first.id);
    const preview = await hotel.api.get<{ obstacles: { message: string }[]; changes: unknown[] }>(
      `/api/reversals/${headers['x-request-id']}`,
      TERMINAL,
    );
    expect(preview.body.obstacles[0]?.message).toMatch(/次の 客 の予約/);
    expect(preview.body.changes).toEqual([]);
    expect((await undo(headers['x-request-id'])).status).toBe(409);
    expect(await stored(first.id)).toEqual(left);
  });

  it('keeps a fee, by another way of paying, in a batch, and refuses what is wrong', async () => {
    const first = await inHouse(-1, 2, { total_fee: 24_600 });
    await paidInFull(first.id);
    expectRefusal(await post(`${first.id}/leave-early`, { fee: 16_401 }), 422, /手数料は/);
    expectRefusal(await post(`${first.id}/leave-early`, { fee: 99_999_999 }), 422, /手数料は/);
    expectRefusal(await post(`${first.id}/leave-early`, { lowers_fee: 0, fee: 1 }), 422, /そのまま受け取る/);
    expectRefusal(await post(`${first.id}/leave-early`, { refund_type: 999 }), 422, /支払方法/);
    const [, other] = await ways();
    const { version } = await stored(first.id);
    const changes = [
      { action: 'leave-early', id: first.id, version, fee: 4_000, fee_tax_rate: 10, refund_type: other },
    ];
    expect((await hotel.api.post('/api/booking-batch', { changes })).status).toBe(200);
    expect(await paymentsOf(first.id)).toMatchObject({
      charges: [{ amount: -16_400 }, { kind: '手数料', amount: 4_000, tax_rate: 10 }],
      payments: [{}, { ways: [{ payment_type: other, amount: -12_400 }] }],
      balance: 0,
    });
    expectRefusal(await post(`${first.id}/leave-early`, {}), 409, /既にチェックアウト済み/);
  });

  it('counts as sold only what was slept, in reports and in the calendar of then and now', async () => {
    const first = await inHouse(-1, 2, { total_fee: 24_600 });
    const figures = async () => {
      const { body } = await hotel.api.get<{ total: { nights: number; revenue: number } }>(
        `/api/reports?start_date=${dayAt(-1)}&end_date=${dayAt(2)}&by=day`,
      );
      return body.total;
    };
    const before = await figures();
    await post(`${first.id}/leave-early`, {});
    expect(await figures()).toMatchObject({
      ...{ nights: before.nights - 2, revenue: before.revenue - 16_400 },
    });
  });
});

describe('a guest who is in the next part of the stay', () => {
  const IN_NEXT = /続きの予約がチェックイン済みです/;
  const check = (id: number, end: string, headers: object) =>
    hotel.api.delete<BookingRecord>(`/api/booking/${id}/${end}`, headers as Record<string, string>);

  it.each([
    ['延泊 in the same room', 0, () => ({}), 'extend'],
    ['延泊 in another room', 0, async () => ({ room_id: await otherRoom() }), 'extend'],
    ['部屋移動', 2, async () => ({ room_id: await otherRoom() }), 'move-from'],
  ])(
    '%s: is not let back into the one before, neither by hand nor by an older undo',
    async (_, end, body, verb) => {
      const first = await inHouse(-2, end);
      const old = requestHeaders();
      expect((await post(`${first.id}/check-out`, { date: hotel.today }, old)).status).toBe(200);
      await check(first.id, 'check-out', requestHeaders());
      const next = (await post(`${first.id}/${verb}`, await body())).body;
      const before = await stored(first.id);
      expect(before.checkout_date).toBe(hotel.today);
      expectRefusal(await check(first.id, 'check-out', requestHeaders()), 409, IN_NEXT);
      for (const accept of ['all', 'nearest']) {
        const headers = requestHeaders();
        await hotel.api.post('/api/reversals', { request_id: old['x-request-id'], accept }, headers);
        expect(await stored(first.id)).toEqual(before);
      }
      const seen = await hotel.api.get<{ obstacles: { message: string }[] }>(
        `/api/reversals/${old['x-request-id']}`,
        TERMINAL,
      );
      expect(seen.body.obstacles[0]?.message).toMatch(IN_NEXT);
      expect((await check(next.id, 'check-in', requestHeaders())).status).toBe(200);
      expect((await check(first.id, 'check-out', requestHeaders())).status).toBe(200);
    },
  );
});
