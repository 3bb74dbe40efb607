import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import { type Hotel, type Payload, startHotel } from '../../support/hotel.js';
import { expectRefusal } from '../../support/refusal.js';

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const first = async (path: string): Promise<Payload> => {
  const { body } = await hotel.api.get<Payload[]>(path);
  return body.at(-1) as Payload;
};

it.each(['taken at the desk', 'imported'])(
  'a booking, %s, that was read is a save of it; nothing is changed',
  async (kind) => {
    const origin = kind === 'imported' ? { csv_reservation_id: await hotel.importRecord() } : {};
    const { id } = await hotel.book({
      payment_type: hotel.ids.cash,
      mens_count: 1,
      womens_count: 1,
      ...origin,
    });
    for (const path of [`/api/booking/${id}`, `/api/fetch-reservation-data/${id}`]) {
      const { body: read } = await hotel.api.get<BookingRecord>(path);
      const { body: before } = await hotel.api.get<BookingRecord>(`/api/booking/${id}`);
      const { status } = await hotel.api.put(`/api/booking/${id}`, read);
      expect(status).toBe(200);
      const { body: after } = await hotel.api.get<BookingRecord>(`/api/booking/${id}`);
      expect({ ...after, version: before.version }).toEqual(before);
    }
  },
);

it('numbers, flags and ids may be strings of digits; answers hold numbers', async () => {
  const strings = Object.entries(hotel.payload({ total_fee: 9000, csv_notes: 12 })).map(([field, value]) => [
    field,
    typeof value === 'number' ? String(value) : value,
  ]);
  const { status, body } = await hotel.api.post<BookingRecord>('/api/booking', Object.fromEntries(strings));
  expect(status).toBe(201);
  expect(body).toMatchObject({ total_fee: 9000, used_points: 12, mens_count: 1, room_move_lock: 0 });
  const payment = { payment_type: String(hotel.ids.cash), payment_flag: '1' };
  const paid = await hotel.api.post<BookingRecord>(`/api/booking/${body.id}/payment`, payment);
  expect(paid.body).toMatchObject({ payment_type: hotel.ids.cash, payment_flag: 1 });
  const change = { action: 'amend', id: String(body.id), booking: { total_fee: '9500' } };
  const batch = await hotel.api.post<{ bookings: BookingRecord[] }>('/api/booking-batch', {
    changes: [change],
  });
  expect(batch.body.bookings).toMatchObject([{ total_fee: 9500 }]);
});

it('every other record that was read is a save of it', async () => {
  const date = '2096-07-01';
  await hotel.api.post('/api/weather', { date, weather: '雪' });
  await hotel.api.post('/api/handover-notes', { date, text: '鍵' });
  await hotel.api.post('/api/staff', { name: '甲野 花子', role: 'staff', login_name: 'kouno' });
  await hotel.api.post('/api/room-type-mappings', { room_type: 'X', categories: ['normal_smoking'] });
  const weather = await first(`/api/weather?start_date=${date}&end_date=${date}`);
  expect((await hotel.api.put(`/api/weather/${weather.id}`, weather)).status).toBe(200);
  expect(
    (await hotel.api.put(`/api/weather/${weather.id}/holiday`, { ...weather, holiday_flag: '1' })).status,
  ).toBe(200);
  const { body: mappings } = await hotel.api.get<{ mappings: Payload[] }>('/api/room-type-mappings');
  const lists: [string, Payload | undefined][] = [
    ['corporate_master', await first('/api/corporate_master?all=1')],
    ['payment_master', await first('/api/payment_master?all=1')],
    ['blacklist', await first('/api/blacklist?all=1')],
    ['staff', await first('/api/staff')],
    ['handover-notes', await first(`/api/handover-notes?start_date=${date}&end_date=${date}`)],
    ['room-type-mappings', mappings.mappings[0]],
  ];
  for (const [path, record] of lists) {
    const { status, text } = await hotel.api.put(`/api/${path}/${record?.id}`, record);
    expect({ path, status, text }).toEqual({ path, status: 200, text: expect.any(String) });
    const more = await hotel.api.put(`/api/${path}/${record?.id}`, { ...record, shoe_size: 26 });
    expectRefusal(more, 422, '項目「shoe_size」は指定できません。');
  }
  const room = await first('/api/room-months?year_month=2096-01-01');
  const rooms = await hotel.api.put('/api/room-months', {
    rooms: [{ ...room, version: String(room.version) }],
  });
  expect({ status: rooms.status, body: rooms.body }).toMatchObject({ status: 200, body: { unchanged: 1 } });
});
