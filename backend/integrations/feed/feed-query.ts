import { invalid } from '@domain/broken-rule.js';
import { RefusedError, unreadable } from '../../platform/errors.js';
import type { Json } from '../../platform/http/request-context.js';

const MOST_EVENTS = 1_000;
const USUAL_EVENTS = 100;
const LONGEST_WAIT_SECONDS = 60;
const PARAMETERS = ['after', 'limit', 'wait', 'hash'];

/** A program's query; `known` is a position with the hash that it has for it, null where it sends none. */
export type FeedQuery = {
  after: number;
  limit: number;
  waitMs: number;
  known: { position: number; hash: string } | null;
};

function readWhole(query: Json, field: string, least: number, most: number, usual: number): number {
  const value = query[field];
  if (value === undefined) return usual;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw unreadable(field, `${field}は${least}以上${most}以下の整数で指定してください。`);
}

/** Reads the query of the feed; the id that a broken stream stopped at counts before `after`, to which `hash` belongs. 400 for a bad one. */
export function readFeedQuery(query: Json, lastEventId: string | undefined): FeedQuery {
  const unknown = Object.keys(query).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw unreadable(null, '指定できない項目が含まれています。');
  const { hash = null } = query;
  if (hash !== null && !(typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))) {
    throw unreadable('hash', 'hashは64桁の16進数で指定してください。');
  }
  const position = readWhole(query, 'after', 0, Number.MAX_SAFE_INTEGER, 0);
  const place = { 'Last-Event-ID': lastEventId };
  return {
    after: readWhole(place, 'Last-Event-ID', 0, Number.MAX_SAFE_INTEGER, position),
    limit: readWhole(query, 'limit', 1, MOST_EVENTS, USUAL_EVENTS),
    waitMs: readWhole(query, 'wait', 0, LONGEST_WAIT_SECONDS, 0) * 1_000,
    known: hash === null ? null : { position, hash: hash as string },
  };
}

/** 400: the log ends before the position, as when it was restored from a backup. */
export function beyondEnd(head: number): RefusedError {
  const message = `afterが記録の終わり（${head}）より後です。記録が復元された可能性があります。`;
  return new RefusedError(400, [invalid('beyond_end', 'after', message)]);
}

/** 409: the log has another hash there: it is not the one that was read before. */
export const OTHER_HISTORY = new RefusedError(409, [
  {
    ...invalid('other_history', 'hash', 'この位置の記録が、以前に読み取ったものと違います。'),
    kind: 'conflict',
  },
]);
