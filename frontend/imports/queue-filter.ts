import type { Day } from '@domain/dates.js';
import { FAILURE_REASONS, type FailureReason } from '@domain/imports/csv-reservation.js';
import { searchable } from '@domain/search/searchable.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { remembered } from '../shared/remembered.js';

/** In which order the failed queue is shown. */
export const QUEUE_ORDERS = {
  waiting: '待ちの長い順',
  newest: '新しい順',
  checkin: 'チェックイン順',
} as const;
export type QueueOrder = keyof typeof QUEUE_ORDERS;

const isOrder = (text: string | null): text is QueueOrder => text !== null && text in QUEUE_ORDERS;

/** Which records are listed: those that wait, or those that staff dismissed. */
export const listAtom = atom<'failed' | 'dismissed'>('failed');

/** Only records that failed for this reason; null for all. */
export const reasonFilterAtom = remembered<FailureReason | null>(
  'queue-reason',
  (stored) => FAILURE_REASONS.find((reason) => reason === stored) ?? null,
  (reason) => reason ?? '',
);

/** Only records of this site; empty for all. */
export const siteFilterAtom = remembered(
  'queue-site',
  (stored) => stored ?? '',
  (site) => site,
);

/** How the queue is sorted. */
export const orderAtom = remembered<QueueOrder>(
  'queue-order',
  (stored) => (isOrder(stored) ? stored : 'waiting'),
  (order) => order,
);

/** What the guest, the number or the phone must contain. */
export const textFilterAtom = atom('');

/** Only stays with a night from this day on, up to that one. */
export const stayFilterAtom = atom<{ first: Day | null; last: Day | null }>({ first: null, last: null });

function searchTexts(record: CsvRecord): string {
  const { guest_name_1, guest_name1_kana, reserver_name, reserver_name_kana, tel, booking_number } = record;
  return [guest_name_1, guest_name1_kana, reserver_name, reserver_name_kana, tel, booking_number]
    .map(searchable)
    .join('\n');
}

/** Whether a record is to be shown, its reason apart. */
export const passesAtom = atom((get) => {
  const site = get(siteFilterAtom);
  const text = searchable(get(textFilterAtom));
  const { first, last } = get(stayFilterAtom);
  return (record: CsvRecord): boolean =>
    (site === '' || record.site === site) &&
    (first === null || (record.stay_end ?? record.stay_start ?? '') > first) &&
    (last === null || (record.stay_start !== null && record.stay_start <= last)) &&
    (text === '' || searchTexts(record).includes(text));
});

/** Whether anything but the order is chosen. */
export const isFilteredAtom = atom((get) => {
  const { first, last } = get(stayFilterAtom);
  const chosen = [get(reasonFilterAtom), get(siteFilterAtom), searchable(get(textFilterAtom)), first, last];
  return chosen.some(Boolean);
});

/** Shows everything again. */
export const showAllAtom = atom(null, (_get, set) => {
  set(reasonFilterAtom, null);
  set(siteFilterAtom, '');
  set(textFilterAtom, '');
  set(stayFilterAtom, { first: null, last: null });
});
