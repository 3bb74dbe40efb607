import { addDays, type Day, day, dayIn, lastDayOf, monthOf, monthsFromTo } from '@domain/dates.js';
import { GRAINS } from '@domain/reports/periods.js';
import { beforeAll, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventPage } from '@wire/event-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { Report } from '@wire/report.js';
import type { RoomRecord } from '@wire/room-record.js';
import { type ApiClient, apiClient } from '../../support/api-client.js';
import { sharedServer } from '../../support/shared.js';
import { type CountedAnew, countAnew, type ReportFacts } from './report-oracle.js';

const server = sharedServer(() => ({ sampleData: true }));
let api: ApiClient;
let today: Day;
let madeOn: ReadonlyMap<number, string>;

beforeAll(async () => {
  api = apiClient(server.url);
  today = day((await api.get<HotelRecord>('/api/hotel')).body.today);
  madeOn = await daysOfCreation();
});

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await api.get<Body>(path);
  expect(status).toBe(200);
  return body;
}

/** The day in the hotel's zone on which each booking was made. */
async function daysOfCreation(): Promise<Map<number, string>> {
  const days = new Map<number, string>();
  for (let after: number | null = 0; after !== null; ) {
    const page: EventPage = await read(`/api/events?type=ReservationCreated&after=${after}&limit=1000`);
    for (const { position, recorded_at } of page.events) {
      days.set(position, dayIn('Asia/Tokyo', new Date(recorded_at)));
    }
    after = page.next;
  }
  return days;
}

async function factsOf(first: Day, last: Day): Promise<ReportFacts> {
  const months = monthsFromTo(first, last);
  const rooms = await Promise.all(
    months.map((month) => read<RoomRecord[]>(`/api/rooms?year_month=${month}`)),
  );
  const nights = await read<BookingRecord[]>(`/api/bookings?start_date=${first}&end_date=${last}`);
  return { nights, rooms: rooms.flat(), madeOn };
}

const report = (first: Day, last: Day, by: string) =>
  read<Report>(`/api/reports?start_date=${first}&end_date=${last}&by=${by}`);

const bare = ({ rooms, nights, outside, revenue, arrivals, cancelled, lead }: CountedAnew): CountedAnew => ({
  rooms,
  nights,
  outside,
  revenue,
  arrivals,
  cancelled,
  lead,
});
const salesOf = ({
  rooms,
  nights,
  outside,
  revenue,
}: Omit<CountedAnew, 'arrivals' | 'cancelled' | 'lead'>) => ({
  rooms,
  nights,
  outside,
  revenue,
});

/** Holds every figure of a period against a count over the night records. */
async function expectEqual(first: Day, last: Day): Promise<void> {
  const counted = countAnew(await factsOf(first, last));
  for (const by of GRAINS) {
    const { total, slices, categories, sources } = await report(first, last, by);
    expect(bare(total)).toEqual(counted({ first, last }));
    for (const { first, last, ...slice } of slices) {
      expect({ by, first, ...bare(slice) }).toEqual({ by, first, ...counted({ first, last }) });
      for (const [category, sales] of Object.entries(slice.categories)) {
        expect(sales).toEqual(salesOf(counted({ first, last, category })));
      }
      for (const [source, sales] of Object.entries(slice.sources)) {
        expect(sales).toEqual(salesOf(counted({ first, last, source })));
      }
    }
    for (const { category, ...sales } of categories) {
      expect(salesOf(sales)).toEqual(salesOf(counted({ first, last, category })));
    }
    for (const { source, ...figures } of sources) {
      expect(bare(figures)).toEqual(counted({ first, last, source }));
    }
    for (const parts of [slices, categories, sources]) {
      const sum = (of: (part: { nights: number; revenue: number }) => number) =>
        parts.reduce((all, part) => all + of(part), 0);
      expect([sum(({ nights }) => nights), sum(({ revenue }) => revenue)]).toEqual([
        total.nights,
        total.revenue,
      ]);
    }
    expect(total.nights * total.cancelled * total.lead).toBeGreaterThan(0);
  }
}

it('equals a count over the night records, day by day, week by week and month by month', async () => {
  await expectEqual(addDays(today, -40), addDays(today, 40));
});

it('still does after odd fees, moves, cancels, and rooms that are no longer for sale', async () => {
  const first = addDays(today, 1);
  const last = addDays(today, 45);
  const nights = await read<BookingRecord[]>(`/api/bookings?start_date=${first}&end_date=${last}`);
  const stays = nights.filter(
    (night) => night.is_cancelled === 0 && night.date === night.stay_start && night.base_booking_id === 0,
  );
  const long = stays.filter(({ stay_start, stay_end }) => addDays(stay_start, 2) < stay_end);
  for (const [index, { id }] of long.slice(0, 6).entries()) {
    const { status } = await api.put(`/api/booking/${id}`, { total_fee: 10_000 + index });
    expect(status).toBe(200);
  }
  for (const { id } of stays.slice(-5)) expect((await api.put(`/api/booking/${id}/cancel`)).status).toBe(200);
  const closed = long[0] as BookingRecord;
  const month = monthOf(closed.date);
  const rooms = await read<(RoomRecord & { version: number })[]>(`/api/room-months?year_month=${month}`);
  const room = rooms.find(({ id }) => id === closed.room_id);
  const concerned = await read<BookingRecord[]>(
    `/api/bookings?start_date=${month}&end_date=${lastDayOf(month)}`,
  );
  const { status } = await api.put('/api/room-months', {
    rooms: [{ id: room?.id, version: room?.version, reservable_status: '予約不可' }],
    acknowledged: [...new Set(concerned.filter(({ room_id }) => room_id === room?.id).map(({ id }) => id))],
  });
  expect(status).toBe(200);

  await expectEqual(first, last);
  const { total, categories } = await report(first, last, 'month');
  expect(total.outside).toBeGreaterThan(0);
  expect(categories.at(-1)).toMatchObject({ category: 'outside', rooms: 0, occupancy: null, revpar: null });
});

it('has rates that follow from the counts', async () => {
  const { total, leads } = await report(addDays(today, -30), today, 'day');
  expect(leads.reduce((sum, { stays }) => sum + stays, 0)).toBe(total.arrivals);
  expect(total.occupancy).toBe((total.nights - total.outside) / total.rooms);
  expect(total.adr).toBe(Math.round(total.revenue / total.nights));
  expect(total.revpar).toBe(Math.round(total.revenue / total.rooms));
  expect(total.cancellation).toBe(total.cancelled / (total.cancelled + total.arrivals));
  expect(total.notice).toBe(total.lead / total.arrivals);
});
