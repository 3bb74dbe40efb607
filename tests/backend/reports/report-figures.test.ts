import { addDays, type Day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import type { Report } from '@wire/report.js';
import { expectRefusal } from '../../support/refusal.js';
import { sharedHotel } from '../../support/shared.js';

const hotel = sharedHotel();

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
