import { addDays, type Day, day, dayIn, daysBetween, lastDayOf, monthOf } from '@domain/dates.js';
import { GRAINS } from '@domain/reports/periods.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRecord } from '@wire/booking-record.js';
import type { EventPage } from '@wire/event-record.js';
import type { HotelRecord } from '@wire/hotel-record.js';
import type { Report } from '@wire/report.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { type ApiClient, apiClient } from '#tests/support/api-client.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const hotel = sharedHotel();
const sample = sharedServer(() => ({ sampleData: true }));

const query = (first: string, last: string, by = 'day') => `?start_date=${first}&end_date=${last}&by=${by}`;
const report = async (first: string, last: string, by?: string): Promise<Report> => {
  const { status, body } = await hotel.api.get<Report>(`/api/reports${query(first, last, by)}`);
  expect(status).toBe(200);
  return body;
};

describe('GET /api/reports', () => {
  it('spreads a fee over the nights to the yen, the first nights taking what is left over', async () => {
    await hotel.book({ stay_start: '2096-01-30', stay_end: '2096-02-02', total_fee: 10_001 });
    const { slices, total } = await report('2096-01-29', '2096-02-02');
    expect(slices.map(({ revenue }) => revenue)).toEqual([0, 3334, 3334, 3333, 0]);
    expect(total).toMatchObject({ nights: 3, revenue: 10_001, arrivals: 1, adr: 3334 });
    const [january, february] = (await report('2096-01-29', '2096-02-02', 'month')).slices;
    expect([january?.revenue, february?.revenue]).toEqual([6668, 3333]);
    expect(january).toMatchObject({ first: '2096-01-29', last: '2096-01-31', nights: 2, arrivals: 1 });
    expect(february).toMatchObject({ first: '2096-02-01', last: '2096-02-02', nights: 1, arrivals: 0 });
  });

  it('counts only the nights within, and a stay where it starts', async () => {
    await hotel.book({ stay_start: '2096-04-10', stay_end: '2096-04-14', total_fee: 8_003 });
    const { total, slices } = await report('2096-04-12', '2096-04-20', 'week');
    expect(total).toMatchObject({ nights: 2, revenue: 4_001, arrivals: 0, cancelled: 0, lead: 0 });
    expect(total).toMatchObject({ cancellation: null, notice: null, median_lead: null });
    expect(slices.map(({ first, last, nights }) => [first, last, nights])).toEqual([
      ['2096-04-12', '2096-04-15', 2],
      ['2096-04-16', '2096-04-20', 0],
    ]);
  });

  it('takes a booking that was entered after its start as made on the day', async () => {
    const early = addDays(hotel.today, -3);
    await hotel.book({ stay_start: early, stay_end: addDays(early, 1) });
    await hotel.book({ stay_start: hotel.today, stay_end: addDays(hotel.today, 1) });
    const tomorrow = addDays(hotel.today, 1);
    await hotel.book({ stay_start: tomorrow, stay_end: addDays(tomorrow, 1) });
    const { slices, leads } = await report(early, tomorrow);
    expect(slices.map(({ lead }) => lead)).toEqual([0, 0, 0, 0, 1]);
    expect(leads.slice(0, 2).map(({ stays }) => stays)).toEqual([2, 1]);
  });

  it('counts the nights of a no-show, but no arrival', async () => {
    const missed = addDays(hotel.today, -6);
    const { id } = await hotel.book({ stay_start: missed, stay_end: addDays(missed, 1) });
    await hotel.book({ stay_start: missed, stay_end: addDays(missed, 1) });
    expect((await hotel.api.post(`/api/booking/${id}/no-show`)).status).toBe(200);
    const { total, leads } = await report(missed, missed);
    expect(total).toMatchObject({ nights: 2, arrivals: 1, cancelled: 0 });
    expect(leads.reduce((sum, { stays }) => sum + stays, 0)).toBe(1);
  });

  it('says nothing of what there is nothing to divide by', async () => {
    const { total, categories, sources } = await report('2099-01-01', '2099-01-02');
    expect(total).toMatchObject({ rooms: 0, nights: 0, occupancy: null, adr: null, revpar: null });
    expect(categories.every(({ occupancy }) => occupancy === null)).toBe(true);
    expect(sources).toEqual([]);
  });

  it('names a source all of whose bookings were cancelled', async () => {
    const stay = { stay_start: '2096-07-10', stay_end: '2096-07-11' };
    const { id } = await hotel.book({ ...stay, booking_source: '電話' });
    expect((await hotel.api.put(`/api/booking/${id}/cancel`)).status).toBe(200);
    const { sources } = await report('2096-07-10', '2096-07-11');
    expect(sources).toMatchObject([{ source: '電話', nights: 0, arrivals: 0, cancelled: 1 }]);
  });

  it('is worked out anew after a write, and not at all while nothing was written', async () => {
    const ask = (headers = {}) =>
      hotel.api.get<Report>(`/api/reports${query('2096-06-01', '2096-06-30')}`, headers);
    const before = await ask();
    const etag = before.headers.get('etag') ?? '';
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    await hotel.book({ stay_start: '2096-06-10', stay_end: '2096-06-11' });
    const after = await ask({ 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.body.total.nights).toBe(before.body.total.nights + 1);
  });

  it.each([
    ['?start_date=2096-01-02&end_date=2096-01-01', /終了日は開始日より後/],
    ['?start_date=2090-01-01&end_date=2096-01-02', /800日以内/],
  ])('refuses %s, also as a file', async (bad, message) => {
    for (const path of ['reports', 'reports.csv']) {
      expectRefusal(await hotel.api.get(`/api/${path}${bad}`), 400, message);
    }
  });
});

describe('GET /api/reports.csv', () => {
  const file = async (first: Day | string, last: Day | string, by: string) => {
    const answer = await hotel.api.get<never>(`/api/reports.csv${query(first, last, by)}`);
    const bytes = new Uint8Array(
      await (await fetch(`${hotel.url}/api/reports.csv${query(first, last, by)}`)).arrayBuffer(),
    );
    return { ...answer, bom: [...bytes.slice(0, 3)] };
  };

  it('is what the report says, a line a slice and one for all, for a spreadsheet', async () => {
    await hotel.book({ stay_start: '2096-07-31', stay_end: '2096-08-02', total_fee: 9_001 });
    const { bom, text, headers } = await file('2096-07-01', '2096-08-31', 'month');
    expect(bom).toEqual([0xef, 0xbb, 0xbf]);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
      'レポート_月別_2096-07-01_2096-08-31.csv',
    );
    const [headings = [], ...rows] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const cell = (row: number, name: string) => rows[row]?.[headings.indexOf(name)];
    const { slices, total } = await report('2096-07-01', '2096-08-31', 'month');
    expect(rows.map(([kind, first, last]) => [kind, first, last])).toEqual([
      ['', '2096-07-01', '2096-07-31'],
      ['', '2096-08-01', '2096-08-31'],
      ['合計', '2096-07-01', '2096-08-31'],
    ]);
    for (const [row, figures] of [...slices, total].entries()) {
      expect(cell(row, '販売可能室数')).toBe(String(figures.rooms));
      expect(cell(row, '売上(円)')).toBe(String(figures.revenue));
      expect(cell(row, '自社 売上(円)')).toBe(String(figures.revenue));
      expect(cell(row, '一般 禁煙 販売室数')).toBe(String(figures.nights));
      expect(cell(row, '稼働率(%)')).toBe(((figures.occupancy ?? 0) * 100).toFixed(1));
    }
    expect([cell(0, '売上(円)'), cell(1, '売上(円)'), cell(2, '売上(円)')]).toEqual(['4501', '4500', '9001']);
    expect([cell(0, '平均リードタイム(日)') !== '', cell(1, '平均リードタイム(日)')]).toEqual([true, '']);
  });
});

describe('the report of the sample hotel', () => {
  let api: ApiClient;
  let today: Day;
  /** The day in the hotel's zone on which each booking was made. */
  const madeOn = new Map<number, Day>();

  async function read<Body>(path: string): Promise<Body> {
    const { status, body } = await api.get<Body>(path);
    expect(status).toBe(200);
    return body;
  }

  beforeAll(async () => {
    api = apiClient(sample.url);
    today = day((await read<HotelRecord>('/api/hotel')).today);
    for (let after: number | null = 0; after !== null; ) {
      const page: EventPage = await read(`/api/events?type=ReservationCreated&after=${after}&limit=1000`);
      for (const { position, recorded_at } of page.events) {
        madeOn.set(position, dayIn('Asia/Tokyo', new Date(recorded_at)));
      }
      after = page.next;
    }
  });

  const nightsOf = (first: Day, last: Day) =>
    read<BookingRecord[]>(`/api/bookings?start_date=${first}&end_date=${last}`);

  /** The yen of one night: what is left over after dividing goes to the first nights, one each. */
  function feeOfNight({ stay_start, stay_end, date, total_fee }: BookingRecord): number {
    const nights = daysBetween(stay_start, stay_end);
    return Math.floor(total_fee / nights) + (daysBetween(stay_start, date) < total_fee % nights ? 1 : 0);
  }

  type Counts = { nights: number; revenue: number; arrivals: number; cancelled: number; lead: number };

  /** Counts over night records, one by one. */
  function countAnew(nights: readonly BookingRecord[]): Counts {
    const active = nights.filter(({ is_cancelled }) => is_cancelled === 0);
    const starts = (records: readonly BookingRecord[]) =>
      records.filter(({ date, stay_start }) => date === stay_start);
    const arrived = starts(active).filter(({ no_show }) => no_show === 0);
    const lead = ({ id, stay_start }: BookingRecord) =>
      Math.max(0, daysBetween(madeOn.get(id) as Day, stay_start));
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    return {
      nights: active.length,
      revenue: sum(active.map(feeOfNight)),
      arrivals: arrived.length,
      cancelled: starts(nights).length - starts(active).length,
      lead: sum(arrived.map(lead)),
    };
  }

  const only = ({ nights, revenue, arrivals, cancelled, lead }: Counts): Counts => ({
    ...{ nights, revenue, arrivals, cancelled, lead },
  });

  /** Compares a period with counts over its night records, and its categories with the counts of the calendar. */
  async function expectEqual(first: Day, last: Day): Promise<Report> {
    const range = `start_date=${first}&end_date=${last}`;
    const records = await nightsOf(first, last);
    const days = await read<Record<string, Record<string, number>>>(`/api/booking_type_diff?${range}`);
    const reports = await Promise.all(GRAINS.map((by) => read<Report>(`/api/reports?${range}&by=${by}`)));
    for (const { by, total, slices, categories, sources } of reports) {
      expect(only(total)).toEqual(countAnew(records));
      for (const { source, ...figures } of sources) {
        const own = records.filter(({ booking_source }) => booking_source === source);
        expect({ source, ...only(figures) }).toEqual({ source, ...countAnew(own) });
      }
      for (const slice of slices) {
        const within = ({ date }: { date: string }) => date >= slice.first && date <= slice.last;
        const own = records.filter(within);
        expect({ by, first: slice.first, ...only(slice) }).toEqual({
          by,
          first: slice.first,
          ...countAnew(own),
        });
        for (const [source, { nights, revenue }] of Object.entries(slice.sources)) {
          const ofSource = countAnew(own.filter(({ booking_source }) => booking_source === source));
          expect([source, nights, revenue]).toEqual([source, ofSource.nights, ofSource.revenue]);
        }
        const counts = Object.entries(days).filter(([date]) => within({ date }));
        const counted = (name: string) => counts.reduce((sum, [, of]) => sum + (of[name] ?? 0), 0);
        expect(slice.rooms).toBe(counted('total_rooms'));
        for (const category of CATEGORIES) {
          const { rooms = 0, nights = 0 } = slice.categories[category] ?? {};
          expect([category, rooms, nights]).toEqual([
            category,
            counted(`total_${category}`),
            counted(`actual_${category}`),
          ]);
        }
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
      expect(total.occupancy).toBe((total.nights - total.outside) / total.rooms);
      expect(total.adr).toBe(Math.round(total.revenue / total.nights));
      expect(total.revpar).toBe(Math.round(total.revenue / total.rooms));
      expect(total.cancellation).toBe(total.cancelled / (total.cancelled + total.arrivals));
      expect(total.notice).toBe(total.lead / total.arrivals);
    }
    return reports[0] as Report;
  }

  it('equals counts over the night records, by day, week and month', async () => {
    await expectEqual(addDays(today, -40), addDays(today, 40));
  });

  it('still does after odd fees, cancels, and a room that is no longer for sale', async () => {
    const [first, last] = [addDays(today, 1), addDays(today, 45)];
    const stays = (await nightsOf(first, last)).filter(
      (night) => night.is_cancelled === 0 && night.date === night.stay_start && night.base_booking_id === 0,
    );
    const long = stays.filter(({ stay_start, stay_end }) => addDays(stay_start, 2) < stay_end);
    for (const [index, { id }] of long.slice(0, 6).entries()) {
      expect((await api.put(`/api/booking/${id}`, { total_fee: 10_000 + index })).status).toBe(200);
    }
    for (const { id } of stays.slice(-5))
      expect((await api.put(`/api/booking/${id}/cancel`)).status).toBe(200);
    const { date, room_id } = long[0] as BookingRecord;
    const month = monthOf(date);
    const rooms = await read<ManagedRoomMonth[]>(`/api/room-months?year_month=${month}`);
    const room = rooms.find(({ id }) => id === room_id);
    const affected = (await nightsOf(month, lastDayOf(month))).filter((night) => night.room_id === room_id);
    const { status } = await api.put('/api/room-months', {
      rooms: [{ id: room?.id, version: room?.version, reservable_status: '予約不可' }],
      acknowledged: [...new Set(affected.map(({ id }) => id))],
    });
    expect(status).toBe(200);
    const { total, categories } = await expectEqual(first, last);
    expect(total.outside).toBeGreaterThan(0);
    const outside = { category: 'outside', rooms: 0, occupancy: null, revpar: null };
    expect(categories.at(-1)).toMatchObject(outside);
  });
});
