import { instantIn, parseDay } from '@domain/dates.js';
import type { HotelDatabase } from '../platform/database.js';
import { unreadable } from '../platform/errors.js';
import { type AsOf, parseAsOf } from '../time-travel/as-of.public.js';
import { positionAt } from '../time-travel/log-moment.public.js';

/** A part of the log by its ends, both included; null where it has none. */
export type Period = { from: AsOf | null; to: AsOf | null };

function readEnd(field: string, text: string | null, zone: string): AsOf | null {
  if (text === null) return null;
  const day = field === 'from' ? parseDay(text) : null;
  const end = day ? { instant: instantIn(zone, day, '00:00:00') } : parseAsOf(text, zone);
  if (end) return end;
  throw unreadable(
    field,
    `${field}は日付（YYYY-MM-DD）、日時（RFC 3339）または位置の番号で指定してください。`,
  );
}

/** Reads a period whose ends are days of the hotel (from the first's start to the last's end), instants or positions. */
export function readPeriod(from: string | null, to: string | null, zone: string): Period {
  return { from: readEnd('from', from, zone), to: readEnd('to', to, zone) };
}

/** The positions before and behind a period. */
export async function positionsAround(
  database: HotelDatabase,
  { from, to }: Period,
): Promise<{ after: number; before: number }> {
  const after =
    from && ('position' in from ? from.position - 1 : await positionAt(database, from.instant, '<'));
  const last = to && ('position' in to ? to.position : await positionAt(database, to.instant));
  return { after: after ?? 0, before: last === null ? Number.MAX_SAFE_INTEGER : last + 1 };
}
