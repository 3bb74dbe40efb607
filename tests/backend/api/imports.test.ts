import { addDays, day } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { Answer } from '../../support/api-client.js';
import { expectRefusal, type SmallHotel, startSmallHotel } from './small-hotel.js';

type CsvRecord = BookingRecord & {
  group: number[];
  paymentStatus: string;
  status: string;
  reason: string | null;
  booking_id: number | null;
};
type Returned = { response: boolean; error: string };

let hotel: SmallHotel;

beforeAll(async () => {
  hotel = await startSmallHotel();
});
afterAll(() => hotel.stop());

const fetchCsv = async (id: number): Promise<CsvRecord> => {
  const { status, body } = await hotel.api.get<CsvRecord>(`/api/fetch-csv-reservation-data/${id}`);
  expect(status).toBe(200);
  return body;
};
const register = (csv_reservation_id: number, fields = {}): Promise<Answer<BookingRecord>> =>
  hotel.api.post('/api/booking', hotel.payload({ csv_reservation_id, ...fields }));
const giveBack = (id: number): Promise<Answer<Returned>> =>
  hotel.api.put(`/api/booking/${id}/return-temairazu`);
const idsOf = async (status: string): Promise<number[]> => {
  const { body } = await hotel.api.get<CsvRecord[]>(`/api/csv-reservations?status=${status}`);
  return body.map(({ id }) => id);
};

describe('GET /api/fetch-csv-reservation-data/{id}', () => {
  it("uses the booking record's names, with group and paymentStatus", async () => {
    const id = await hotel.importRecord({ mensCount: 1, womensCount: 1, guestName2: '輸入 次郎' });
    const booking = await hotel.book();
    const record = await fetchCsv(id);
    const { mess: _, ...names } = booking as BookingRecord & { mess: string };
    expect(Object.keys(record)).toEqual(
      expect.arrayContaining([...Object.keys(names), 'group', 'paymentStatus']),
    );
    expect(record).toMatchObject({
      id,
      group: [id],
      paymentStatus: '済',
      payment_flag: 1,
      payment_status: '済',
      room_id: null,
      stay_start: '2096-01-10',
      reserver_name: '輸入 花子',
      guest_name1_kana: 'ユニュウ タロウ',
      guest_name_2: '輸入 次郎',
      gender_2: 'female',
      booking_source: '楽天',
      notes: '禁煙希望',
      total_fee: 15_600,
      used_points: 300,
      csv_notes: '300',
      coupon: 1,
      is_cancelled: 0,
    });
  });

  it('says 未 for a stay that is not paid', async () => {
    expect(await fetchCsv(await hotel.importRecord({ paymentFlag: 0 }))).toMatchObject({
      paymentStatus: '未',
    });
  });

  it('names all records of one reservation as its group, from each of them', async () => {
    const shared = { bookingNumber: 'RY-GROUP' };
    const ids = [
      await hotel.importRecord({ ...shared, roomIndex: 1 }),
      await hotel.importRecord({ ...shared, roomIndex: 2 }),
    ];
    await hotel.importRecord({ ...shared, site: 'じゃらんnet', bookingSource: 'じゃらん' });
    for (const id of ids) expect((await fetchCsv(id)).group).toEqual(ids);
  });

  it('answers 404 for an unknown id and 400 for a bad one', async () => {
    expectRefusal(await hotel.api.get('/api/fetch-csv-reservation-data/2000000000'), 404, /見つかりません/);
    expectRefusal(await hotel.api.get('/api/fetch-csv-reservation-data/x'), 400, /ID/);
  });
});

describe('csv_reservation_id on a new booking', () => {
  it('registers the imported record: payment and coupon come from it', async () => {
    const id = await hotel.importRecord();
    const { status, body } = await register(id, { coupon: 0, guest_name_1: '訂正 太郎' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        payment_flag: 1,
        payment_status: '済',
        coupon: 1,
        guest_name_1: '訂正 太郎',
        mess: expect.any(String),
      },
    });
    expect(await fetchCsv(id)).toMatchObject({ status: 'registered', reason: null, booking_id: body.id });
    expect(await idsOf('registered')).toContain(id);
    expect(await idsOf('failed')).not.toContain(id);
  });

  it('takes an unpaid record without a coupon as it is', async () => {
    const id = await hotel.importRecord({ paymentFlag: 0, coupon: 0 });
    expect((await register(id, { coupon: 1 })).body).toMatchObject({ payment_flag: 0, coupon: 0 });
  });

  it('is refused with 409 the second time', async () => {
    const id = await hotel.importRecord();
    await register(id);
    const before = await hotel.position();
    expectRefusal(await register(id), 409, /既に登録/);
    expect(await hotel.position()).toBe(before);
  });

  it('books once when two terminals register it at the same time', async () => {
    const id = await hotel.importRecord();
    const answers = await Promise.all([register(id), register(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is refused when the record is cancelled at its source', async () => {
    const id = await hotel.importRecord();
    await hotel.cancelImport(id);
    expectRefusal(await register(id), 409, /取り消されています/);
    expect(await fetchCsv(id)).toMatchObject({ status: 'cancelled', is_cancelled: 1 });
  });

  it('leaves the record in the queue when the booking is refused', async () => {
    const id = await hotel.importRecord();
    expect((await register(id, { guest_name_1: '' })).status).toBe(422);
    const { room_id } = await hotel.book();
    expect((await register(id, { room_id })).status).toBe(409);
    expect(await fetchCsv(id)).toMatchObject({ status: 'failed', booking_id: null });
    expect((await register(id)).status).toBe(201);
  });

  it.each([[0], [-1], ['1'], [null], [[1]], [2_000_000_000]])('refuses %j', async (csv_reservation_id) => {
    const before = await hotel.position();
    const room_id = hotel.roomId('702', '2096-01-10');
    const answer = await hotel.api.post('/api/booking', hotel.payload({ room_id, csv_reservation_id }));
    expect([404, 422]).toContain(answer.status);
    expectRefusal(answer, answer.status, /自動登録データ/);
    expect(await hotel.position()).toBe(before);
  });
});

describe('PUT /api/booking/{id}/return-temairazu', () => {
  it('cancels the booking and puts its record back into the failed queue', async () => {
    const csv = await hotel.importRecord();
    const { body: booked } = await register(csv);
    const { status, body } = await giveBack(booked.id);
    expect({ status, body }).toMatchObject({ status: 200, body: { response: true } });
    expect(typeof body.error).toBe('string');
    const stored = await hotel.api.get<BookingRecord>(`/api/booking/${booked.id}`);
    expect(stored.body.is_cancelled).toBe(1);
    expect(await fetchCsv(csv)).toMatchObject({ status: 'failed', reason: '自動登録失敗に戻し' });
    expect(await idsOf('failed')).toContain(csv);
    const again = await register(csv, { room_id: booked.room_id });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(booked.id);
  });

  const refusals: [string, () => Promise<number>, string | RegExp][] = [
    [
      'that came from no imported record',
      async () => (await hotel.book()).id,
      '自動登録サービスから登録された予約ではありません。',
    ],
    [
      'that is cancelled',
      async () => {
        const { body } = await register(await hotel.importRecord());
        await hotel.api.put(`/api/booking/${body.id}/cancel`);
        return body.id;
      },
      /取り消/,
    ],
    [
      'that was given back before',
      async () => {
        const { body } = await register(await hotel.importRecord());
        await giveBack(body.id);
        return body.id;
      },
      /取り消/,
    ],
    [
      'of a guest who has checked in',
      async () => {
        const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 1) };
        const record = { stayStart: hotel.today, stayEnd: addDays(day(hotel.today), 1) };
        const { body } = await register(await hotel.importRecord(record), stay);
        await hotel.api.post(`/api/booking/${body.id}/check-in`);
        return body.id;
      },
      /チェックイン済み/,
    ],
  ];

  it.each(refusals)('answers 200 with response false and a text for a booking %s', async (_, make, text) => {
    const id = await make();
    const before = await hotel.position();
    const { status, body } = await giveBack(id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { response: false, error: typeof text === 'string' ? text : expect.stringMatching(text) },
    });
    expect(await hotel.position()).toBe(before);
  });

  it('answers 404 for an unknown id and 400 for a bad one', async () => {
    expectRefusal(await giveBack(2_000_000_000), 404, /見つかりません/);
    expectRefusal(await hotel.api.put('/api/booking/x/return-temairazu'), 400, /ID/);
  });
});

describe('GET /api/csv-reservations', () => {
  it('lists the records of one status, or all', async () => {
    const [failed, registered, cancelled] = [
      await hotel.importRecord(),
      await hotel.importRecord(),
      await hotel.importRecord(),
    ];
    await register(registered);
    await hotel.cancelImport(cancelled);
    for (const [status, id] of Object.entries({ failed, registered, cancelled })) {
      const { body } = await hotel.api.get<CsvRecord[]>(`/api/csv-reservations?status=${status}`);
      expect(body.map((record) => record.status)).toEqual(body.map(() => status));
      expect(body.map((record) => record.id)).toContain(id);
    }
    const { body } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations');
    expect(body.map(({ id }) => id)).toEqual(expect.arrayContaining([failed, registered, cancelled]));
    expect(body.find(({ id }) => id === failed)).toMatchObject({ reason: '空室なし' });
  });

  it.each(['?status=', '?status=all', '?status=failed&status=registered', '?status=toString'])(
    'refuses %s with 400',
    async (query) => {
      expectRefusal(await hotel.api.get(`/api/csv-reservations${query}`), 400, /status/);
    },
  );
});
