import { type Day, daysBetween } from '../dates.js';
import { sourceMarker } from './stay-text.js';

/** Number of shades that the stays of a row cycle through (spec 4). */
const SHADES = 6;

/** The fields of an active booking that the calendar draws. */
export type DrawnStay = {
  id: number;
  stayStart: Day;
  stayEnd: Day;
  bookingSource: string;
  paymentFlag: 0 | 1;
  nextdayOutFlag: 0 | 1;
  baseBookingId: number;
};

/** One booked night in a room's row of the calendar (spec 2, 4 and 9). */
export type StayCell = {
  bookingId: number;
  /** 0 to 5, incremented at each new stay of the row. */
  shade: number;
  unpaid: boolean;
  isFirstNight: boolean;
  isLastNight: boolean;
  /** Number of the night within the stay, from 1. */
  night: number;
  nights: number;
  marker: string;
  /** 翌OUT is shown here. */
  nextdayOut: boolean;
  /** The first night of a stay that is grouped with the one of the day before. */
  linkedToDayBefore: boolean;
};

function cellOf(stay: DrawnStay, night: number, nights: number, marker: string, shade: number): StayCell {
  const isLastNight = night === nights;
  return {
    bookingId: stay.id,
    shade,
    unpaid: stay.paymentFlag === 0,
    isFirstNight: night === 1,
    isLastNight,
    night,
    nights,
    marker,
    nextdayOut: isLastNight && stay.nextdayOutFlag === 1,
    linkedToDayBefore: night === 1 && stay.baseBookingId > 0,
  };
}

/**
 * The cells of one room's row for the displayed days (consecutive, ascending), null where the night is free.
 * The first stay that touches the days has shade 0, each later one the next of six (spec 4).
 */
export function stayCells(activeStays: Iterable<DrawnStay>, days: readonly Day[]): (StayCell | null)[] {
  const cells: (StayCell | null)[] = days.map(() => null);
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return cells;
  const touching = [...activeStays]
    .filter((stay) => stay.stayStart <= last && stay.stayEnd > first)
    .sort((a, b) => (a.stayStart < b.stayStart ? -1 : 1));
  touching.forEach((stay, index) => {
    const nights = daysBetween(stay.stayStart, stay.stayEnd);
    const marker = sourceMarker(stay.bookingSource, nights);
    const from = daysBetween(first, stay.stayStart);
    const to = Math.min(days.length, from + nights);
    for (let column = Math.max(0, from); column < to; column++) {
      cells[column] = cellOf(stay, column - from + 1, nights, marker, index % SHADES);
    }
  });
  return cells;
}
