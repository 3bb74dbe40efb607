import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

type CsvRecord = { status: string; reason: string | null; booking_id: number | null };

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const fetchCsv = async (id: number): Promise<CsvRecord> =>
  (await hotel.api.get<CsvRecord>(`/api/fetch-csv-reservation-data/${id}`)).body;

/** A registered booking whose record came again with a change that could not be applied. */
async function unsettled(): Promise<{ csv: number; booking: BookingRecord; path: string }> {
  const csv = await hotel.importRecord();
  const booking = await hotel.book({ csv_reservation_id: csv });
  await hotel.failImport(csv, '部屋移動不可');
  return { csv, booking, path: `/api/booking/${booking.id}` };
}

describe('a failed change of a registered record', () => {
  it('names the booking, which stays as it is', async () => {
    const { csv, booking } = await unsettled();
    expect(await fetchCsv(csv)).toMatchObject({
      status: 'failed',
      reason: '部屋移動不可',
      booking_id: booking.id,
    });
    const stored = await hotel.api.get(`/api/booking/${booking.id}`);
    expect(stored.body).toMatchObject({ version: booking.version, is_cancelled: 0 });
  });

  it('is settled by saving the booking from the form: it is amended, and the record registered', async () => {
    const { csv, booking, path } = await unsettled();
    const change = { stay_end: '2096-01-13', csv_reservation_id: csv };
    const { status, body } = await hotel.api.put<BookingRecord>(path, change);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: booking.id, stay_end: '2096-01-13', is_cancelled: 0 },
    });
    expect(await fetchCsv(csv)).toEqual(
      expect.objectContaining({ status: 'registered', reason: null, booking_id: booking.id }),
    );
  });

  it('stays failed when the save is refused', async () => {
    const { csv, path } = await unsettled();
    const before = await hotel.position();
    const wrong = { guest_name_1: '', csv_reservation_id: csv };
    expectRefusal(await hotel.api.put(path, wrong), 422, '宿泊者名は2文字以上で入力してください。');
    expect(await fetchCsv(csv)).toMatchObject({ status: 'failed' });
    expect(await hotel.position()).toBe(before);
  });

  it('cannot be registered twice: 409', async () => {
    const { csv, path } = await unsettled();
    await hotel.api.put(path, { csv_reservation_id: csv });
    expectRefusal(await hotel.api.put(path, { csv_reservation_id: csv }), 409, /既に登録/);
  });

  it('makes no second booking while the first is active: 409', async () => {
    const { csv } = await unsettled();
    const before = await hotel.position();
    const again = hotel.payload({ csv_reservation_id: csv });
    expectRefusal(await hotel.api.post('/api/booking', again), 409, /登録済み/);
    expect(await hotel.position()).toBe(before);
  });

  it('settles no other booking: 409', async () => {
    const { csv } = await unsettled();
    const other = await hotel.book();
    const answer = await hotel.api.put(`/api/booking/${other.id}`, { csv_reservation_id: csv });
    expectRefusal(answer, 409, 'この予約の自動登録データではありません。');
    expect(await fetchCsv(csv)).toMatchObject({ status: 'failed' });
  });

  it('can still be returned: the booking is cancelled, the record waits as returned', async () => {
    const { csv, path } = await unsettled();
    const answer = await hotel.api.put(`${path}/return-temairazu`);
    expect(answer).toMatchObject({ status: 200, body: { response: true } });
    expect(await fetchCsv(csv)).toMatchObject({ status: 'failed', reason: '自動登録失敗に戻し' });
  });
});
