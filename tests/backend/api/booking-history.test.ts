import { addDays } from '@domain/dates.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FieldChange } from '@wire/event-record.js';
import { type Hotel, startHotel } from '../../support/hotel.js';

type Entry = {
  position: number;
  version: number;
  type: string;
  recorded_at: string;
  staff_name: string | null;
  terminal: string | null;
  label: string;
  changes: FieldChange[];
};

let hotel: Hotel;

beforeAll(async () => {
  hotel = await startHotel();
});
afterAll(() => hotel.stop());

const historyOf = async (id: number): Promise<Entry[]> => {
  const { status, body } = await hotel.api.get<{ events: Entry[] }>(`/api/booking/${id}/history`);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['events']);
  return body.events;
};

/** The changes as the contract has them, without their words. */
const plain = (entry: Entry | undefined) =>
  entry?.changes.map(({ field, before, after }) => ({ field, before, after }));

// The words of each change are those of the audit: tests/backend/event-log/event-changes.test.ts.
describe('GET /api/booking/{id}/history', () => {
  it('tells everything that happened to a booking, oldest first', async () => {
    const stay = { stay_start: hotel.today, stay_end: addDays(hotel.today, 2) };
    const { id } = await hotel.book(stay);
    const path = `/api/booking/${id}`;
    await hotel.api.put(path, { notes: '一行目\n二行目', total_fee: 9000 });
    await hotel.api.post(`${path}/payment`, { payment_type: hotel.ids.card, payment_flag: 1 });
    await hotel.api.post(`${path}/check-in`);
    await hotel.api.post(`${path}/check-out`);
    await hotel.api.delete(`${path}/check-out`);
    await hotel.api.delete(`${path}/check-in`);
    await hotel.api.put(`${path}/cancel`);
    const events = await historyOf(id);
    expect(events.map(({ type }) => type)).toEqual([
      'ReservationCreated',
      'ReservationAmended',
      'PaymentRecorded',
      'GuestCheckedIn',
      'GuestCheckedOut',
      'CheckOutReverted',
      'CheckInReverted',
      'ReservationCancelled',
    ]);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    const changes = events.map(plain);
    expect(changes[1]).toEqual([
      { field: 'notes', before: '', after: '一行目\n二行目' },
      { field: 'total_fee', before: 16_000, after: 9000 },
    ]);
    expect(changes[2]).toEqual([
      { field: 'payment_type', before: null, after: hotel.ids.card },
      { field: 'payment_status', before: '未', after: '済' },
      { field: 'payment_flag', before: 0, after: 1 },
    ]);
    expect(changes[3]).toEqual([{ field: 'checkin_date', before: null, after: hotel.today }]);
    expect(changes[5]).toEqual([{ field: 'checkout_date', before: hotel.today, after: null }]);
    expect(changes[7]).toEqual([{ field: 'is_cancelled', before: 0, after: 1 }]);
  });

  it('tells when, in UTC, from which terminal, and no staff while nobody is signed in', async () => {
    const before = Date.now();
    const { body } = await hotel.api.post<{ id: number }>('/api/booking', hotel.payload(), {
      'x-terminal-name': encodeURIComponent('フロント①'),
    });
    const [created] = await historyOf(body.id);
    expect(created).toMatchObject({ terminal: 'フロント①', staff_name: null });
    expect(created?.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    expect(Date.parse(created?.recorded_at ?? '')).toBeGreaterThanOrEqual(before - 5000);
    expect(Date.parse(created?.recorded_at ?? '')).toBeLessThanOrEqual(Date.now() + 5000);
  });
});
