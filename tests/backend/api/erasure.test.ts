import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ErasurePreview, ErasureResult } from '@wire/erasure.js';
import { type Guest, savedAs, theGuest } from '../../support/erasure-guests.js';
import { startImportHotel } from '../../support/import-hotel.js';
import { rawQuery } from '../../support/log-rows.js';
import { expectRefusal, type SmallHotel } from './small-hotel.js';

let hotel: SmallHotel;
let guests = 0;
let guest: Guest;

beforeAll(async () => {
  hotel = await startImportHotel();
});
afterAll(() => hotel.stop());

beforeEach(() => {
  guest = theGuest(++guests, hotel.today);
});

const preview = async (id: number, kind = 'booking') =>
  (await hotel.api.get<ErasurePreview>(`/api/${kind}/${id}/erasure`)).body;
const erase = (id: number, body: object = { reason: '本人からの請求' }, headers = {}) =>
  hotel.api.post<ErasureResult>(`/api/booking/${id}/erasure`, body, headers);

const bookPast = () => hotel.book(savedAs(guest));
/** A stay of the guest that is still to come. */
const aComingStay = () => ({ ...savedAs(guest), stay_start: '2096-01-10', stay_end: '2096-01-12' });

describe('an erasure', () => {
  it('is recorded with who and why, in the log that still verifies', async () => {
    const { id } = await bookPast();
    const headers = { 'x-terminal-name': encodeURIComponent('フロント9') };
    await erase(id, { reason: '本人からの請求（書面）' }, headers);
    const [event] = await rawQuery(
      hotel.databaseUrl,
      `select type, payload::text, terminal from event_log where stream = 'reservation-${id}' order by version desc limit 1`,
    );
    expect(event).toEqual({
      type: 'PersonalDataErased',
      payload: '{"reason":"本人からの請求（書面）"}',
      terminal: 'フロント9',
    });
    const keys = await rawQuery(
      hotel.databaseUrl,
      `select from encryption_keys where stream = 'reservation-${id}'`,
    );
    expect(keys).toEqual([]);
  });

  it('needs a reason within the retention, and one that does not name the guest', async () => {
    const { id } = await bookPast();
    const { reason_required, records } = await preview(id);
    expect({ reason_required, until: records[0]?.retained_until }).toEqual({
      reason_required: true,
      until: `${Number(guest.end.slice(0, 4)) + 3}${guest.end.slice(4)}`,
    });
    const position = await hotel.position();
    for (const body of [{}, { reason: '  ' }]) expectRefusal(await erase(id, body), 422, /保存期間/);
    expectRefusal(await erase(id, { reason: `${guest.name}様のご希望` }), 422, /氏名や電話番号/);
    expectRefusal(await erase(id, { reason: 'あ'.repeat(201) }), 422, /200文字以内/);
    expectRefusal(await erase(id, { reason: 1 }), 422, /理由/);
    expectRefusal(await erase(id, { reason: '請求', booking_ids: 'all' }), 422, /予約/);
    expectRefusal(await erase(id, { reason: '請求', booking_ids: [1] }), 422, /このお客様/);
    expect(await hotel.position()).toBe(position);
  });

  it('is refused while the stay is not over, and for the second time', async () => {
    const coming = await hotel.book(aComingStay());
    expectRefusal(await erase(coming.id), 409, /滞在が終わっていない/);
    await hotel.api.put(`/api/booking/${coming.id}/cancel`);
    expect((await erase(coming.id)).status).toBe(200);
    expectRefusal(await erase(coming.id), 409, /既に削除/);
    expect((await preview(coming.id)).records).toMatchObject([
      { obstacle: expect.stringMatching(/既に削除/) },
    ]);
  });

  it('leaves out what was not chosen, and what is still to come', async () => {
    const first = await bookPast();
    const second = await bookPast();
    const coming = await hotel.book(aComingStay());
    const { records } = await preview(first.id);
    expect(records.map(({ id, obstacle }) => [id, obstacle !== null])).toEqual([
      [first.id, false],
      [second.id, false],
      [coming.id, true],
    ]);
    await erase(first.id, { reason: '請求', booking_ids: [first.id] });
    expect((await hotel.api.get<BookingRecord>(`/api/booking/${second.id}`)).body.guest_name_1).toBe(
      guest.name,
    );
    expect((await erase(second.id)).body.booking_ids).toEqual([second.id]);
    expect((await hotel.api.get<BookingRecord>(`/api/booking/${coming.id}`)).body.tel).toBe(guest.tel);
  });

  it('leaves the booking as it is: it can be changed no more', async () => {
    const booking = await bookPast();
    await erase(booking.id);
    const change = hotel.payload({ ...savedAs(guest), room_id: booking.room_id });
    expectRefusal(await hotel.api.put(`/api/booking/${booking.id}`, change), 409, /個人情報を削除/);
    expectRefusal(
      await hotel.api.post(`/api/booking/${booking.id}/check-in`, { date: guest.start }),
      409,
      /個人情報/,
    );
  });

  it('is done by one of two who send it at once', async () => {
    const { id } = await bookPast();
    const both = await Promise.all([erase(id), erase(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('says when the guest is on the blacklist, which is kept', async () => {
    const listed = await hotel.book({
      ...savedAs(guest),
      guest_name_1: '黒瀬 剛',
      tel: '090-0000-9901',
      blacklist_id: hotel.ids.blacklisted,
    });
    expect((await preview(listed.id)).is_blacklisted).toBe(true);
    expect((await preview((await bookPast()).id)).is_blacklisted).toBe(false);
  });
});
