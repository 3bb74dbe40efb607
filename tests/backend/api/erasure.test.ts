import { randomUUID } from 'node:crypto';
import { searchable } from '@domain/search/searchable.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { ErasurePreview, ErasureResult } from '@wire/erasure.js';
import { verifyLog } from '../../../backend/event-store/verify-log.js';
import { openClient } from '../../../backend/platform/database.js';
import type { Answer } from '../../support/api-client.js';
import { upload } from '../../support/api-client.js';
import { channelFile } from '../../support/channel-file.js';
import { type Guest, personalWords, rowOf, savedAs, theGuest } from '../../support/erasure-guests.js';
import { type Hotel, type Payload, startHotel } from '../../support/hotel.js';
import { dumpOf, rawQuery, wordsIn } from '../../support/log-rows.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { expectRefusal } from '../../support/refusal.js';

let hotel: Hotel;
let guests = 0;
let guest: Guest;

beforeAll(async () => {
  hotel = await startHotel();
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

/** Writes that carry a key, each kept with its first answer so that it can be sent again. */
function keyedWrites() {
  const writes: { name: string; send: () => Promise<Answer<unknown>>; first: Answer<unknown> }[] = [];
  async function send<Body>(
    method: 'post' | 'put' | 'delete',
    path: string,
    body?: Payload,
  ): Promise<{ key: string; body: Body }> {
    const key = randomUUID();
    const headers = { 'idempotency-key': key, 'x-request-id': key };
    const again = () =>
      method === 'delete'
        ? hotel.api.delete<Body>(path, headers)
        : hotel.api[method]<Body>(path, body ?? {}, headers);
    const first = await again();
    if (first.status >= 300) throw new Error(`${method} ${path}: ${first.text}`);
    writes.push({ name: `${method} ${path}`, send: again, first });
    return { key, body: first.body };
  }
  return { writes, send };
}

describe('the personal data of a guest', () => {
  it('is nowhere any more after its erasure, and everything else is as it was', async () => {
    const key = randomUUID();
    const payload = hotel.payload(savedAs(guest));
    const { body: booked } = await hotel.api.post<BookingRecord>('/api/booking', payload, {
      'idempotency-key': key,
    });
    const changed = { ...payload, notes: `${guest.notes}。` };
    await hotel.api.put(`/api/booking/${booked.id}`, changed, { 'idempotency-key': randomUUID() });
    const other = theGuest(++guests, hotel.today);
    const kept = await hotel.book(savedAs(other));
    const file = channelFile([
      rowOf(guest, 'H1'),
      rowOf(guest, 'H2', { 部屋記号: '?', 部屋名称: '謎' }),
      rowOf(guest, 'H3', { 部屋数: '2', 大人人数: '2', 男性人数: '2' }),
    ]);
    const { body: report } = await upload(hotel.url, file);
    expect(report).toMatchObject({ rows: 3, failed: 1 });
    const before = await dumpOf(hotel.databaseUrl);
    expect(wordsIn(before, personalWords(guest))).toContain(guest.name);

    const position = await hotel.position();
    const { records } = await preview(booked.id);
    expect(records.map(({ kind }) => kind).sort()).toEqual([
      ...Array(4).fill('booking'),
      ...Array(4).fill('csv-reservation'),
    ]);
    const seen = (await hotel.api.get('/api/events?format=ndjson')).text;
    expect(wordsIn(seen, personalWords(guest))).toContain(guest.notes);
    const { status, body } = await erase(booked.id);
    expect({ status, erased: [body.booking_ids.length, body.csv_reservation_ids.length] }).toEqual({
      status: 200,
      erased: [4, 4],
    });

    const answers = [
      `/api/booking/${booked.id}`,
      `/api/booking/${booked.id}/history`,
      `/api/fetch-reservation-data/${booked.id}`,
      `/api/bookings?start_date=${guest.start}&end_date=${guest.end}`,
      `/api/booking-search?q=${encodeURIComponent(guest.name)}`,
      `/api/booking-search?q=${guest.tel}`,
      `/api/booking-search?q=${encodeURIComponent(guest.kana)}`,
      ...['failed', 'registered', 'cancelled', 'dismissed'].map(
        (state) => `/api/csv-reservations?status=${state}`,
      ),
      `/api/csv-imports/${report.id}`,
      `/api/csv-imports/${report.id}/failed.csv`,
      ...body.csv_reservation_ids.map((id) => `/api/fetch-csv-reservation-data/${id}`),
      `/api/bookings?start_date=${guest.start}&end_date=${guest.end}&as_of=${position}`,
      `/api/booking-changes?start_date=${guest.start}&end_date=${guest.end}&as_of=${booked.id - 1}`,
      `/api/events?booking_id=${booked.id}`,
      '/api/events?format=ndjson',
      '/api/events?format=csv',
      '/metrics',
    ];
    const texts = await Promise.all(answers.map(async (path) => (await hotel.api.get(path)).text));
    texts.push((await hotel.api.post('/api/booking', payload, { 'idempotency-key': key })).text);
    texts.push(await dumpOf(hotel.databaseUrl));
    expect(wordsIn(texts.join('\n'), personalWords(guest))).toEqual([]);
    expect(texts.at(-2)).toContain('"guest_name_1":"削除済み"');
    expect((await hotel.api.get<BookingRecord>(`/api/booking/${kept.id}`)).body).toEqual({
      ...kept,
      mess: undefined,
    });

    const live = await projectedRows(hotel.databaseUrl);
    expect(await rebuildAll(hotel.databaseUrl)).toBe(await hotel.position());
    expect(await projectedRows(hotel.databaseUrl)).toEqual(live);
  });

  it('is in no answer that is remembered, whichever kind of write named the guest', async () => {
    const other = { ...theGuest(++guests, hotel.today), start: guest.start, end: guest.end };
    const renamed = { guest_name_1: `${guest.name}改`, tel: '070-9999-1111' };
    const words = [...personalWords(guest), ...Object.values(renamed)];
    const spelled = [...new Set([...words, ...words.map(searchable)])];
    const { writes, send } = keyedWrites();
    const reverse = (request_id: string, accept = 'all') =>
      send('post', '/api/reversals', { request_id, accept });
    const book = async (who: typeof guest, room: string, fields: Payload = {}) => {
      const room_id = hotel.roomId(room, guest.start);
      const saved = hotel.payload({ ...savedAs(who), room_id, ...fields });
      return send<BookingRecord>('post', '/api/booking', saved);
    };
    const [room, otherRoom, thirdRoom] = [hotel.newRoom(), hotel.newRoom(), hotel.newRoom()];

    const { body: booking } = await book(guest, room);
    const path = `/api/booking/${booking.id}`;
    const { key: renaming } = await send('put', path, renamed);
    await send('put', path, { notes: guest.notes });
    await reverse(renaming);
    const { body: beside } = await book(other, otherRoom);
    const change = (id: number, fields: Payload) => ({ action: 'amend', id, booking: fields });
    await send('post', '/api/booking-batch', {
      changes: [change(booking.id, { notes: guest.notes }), change(beside.id, { total_fee: 1 })],
    });
    await send('post', `${path}/check-in`, { date: guest.start });
    await send('post', `${path}/check-out`, { date: guest.end });
    await send('delete', `${path}/check-out`);
    await send('delete', `${path}/check-in`);
    await send('post', `${path}/payment`, { payment_type: null, payment_flag: 1 });

    // The guest stands in the way of another.
    const { key: moving } = await send('put', `/api/booking/${beside.id}`, {
      room_id: hotel.roomId(thirdRoom, guest.start),
      total_fee: 2,
    });
    await book(guest, otherRoom);
    await reverse(moving, 'nearest');

    const { key: cancelling } = await send('put', `${path}/cancel`);
    await reverse(cancelling);

    const cells = { 部屋記号: '?', 部屋名称: '謎' };
    const file = channelFile([rowOf(guest, 'E1'), rowOf(guest, 'E2', cells), rowOf(guest, 'E3', cells)]);
    const { body: report } = await upload(hotel.url, file, { headers: { 'idempotency-key': randomUUID() } });
    const registered = report.results.find(({ booking_id }) => booking_id !== null)?.booking_id;
    await send('put', `/api/booking/${registered}/return-temairazu`);
    const { body: queue } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
    const failed = queue.filter(({ guest_name_1 }) => guest_name_1 === guest.name);
    expect(failed).toHaveLength(3);
    for (const { id } of failed.slice(1)) await send('post', `/api/csv-reservations/${id}/retry`);
    await send('post', '/api/csv-reservations/retry', {});
    await book(guest, hotel.newRoom(), { csv_reservation_id: failed[0]?.id });

    const before = wordsIn(await dumpOf(hotel.databaseUrl), words);
    expect(before).toContain(guest.name);
    const { body: erased } = await hotel.api.post<ErasureResult>(`${path}/erasure`, {
      reason: '本人からの請求',
    });
    expect(erased.booking_ids.length).toBeGreaterThanOrEqual(4);

    expect(wordsIn(await dumpOf(hotel.databaseUrl), spelled)).toEqual([]);
    const position = await hotel.position();
    for (const { name, send: again, first } of writes) {
      const answer = await again();
      expect({ name, status: answer.status }).toEqual({ name, status: first.status });
      expect({ name, found: wordsIn(answer.text, spelled) }).toEqual({ name, found: [] });
      expect(answer.text.includes(other.name)).toBe(first.text.includes(other.name));
    }
    expect(await hotel.position()).toBe(position);
    const client = await openClient(hotel.databaseUrl, () => undefined);
    expect(await verifyLog(client).finally(() => client.end())).toMatchObject({ fault: null });
  });

  it('does not come back when the same file is imported again', async () => {
    const file = channelFile([rowOf(guest, 'A1'), rowOf(guest, 'A2', { 部屋記号: '?', 部屋名称: '謎' })]);
    const { body: report } = await upload(hotel.url, file);
    await erase(report.results[0]?.booking_id as number);
    const position = await hotel.position();
    const more = channelFile([
      rowOf(guest, 'A1'),
      rowOf(guest, 'A2', { 部屋記号: '?', 部屋名称: '謎' }),
      rowOf(guest, 'A1'),
    ]);
    expect((await upload(hotel.url, file)).body).toMatchObject({ new: 0, changed: 0, failed: 0 });
    expect((await upload(hotel.url, more)).body).toMatchObject({ new: 0, changed: 0, failed: 0 });
    expect(await hotel.position()).toBe(position);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), personalWords(guest))).toEqual([]);
  });

  it('is erased from an imported record as well, which then leaves the queue', async () => {
    await upload(hotel.url, channelFile([rowOf(guest, 'Q1', { 部屋記号: '?', 部屋名称: '謎' })]));
    const { body: queue } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
    const record = queue.find(({ booking_number }) => booking_number === 'Q1') as CsvRecord;
    expect((await preview(record.id, 'csv-reservations')).records).toHaveLength(1);
    const { status } = await hotel.api.post(`/api/csv-reservations/${record.id}/erasure`, { reason: '請求' });
    expect(status).toBe(200);
    const { body: after } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations?status=failed');
    expect(after.some(({ id }) => id === record.id)).toBe(false);
    expect(wordsIn(await dumpOf(hotel.databaseUrl), personalWords(guest))).toEqual([]);
  });
});

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
    const until = `${Number(guest.end.slice(0, 4)) + 3}${guest.end.slice(4)}`;
    expect([reason_required, records[0]?.retained_until]).toEqual([true, until]);
    const position = await hotel.position();
    for (const [body, message] of [
      [{ reason: '  ' }, /保存期間/],
      [{ reason: `${guest.name}様のご希望` }, /氏名や電話番号/],
      [{ reason: 'あ'.repeat(201) }, /200文字以内/],
      [{ reason: 1 }, /理由/],
      [{ reason: '請求', booking_ids: 'all' }, /予約/],
      [{ reason: '請求', booking_ids: [1] }, /このお客様/],
    ] as const) {
      expectRefusal(await erase(id, body), 422, message);
    }
    expect(await hotel.position()).toBe(position);
  });

  it('leaves out what was not chosen, and what is still to come, and is done once', async () => {
    const first = await bookPast();
    const second = await bookPast();
    const coming = await hotel.book(aComingStay());
    const { records } = await preview(first.id);
    expect(records.map(({ id, obstacle }) => [id, obstacle !== null])).toEqual([
      [first.id, false],
      [second.id, false],
      [coming.id, true],
    ]);
    expectRefusal(await erase(coming.id), 409, /滞在が終わっていない/);
    await erase(first.id, { reason: '請求', booking_ids: [first.id] });
    expectRefusal(await erase(first.id), 409, /既に削除/);
    const { body } = await hotel.api.get<BookingRecord>(`/api/booking/${second.id}`);
    expect(body.guest_name_1).toBe(guest.name);
    expect((await erase(second.id)).body.booking_ids).toEqual([second.id]);
    expect((await hotel.api.get<BookingRecord>(`/api/booking/${coming.id}`)).body.tel).toBe(guest.tel);
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
