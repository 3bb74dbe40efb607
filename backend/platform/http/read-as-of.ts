import { addDays, instantIn, parseDay } from '@domain/dates.js';
import { unreadable } from '../errors.js';

/** A point of the log: a position, or the last position recorded at or before an instant. */
export type AsOf = { position: number } | { instant: string };

const POSITION = /^\d{1,15}$/;
/** RFC 3339; a plus sign that was not escaped in a query arrives as a space. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,6})\d*)?(Z|[+ -](?:0\d|1[0-4]):[0-5]\d)$/i;

function instantOf(text: string): string | null {
  const [, date, time, fraction = '0', offset = ''] = INSTANT.exec(text) ?? [];
  return parseDay(date) && `${date}T${time}.${fraction}${offset.replace(' ', '+')}`;
}

function endOfDay(zone: string, text: string): string | null {
  const date = parseDay(text);
  if (!date) return null;
  const midnight = Date.parse(instantIn(zone, addDays(date, 1), '00:00:00'));
  return new Date(midnight - 1).toISOString().replace('Z', '999Z');
}

/** Parses a position, an instant, or a day of the hotel (its end); null for any other text. */
export function parseAsOf(text: string, zone: string): AsOf | null {
  if (POSITION.test(text)) return { position: Number(text) };
  const instant = instantOf(text) ?? endOfDay(zone, text);
  return instant ? { instant } : null;
}

export function readAsOf(value: unknown, zone: string): AsOf {
  const asOf = typeof value === 'string' ? parseAsOf(value, zone) : null;
  if (asOf) return asOf;
  throw unreadable(
    'as_of',
    'as_ofは位置の番号、日時（RFC 3339）または日付（YYYY-MM-DD）で指定してください。',
  );
}
