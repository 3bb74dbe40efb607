import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvRecord } from '@wire/csv-record.js';
import type { ErasurePreview, ErasureResult } from '@wire/erasure.js';
import { channelFile } from '../../support/channel-file.js';
import { dumpOf, wordsIn } from '../../support/database-dump.js';
import { type Guest, personalWords, rowOf, savedAs, theGuest } from '../../support/erasure-guests.js';
import { startImportHotel, upload } from '../../support/import-hotel.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import type { SmallHotel } from './small-hotel.js';

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
const erase = (id: number) =>
  hotel.api.post<ErasureResult>(`/api/booking/${id}/erasure`, { reason: '本人からの請求' });

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
    const told = await Promise.all(answers.map(async (path) => (await hotel.api.get(path)).text));
    told.push((await hotel.api.post('/api/booking', payload, { 'idempotency-key': key })).text);
    told.push(await dumpOf(hotel.databaseUrl));
    expect(wordsIn(told.join('\n'), personalWords(guest))).toEqual([]);
    expect(told.at(-2)).toContain('"guest_name_1":"削除済み"');
    expect((await hotel.api.get<BookingRecord>(`/api/booking/${kept.id}`)).body).toEqual({
      ...kept,
      mess: undefined,
    });

    const live = await projectedRows(hotel.databaseUrl);
    expect(await rebuildAll(hotel.databaseUrl)).toBe(await hotel.position());
    expect(await projectedRows(hotel.databaseUrl)).toEqual(live);
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

  it('is erased from all rooms of a reservation, also of a guest without a phone', async () => {
    const cells = { 電話番号: '', 部屋数: '2', 大人人数: '2', 男性人数: '2' };
    const { body: report } = await upload(hotel.url, channelFile([rowOf(guest, 'N1', cells)]));
    const { body } = await erase(report.results[0]?.booking_id as number);
    expect([body.booking_ids.length, body.csv_reservation_ids.length]).toEqual([2, 2]);
    const left = wordsIn(await dumpOf(hotel.databaseUrl), [guest.name, guest.kana, guest.notes]);
    expect(left).toEqual([]);
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
