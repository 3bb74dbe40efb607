import { groupBy } from '@domain/group-by.js';
import { FAILURE_REASONS, type FailureReason } from '@domain/imports/csv-reservation.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { dismissedRecordsAtom } from './dismissals.js';
import { queueAtom } from './import-queue.js';
import {
  listAtom,
  orderAtom,
  passesAtom,
  type QueueOrder,
  reasonFilterAtom,
  siteFilterAtom,
} from './queue-filter.js';

/** Failed records of one reservation, in the order of its rooms. */
export type QueueGroup = { key: string; records: readonly CsvRecord[] };

/** Every failed record; null until they were read. */
export const failedRecordsAtom = atom((get) => {
  const queue = get(queueAtom);
  return queue && [...queue.records.values()];
});

/** Every record of the list that is shown; null until they were read. */
export const listedRecordsAtom = atom((get) =>
  get(listAtom) === 'failed' ? get(failedRecordsAtom) : get(dismissedRecordsAtom),
);

const passedAtom = atom((get) => (get(listedRecordsAtom) ?? []).filter(get(passesAtom)));

/** How many of the records that pass the other filters failed for each reason; the chosen one is always there. */
export const reasonCountsAtom = atom((get): { reason: FailureReason; count: number }[] => {
  const byReason = groupBy(get(passedAtom), ({ reason }) => reason);
  const chosen = get(reasonFilterAtom);
  return FAILURE_REASONS.flatMap((reason) => {
    const count = byReason.get(reason)?.length ?? 0;
    return count > 0 || reason === chosen ? [{ reason, count }] : [];
  });
});

/** How many records pass the filters, whatever their reason. */
export const passedCountAtom = atom((get) => get(passedAtom).length);

/** The sites of the listed records, and the chosen one. */
export const sitesAtom = atom((get) => {
  const sites = (get(listedRecordsAtom) ?? []).map(({ site }) => site);
  return [...new Set([...sites, get(siteFilterAtom)])].filter(Boolean).sort();
});

function groupKey({ id, site, booking_number }: CsvRecord): string {
  return site !== '' && booking_number !== '' ? `${site}\n${booking_number}` : `#${id}`;
}

const LAST = '9999';

/** What a record is sorted by; days that nobody knows come last. */
const SORT_TEXT: Record<QueueOrder, (record: CsvRecord) => string> = {
  waiting: ({ updated_at }) => updated_at,
  newest: ({ updated_at }) => updated_at,
  checkin: ({ stay_start }) => stay_start ?? LAST,
};

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The records that are shown, those of one reservation together. */
export const queueGroupsAtom = atom((get): QueueGroup[] => {
  const reason = get(reasonFilterAtom);
  const order = get(orderAtom);
  const shown = get(passedAtom).filter((record) => reason === null || record.reason === reason);
  const groups = [...groupBy(shown, groupKey)].map(([key, records]) => {
    const sorted = [...records].sort((a, b) => a.room_index - b.room_index || a.id - b.id);
    const first = sorted.map(SORT_TEXT[order]).sort(compare)[0] ?? '';
    return { key, records: sorted, first, id: sorted[0]?.id ?? 0 };
  });
  const direction = order === 'newest' ? -1 : 1;
  return groups.sort((a, b) => direction * compare(a.first, b.first) || a.id - b.id);
});

/** The record whose row the keyboard is on; kept while another screen is shown. */
export const currentRecordAtom = atom<number | null>(null);
