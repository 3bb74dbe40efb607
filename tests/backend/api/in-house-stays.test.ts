import { randomUUID } from 'node:crypto';
import { addDays } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { TERMINAL_HEADER } from '@wire/live.js';
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

/** Takes a request back. */
const undo = (request_id: string) =>
  hotel.api.post('/api/reversals', { request_id, accept: 'all' }, requestHeaders());

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
    expect(next).toMatchObject({
      room_id: free.room_id,
      base_booking_id: first.id,
      group_end_date: dayAt(2),
    });
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
    const free = await hotel.book({ stay_start: dayAt(8), stay_end: dayAt(9) });
    const changes = [
      { action: 'amend', id: other.id, version: other.version, booking: { room_id: free.room_id } },
      { action: 'extend', id: first.id, version: first.version },
    ];
    const { status, body } = await hotel.api.post<{ bookings: BookingRecord[] }>('/api/booking-batch', {
      changes,
    });
    expect(status).toBe(200);
    expect(body.bookings[1]).toMatchObject({ room_id: first.room_id, stay_start: dayAt(0) });
  });
});
