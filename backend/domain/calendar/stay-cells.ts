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

/** A stay in a room's row: the column of its first night, negative when it began before the displayed days. */
export type StayInRow<Drawn extends DrawnStay> = {
  stay: Drawn;
  column: number;
  nights: number;
  marker: string;
  shade: number;
};

/**
 * The stays of one room's row that touch the displayed days (consecutive, ascending), in their order; none overlap.
 * The first has shade 0, each later one the next of six (spec 4).
 */
export function staysInRow<Drawn extends DrawnStay>(
  activeStays: Iterable<Drawn>,
  days: readonly Day[],
): StayInRow<Drawn>[] {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  return [...activeStays]
    .filter((stay) => stay.stayStart <= last && stay.stayEnd > first)
    .sort((a, b) => (a.stayStart < b.stayStart ? -1 : 1))
    .map((stay, index) => {
      const nights = daysBetween(stay.stayStart, stay.stayEnd);
      return {
        stay,
        column: daysBetween(first, stay.stayStart),
        nights,
        marker: sourceMarker(stay.bookingSource, nights),
        shade: index % SHADES,
      };
    });
}

function cellOf({ stay, column, nights, marker, shade }: StayInRow<DrawnStay>, at: number): StayCell {
  const night = at - column + 1;
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

/** The night at a column of a room's row, with the stay that it belongs to; null where it is free. */
export function nightAt<Drawn extends DrawnStay>(
  stays: readonly StayInRow<Drawn>[],
  column: number,
): { cell: StayCell; stay: Drawn } | null {
  // By halves: the last stay that begins at this column or before it.
  let from = 0;
  let to = stays.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((stays[middle]?.column ?? 0) <= column) from = middle + 1;
    else to = middle;
  }
  const found = stays[from - 1];
  return found && column < found.column + found.nights
    ? { cell: cellOf(found, column), stay: found.stay }
    : null;
}
