import { type CategoryCounts, closedNights, noCounts, totalsOf } from '../calendar/daily-counts.js';
import type { DayRange } from '../calendar/default-range.js';
import { daysBetween, lastDayOf, monthsFromTo } from '../dates.js';
import type { BookingSource } from '../reservation/sources.js';
import type { RoomDirectory } from '../room/room-directory.js';
import { CATEGORIES, type Category } from '../room/room-month.js';

/** Night records of active stays; `outside` counts those in rooms that are not for sale on that day. */
export type Sales = {
  /** Rooms for sale, summed over the days. */
  rooms: number;
  nights: number;
  outside: number;
  /** Whole yen: each stay's fee divided by its nights. */
  revenue: number;
};

/** Stays that start on some days: active ones and cancelled ones. */
export type Arrivals = {
  arrivals: number;
  cancelled: number;
  /** Days from booking to start, summed over the active stays. */
  lead: number;
  /** キャンセル料 charged for them, no part of the revenue; whole yen. */
  cancellation_fees: number;
};

/** Occupancy as a share of 1; ADR and RevPAR in whole yen. */
export type SalesRates = { occupancy: number | null; adr: number | null; revpar: number | null };

/** Cancellation rate as a share of 1, and the average lead time in days. */
export type ArrivalRates = { cancellation: number | null; notice: number | null };

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const yen = (value: number | null): number | null => (value === null ? null : Math.round(value));

/** Occupancy, ADR and RevPAR; null where there is nothing to divide by. */
export function salesRates({ rooms, nights, outside, revenue }: Sales): SalesRates {
  return {
    occupancy: ratio(nights - outside, rooms),
    adr: yen(ratio(revenue, nights)),
    revpar: yen(ratio(revenue, rooms)),
  };
}

/** Cancellation rate and average lead time; null where there is nothing to divide by. */
export function arrivalRates({
  arrivals,
  cancelled,
  lead,
}: Omit<Arrivals, 'cancellation_fees'>): ArrivalRates {
  return { cancellation: ratio(cancelled, arrivals + cancelled), notice: ratio(lead, arrivals) };
}

/** Sales of a slice by category (null for rooms that are not for sale) and source. */
export type SoldRow = {
  slice: string;
  category: Category | null;
  source: BookingSource;
  nights: number;
  revenue: number;
};

/** Stays that start in a slice, by source. */
export type ArrivalRow = Arrivals & { slice: string; source: BookingSource };

/** The sales of all rows, against a number of rooms for sale. */
export function salesOf(rows: readonly SoldRow[], rooms: number): Sales {
  const sales = { rooms, nights: 0, outside: 0, revenue: 0 };
  for (const { category, nights, revenue } of rows) {
    sales.nights += nights;
    sales.revenue += revenue;
    if (category === null) sales.outside += nights;
  }
  return sales;
}

/** The arrivals of all rows. */
export function arrivalsOf(rows: readonly ArrivalRow[]): Arrivals {
  const sum = { arrivals: 0, cancelled: 0, lead: 0, cancellation_fees: 0 };
  for (const { arrivals, cancelled, lead, cancellation_fees } of rows) {
    sum.arrivals += arrivals;
    sum.cancelled += cancelled;
    sum.lead += lead;
    sum.cancellation_fees += cancellation_fees;
  }
  return sum;
}

/** Room nights for sale of each category: its rooms of each month times the days (contract 3). */
export function nightsForSale(rooms: RoomDirectory, { first, last }: DayRange): CategoryCounts {
  const sum = noCounts();
  for (const month of monthsFromTo(first, last)) {
    const begin = month < first ? first : month;
    const end = lastDayOf(month) > last ? last : lastDayOf(month);
    const days = daysBetween(begin, end) + 1;
    const totals = totalsOf(rooms, month);
    for (const category of CATEGORIES) sum[category] += totals[category] * days;
  }
  for (const { category } of closedNights(rooms, { first, last })) sum[category] -= 1;
  return sum;
}

/** The number of active stays with a lead time in days. */
export type LeadCount = { lead: number; stays: number };

/** Stays with a lead time from `from` to `to` days, both included; without an upper bound where `to` is null. */
export type LeadBand = { from: number; to: number | null; stays: number };

const BAND_STARTS = [0, 1, 2, 4, 8, 15, 31, 61];

/** Stays by bands of lead time, from the same day to more than two months. */
export function leadBands(counts: readonly LeadCount[]): LeadBand[] {
  return BAND_STARTS.map((from, index) => {
    const next = BAND_STARTS[index + 1];
    const to = next === undefined ? null : next - 1;
    const within = counts.filter(({ lead }) => lead >= from && (to === null || lead <= to));
    return { from, to, stays: within.reduce((sum, { stays }) => sum + stays, 0) };
  });
}

/** The median lead time, the mean of the middle two for an even number of stays; null for none. */
export function medianLead(counts: readonly LeadCount[]): number | null {
  const sorted = counts.toSorted((a, b) => a.lead - b.lead);
  const leads = sorted.flatMap(({ lead, stays }) => Array<number>(stays).fill(lead));
  const lower = leads[Math.floor((leads.length - 1) / 2)];
  const upper = leads[Math.floor(leads.length / 2)];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}
