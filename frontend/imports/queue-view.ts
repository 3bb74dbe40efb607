import type { Day } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import { FAILURE_REASONS, type FailureReason } from '@domain/imports/csv-reservation.js';
import { isRegistrable, needsRoom } from '@domain/imports/decide-registration.js';
import { keysOf } from '@domain/records.js';
import { searchedIn, searchedInPhone, searchedWords } from '@domain/search/searchable.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { todayAtom } from '../shared/hotel.js';
import { remembered, rememberedChoice } from '../shared/remembered.js';
import { store } from '../shared/store.js';
import { dismissedRecords, queue, queueAtom } from './failed-records.js';

/** Failed records of one reservation, in the order of its rooms. */
export type QueueGroup = { key: string; records: readonly CsvRecord[] };

/** Every failed record; null until they were read. */
export const failedRecordsAtom = atom((get) => {
  const known = get(queueAtom);
  return known && [...known.records.values()];
});

/** Reason why the list that is shown could not be read; null when it could. */
export const listFailureAtom = atom((get) => {
  const { error } = get(listAtom) === 'failed' ? get(queue.atom) : get(dismissedRecords.atom);
  return error?.message ?? null;
});

/** Reads the list that is shown once more. */
export function readListAnew(): void {
  void (store.get(listAtom) === 'failed' ? queue.reload() : dismissedRecords.reload());
}

/** Every record of the list that is shown; null until they were read. */
export const listedRecordsAtom = atom((get) =>
  get(listAtom) === 'failed' ? get(failedRecordsAtom) : get(dismissedRecords.atom).value,
);

const passedAtom = atom((get) => (get(listedRecordsAtom) ?? []).filter(get(passesAtom)));

/** Number of records that pass the other filters, by the reason of the failure; the chosen one is always there. */
export const reasonCountsAtom = atom((get): { reason: FailureReason; count: number }[] => {
  const byReason = groupBy(get(passedAtom), ({ reason }) => reason);
  const chosen = get(reasonFilterAtom);
  return FAILURE_REASONS.flatMap((reason) => {
    const count = byReason.get(reason)?.length ?? 0;
    return count > 0 || reason === chosen ? [{ reason, count }] : [];
  });
});

/** Number of records that pass the filters, whatever their reason. */
export const passedCountAtom = atom((get) => get(passedAtom).length);

/** The sites of the listed records, and the chosen one. */
export const sitesAtom = atom((get) => {
  const sites = (get(listedRecordsAtom) ?? []).map(({ site }) => site);
  return [...new Set([...sites, get(siteFilterAtom)])].filter(Boolean).sort();
});

function groupKey({ id, site, booking_number }: CsvRecord): string {
  return site !== '' && booking_number !== '' ? `${site}\n${booking_number}` : `#${id}`;
}

/** Returns true if a failed record's guest has no room. */
export const isWithoutRoom = ({ kind, booking_id, is_returned }: CsvRecord): boolean =>
  needsRoom({ kind, bookingId: booking_id, ...(is_returned === 1 && { isReturned: true }) });

/** Returns true if a record's guest arrives today and has no room. */
function isDueToday(record: CsvRecord, today: Day | null): boolean {
  return today !== null && record.stay_start === today && isWithoutRoom(record);
}

const LAST = '9999';

/** The sort key of a record: who arrives today and has no room comes first, then the day of arrival, unknown ones last. */
function sortText(record: CsvRecord, order: QueueOrder, today: Day | null): string {
  if (order !== 'arrival') return record.updated_at;
  return isDueToday(record, today) ? '' : (record.stay_start ?? LAST);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Records in an order, those of one reservation together. */
function groupsOf(shown: readonly CsvRecord[], order: QueueOrder, today: Day | null): QueueGroup[] {
  const groups = [...groupBy(shown, groupKey)].map(([key, records]) => {
    const sorted = [...records].sort((a, b) => a.room_index - b.room_index || a.id - b.id);
    const [first = ''] = sorted.map((record) => sortText(record, order, today)).sort(compare);
    return { key, records: sorted, first, id: sorted[0]?.id ?? 0 };
  });
  const direction = order === 'newest' ? -1 : 1;
  return groups.sort((a, b) => direction * compare(a.first, b.first) || a.id - b.id);
}

const reasonPassesAtom = atom((get) => {
  const reason = get(reasonFilterAtom);
  return (record: CsvRecord): boolean => reason === null || record.reason === reason;
});

/** The records that are shown, those of one reservation together. */
export const queueGroupsAtom = atom((get) =>
  groupsOf(get(passedAtom).filter(get(reasonPassesAtom)), get(orderAtom), get(todayAtom)),
);

/**
 * The failed record that staff go on to after one is done: what follows it as the queue is filtered and sorted, else what is
 * first; whatever waits when the filters leave nothing. Null when nothing waits.
 */
export function nextFailed(done: CsvRecord): number | null {
  const others = (store.get(failedRecordsAtom) ?? []).filter(({ id }) => id !== done.id);
  const [passes, reasonPasses] = [store.get(passesAtom), store.get(reasonPassesAtom)];
  const shown = others.filter((record) => passes(record) && reasonPasses(record));
  const left = shown.length > 0 ? shown : others;
  const ids = groupsOf([...left, done], store.get(orderAtom), store.get(todayAtom))
    .flatMap(({ records }) => records)
    .map(({ id }) => id);
  return ids[ids.indexOf(done.id) + 1] ?? ids.find((id) => id !== done.id) ?? null;
}

/** The records that are shown and can be tried again together: staff returned none of them. */
export const retriableAtom = atom((get) =>
  get(queueGroupsAtom)
    .flatMap(({ records }) => records)
    .filter((record) => isRegistrable(record) && record.reason !== '自動登録失敗に戻し'),
);

/** The record whose row the keyboard is on; kept while another screen is shown. */
export const currentRecordAtom = atom<number | null>(null);

/** Order in which the failed queue is shown. */
export const QUEUE_ORDERS = {
  arrival: '到着の早い順',
  waiting: '待ちの長い順',
  newest: '新しい順',
} as const;
export type QueueOrder = keyof typeof QUEUE_ORDERS;

/** The list that is shown: records that wait, or those that staff dismissed. */
export const listAtom = atom<'failed' | 'dismissed'>('failed');

/** Only records that failed for this reason; null for all. */
export const reasonFilterAtom = remembered<FailureReason | null>(
  'queue-reason',
  (stored) => FAILURE_REASONS.find((reason) => reason === stored) ?? null,
  (reason) => reason ?? '',
);

/** Only records of this site; empty for all. */
export const siteFilterAtom = remembered('queue-site', (stored) => stored ?? '');

/** Order of the queue. */
export const orderAtom = rememberedChoice('queue-order', keysOf(QUEUE_ORDERS), 'arrival');

/** Text that the guest, the number or the phone must contain. */
export const textFilterAtom = atom('');

/** Only stays with a night from this day on, up to that one. */
export const stayFilterAtom = atom<{ first: Day | null; last: Day | null }>({ first: null, last: null });

/** Only these records, those of a file for one; null for all. */
export const namedFilterAtom = atom<{ name: string; ids: ReadonlySet<number> } | null>(null);

/** Shows the failed records of a file, and nothing else. */
export const showFileAtom = atom(null, (_get, set, name: string, ids: readonly number[]) => {
  set(showAllAtom);
  set(listAtom, 'failed');
  set(namedFilterAtom, { name, ids: new Set(ids) });
});

function searchTexts(record: CsvRecord): string {
  const { guest_name_1, guest_name1_kana, reserver_name, reserver_name_kana, tel, booking_number } = record;
  const names = [guest_name_1, guest_name1_kana, reserver_name, reserver_name_kana];
  return [...[...names, booking_number].map(searchedIn), searchedInPhone(tel)].join('\n');
}

/** True if a record is to be shown, its reason apart. */
const passesAtom = atom((get) => {
  const site = get(siteFilterAtom);
  const words = searchedWords(get(textFilterAtom));
  const { first, last } = get(stayFilterAtom);
  const named = get(namedFilterAtom);
  return (record: CsvRecord): boolean =>
    (named === null || named.ids.has(record.id)) &&
    (site === '' || record.site === site) &&
    (first === null || (record.stay_end ?? record.stay_start ?? '') > first) &&
    (last === null || (record.stay_start !== null && record.stay_start <= last)) &&
    (words.length === 0 || words.every((word) => searchTexts(record).includes(word)));
});

/** True if anything but the order is chosen. */
export const isFilteredAtom = atom((get) => {
  const { first, last } = get(stayFilterAtom);
  const texts = [get(reasonFilterAtom), get(siteFilterAtom), ...searchedWords(get(textFilterAtom))];
  return [...texts, first, last, get(namedFilterAtom)].some(Boolean);
});

/** Shows everything again. */
export const showAllAtom = atom(null, (_get, set) => {
  set(namedFilterAtom, null);
  set(reasonFilterAtom, null);
  set(siteFilterAtom, '');
  set(textFilterAtom, '');
  set(stayFilterAtom, { first: null, last: null });
});
