import { readStanding, readYen, wordOf } from '../cells/values.js';
import { groupBy } from '../group-by.js';
import type { ColumnMapping, MoveInField } from './move-in-fields.js';

/**
 * Facts about a line from the other lines of its file: the fees on all lines of its booking, its own first; in how many rooms its
 * number stands on this day; whether fees of the file are those of a night; and the first line of its booking, null for that
 * itself.
 */
export type BookingLines = {
  fees: readonly string[];
  rooms: number;
  isNightly: boolean;
  first: number | null;
};

/** A line whose booking has no other. */
export const ONLY_LINE: BookingLines = { fees: [], rooms: 1, isNightly: false, first: null };

/** The cells of a line that say which booking it belongs to, and what of its fee. */
export type LineOfBooking = {
  line: number;
  number: string;
  room: string;
  start: string;
  fee: string;
  status: string;
};

/** The columns of these cells in the file; null where there is none. */
export function columnsOfLines(
  mapping: ColumnMapping,
): Readonly<Record<'source' | 'number' | 'room' | 'start' | 'fee' | 'status', number | null>> {
  const at = (...fields: MoveInField[]) => {
    const field = fields.find((one) => mapping.includes(one));
    return field === undefined ? null : mapping.indexOf(field);
  };
  return {
    source: at('sourceNumber'),
    number: at('bookingNumber'),
    room: at('roomNumber'),
    start: at('stayStart', 'period'),
    fee: at('totalFee', 'nightlyFee'),
    status: at('status'),
  };
}

const differs = (lines: readonly LineOfBooking[]): boolean =>
  new Set(lines.flatMap(({ fee }) => readYen(fee) ?? [])).size > 1;

/** Tells of each line that has others of its number on the same day what those say; cancelled ones are left out. */
export function bookingLines(lines: readonly LineOfBooking[]): Map<number, BookingLines> {
  const counted = lines.filter(
    ({ number, status }) => number.trim() !== '' && readStanding(status) !== 'cancelled',
  );
  const byStart = groupBy(counted, ({ number, start }) => JSON.stringify([wordOf(number), wordOf(start)]));
  const parties = [...byStart.values()].map((party) => groupBy(party, ({ room }) => wordOf(room)));
  const isNightly = parties.some((rooms) => [...rooms.values()].some(differs));
  const told = new Map<number, BookingLines>();
  for (const rooms of parties) {
    for (const [first, ...others] of rooms.values()) {
      if (!first || (others.length === 0 && rooms.size === 1)) continue;
      const about = { rooms: rooms.size, isNightly };
      const fees = others.length === 0 ? [] : [first, ...others].map(({ fee }) => fee);
      told.set(first.line, { ...about, fees, first: null });
      for (const { line } of others) told.set(line, { ...about, fees: [], first: first.line });
    }
  }
  return told;
}
