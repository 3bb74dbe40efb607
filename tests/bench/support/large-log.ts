import { day } from '@domain/dates.js';
import { copyOfFilled } from '../../support/database.js';
import { copyLargeLog } from '../../support/large-log.js';
import { rawQuery } from '../../support/log-rows.js';
import { atEnd } from './at-end.js';

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);

/** The last day of the log. */
export const LOG_ENDS = day('2026-11-22');

/** A database with about a million events (`EVENTS=…`) and their read models. */
export async function largeLog(): Promise<{ url: string; events: number }> {
  const { url, drop } = await copyOfFilled(`large_log_${EVENTS}`, (filled) =>
    copyLargeLog(filled, { events: EVENTS, today: LOG_ENDS, seed: 1 }),
  );
  atEnd(drop);
  const [head] = await rawQuery(url, 'select position from log_head');
  return { url, events: Number(head?.position) };
}
