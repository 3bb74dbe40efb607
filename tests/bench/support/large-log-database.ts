import { day } from '@domain/dates.js';
import { copyOfFilled, type TestDatabase } from '../../support/database.js';
import { copyLargeLog } from '../../support/large-log.js';
import { rawQuery } from '../../support/log-rows.js';

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);

/** The last day of the log. */
export const LOG_ENDS = day('2026-11-22');

/** A database of one's own with about a million events (`EVENTS=…`) and their read models. */
export async function largeLogDatabase(): Promise<TestDatabase & { events: number }> {
  const database = await copyOfFilled(`large_log_${EVENTS}`, (url) =>
    copyLargeLog(url, { events: EVENTS, today: LOG_ENDS, seed: 1 }),
  );
  const [head] = await rawQuery(database.url, 'select position from log_head');
  return { ...database, events: Number(head?.position) };
}
