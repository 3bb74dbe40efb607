import type { Report } from '@wire/report.js';
import { atom } from 'jotai';
import { readAtLeast } from '../shared/api/read-at-least.js';
import { fetchReport } from './reports-api.js';
import { ApiError } from '../shared/api/request.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { liveSession } from '../shared/live/live-session.js';
import { UNKNOWN_FAILURE } from '../shared/alert-failure.js';
import { newestOnly } from '../shared/newest-only.js';
import { store } from '../shared/store.js';
import { comparedDays, type ReportQuery } from './report-query.js';

/** The figures that are shown, and those they are held against. */
export type ShownReport = { query: ReportQuery; report: Report; before: Report | null };

/** The shown figures; null until the first were read. */
export const reportAtom = atom<ShownReport | null>(null);
/** Why the figures that were asked for last could not be read; null when they could. */
export const reportFailureAtom = atom<string | null>(null);
/** Whether other figures than those shown are being read. */
export const reportLoadingAtom = atom(false);

let wanted: ReportQuery | null = null;

const read = newestOnly(async ({ query, position }: { query: ReportQuery; position: number }) => {
  const compared = comparedDays(query);
  try {
    const [report, before] = await Promise.all([
      readAtLeast(position, () => fetchReport(query.days, query.by)),
      compared && readAtLeast(position, () => fetchReport(compared, query.by)),
    ]);
    if (query !== wanted) return;
    store.set(reportAtom, { query, report: report.data, before: before?.data ?? null });
    store.set(reportFailureAtom, null);
    liveSession.resumeFrom(Math.min(report.position ?? 0, before?.position ?? report.position ?? 0) || null);
  } catch (error) {
    console.error('reports', error);
    if (query !== wanted) return;
    store.set(reportFailureAtom, error instanceof ApiError ? error.message : UNKNOWN_FAILURE);
    liveSession.resumeFrom(null);
  } finally {
    if (query === wanted) store.set(reportLoadingAtom, false);
  }
});

/** Shows the figures of a period. */
export async function showReport(query: ReportQuery): Promise<void> {
  wanted = query;
  store.set(reportLoadingAtom, true);
  await read({ query, position: 0 });
}

/** Reads the shown figures anew, at least as new as a log position. */
export async function reloadReport(position = 0): Promise<void> {
  if (wanted) await read({ query: wanted, position });
}

/** Keeps the figures up to date as long as somebody looks; answers how to stop. */
export function followReport(): () => void {
  return followFrames((frame) => {
    if (frame === null) void reloadReport();
    else if (frame.bookings.length + frame.rooms.length > 0) void reloadReport(frame.to);
  });
}
