import { instantIn, parseDay } from '@domain/dates.js';
import { isEventType } from '@wire/event-labels.js';
import { positionAt } from '../event-store/log-head.js';
import type { HotelDatabase } from '../platform/database.js';
import { unreadable } from '../platform/errors.js';
import { type AsOf, parseAsOf } from '../platform/http/read-as-of.js';
import { readChoice } from '../platform/http/read-request.js';
import type { EventFilter } from './event-search.js';

const MEDIA_TYPE = 'application/x-ndjson';
const FORMATS = ['json', 'ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** Parts of the log by its ends, both included; null where unbounded. */
export type Period = { from: AsOf | null; to: AsOf | null };

/** A query of the log: filter, part of the log, number of events and format. */
export type EventQuery = {
  filter: EventFilter;
  period: Period;
  after: number;
  /** Newest first, before this position or from the head on; null for oldest first. */
  before: number | 'head' | null;
  limit: number | null;
  format: Format;
};

const PARAMETERS = new Set(
  'after before limit stream type from to room booking_id staff_id terminal q format'.split(' '),
);

const MAX_ID = 2_147_483_647;
const MAX_PAGE = 1_000;
const MAX_TEXT = 200;
const STREAM = /^[a-z-]+-\d[\d-]*$/;

type Query = Record<string, unknown>;

function readText(query: Query, field: string): string | null {
  const value = query[field];
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value.normalize('NFC').trim() : '';
  if (text !== '' && text.length <= MAX_TEXT && !/[\p{Cc}\p{Cs}]/u.test(text)) return text;
  throw unreadable(field, `${field}の指定が正しくありません。`);
}

function readNumber(query: Query, field: string, min: number, max: number): number | null {
  const text = readText(query, field);
  if (text === null) return null;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw unreadable(field, `${field}は${min}以上${max}以下の整数で指定してください。`);
}

function readTypes({ type = [] }: Query): string[] {
  const types = (Array.isArray(type) ? type : [type]).flatMap((value) =>
    typeof value === 'string' ? value.split(',') : [''],
  );
  if (types.every(isEventType)) return [...new Set(types)];
  throw unreadable('type', 'typeに存在しないイベントの種類が指定されています。');
}

function readFormat(query: Query, accept: string | undefined): Format {
  const asked = readChoice(query.format, 'format', FORMATS);
  return asked ?? (accept?.includes(MEDIA_TYPE) ? 'ndjson' : 'json');
}

function readStream(query: Query): string | null {
  const stream = readText(query, 'stream');
  if (stream === null || STREAM.test(stream)) return stream;
  throw unreadable('stream', 'streamは「reservation-17」のように指定してください。');
}

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

/** Reads a period; its ends are days of the hotel (the first's start, the last's end), instants or positions. */
export function readPeriod(from: string | null, to: string | null, zone: string): Period {
  return { from: readEnd('from', from, zone), to: readEnd('to', to, zone) };
}

/** The positions just outside a period. */
export async function positionsAround(
  database: HotelDatabase,
  { from, to }: Period,
): Promise<{ after: number; before: number }> {
  const after =
    from && ('position' in from ? from.position - 1 : await positionAt(database, from.instant, '<'));
  const last = to && ('position' in to ? to.position : await positionAt(database, to.instant));
  return { after: after ?? 0, before: last === null ? Number.MAX_SAFE_INTEGER : last + 1 };
}

/** Reads the parameters of a query for events; 400 for an unknown or wrong one. */
export function readEventQuery(query: Query, accept: string | undefined, zone: string): EventQuery {
  const unknown = Object.keys(query).find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw unreadable(null, '指定できない検索条件が含まれています。');
  const format = readFormat(query, accept);
  const position = Number.MAX_SAFE_INTEGER;
  return {
    filter: {
      stream: readStream(query),
      types: readTypes(query),
      room: readText(query, 'room'),
      bookingId: readNumber(query, 'booking_id', 1, MAX_ID),
      staffId: readNumber(query, 'staff_id', 1, MAX_ID),
      terminal: readText(query, 'terminal'),
      words: readText(query, 'q'),
    },
    period: readPeriod(readText(query, 'from'), readText(query, 'to'), zone),
    after: readNumber(query, 'after', 0, position) ?? 0,
    before: query.before === 'head' ? 'head' : readNumber(query, 'before', 0, position),
    limit: readNumber(query, 'limit', 1, format === 'json' ? MAX_PAGE : MAX_ID),
    format,
  };
}
