import { type Day, day } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { beforeEach, expect, test } from '@jest/globals';
import type { CsvRecord } from '@wire/csv-record.js';
import { queue } from '#frontend/imports/failed-records.js';
import {
  isFilteredAtom,
  orderAtom,
  queueGroupsAtom,
  reasonCountsAtom,
  reasonFilterAtom,
  showAllAtom,
  showFileAtom,
  siteFilterAtom,
  sitesAtom,
  stayFilterAtom,
  textFilterAtom,
} from '#frontend/imports/queue-view.js';
import { store } from '#frontend/shared/store.js';
import { placeHotel } from '#tests/frontend/support/known-hotel.js';
import { csvRecord } from '../support/csv-records.js';

const OTHER = {
  guestName1: '鈴木花子',
  guestName1Kana: 'スズキハナコ',
  reserverName: '鈴木花子',
  reserverNameKana: 'スズキハナコ',
};
const RECORDS = [
  csvRecord(
    {
      id: 1,
      bookingNumber: 'A-1',
      guestName1: '山田太郎',
      guestName1Kana: 'ヤマダタロウ',
      tel: '090-1111-2222',
    },
    { updated_at: '2026-11-20T03:00:00Z' },
  ),
  csvRecord(
    {
      id: 2,
      bookingNumber: 'B-2',
      ...OTHER,
      site: 'じゃらんnet',
      reason: '定員超過',
      stayStart: day('2026-12-01'),
      stayEnd: day('2026-12-02'),
    },
    { updated_at: '2026-11-18T03:00:00Z' },
  ),
  csvRecord(
    { id: 3, bookingNumber: 'C-3', ...OTHER, roomIndex: 2, stayStart: null, stayEnd: null },
    { updated_at: '2026-11-19T03:00:00Z' },
  ),
  csvRecord({ id: 4, bookingNumber: 'C-3', ...OTHER, roomIndex: 1 }, { updated_at: '2026-11-21T03:00:00Z' }),
];

const show = (records: readonly CsvRecord[]) => {
  const value = { asOf: 1, records: new Map(records.map((record) => [record.id, record])) };
  store.set(queue.atom, { status: 'ready', query: null, value, error: null });
};
const shown = () => store.get(queueGroupsAtom).map(({ records }) => records.map(({ id }) => id));

beforeEach(() => {
  show(RECORDS);
  store.set(showAllAtom);
  store.set(orderAtom, 'waiting');
});

test('rooms of one reservation stand together, in their order, where the first of them would', () => {
  expect(shown()).toEqual([[2], [4, 3], [1]]);
  store.set(orderAtom, 'arrival');
  expect(shown()).toEqual([[1], [4, 3], [2]]);
  store.set(orderAtom, 'newest');
  expect(shown().at(-1)).toEqual([2]);
});

test('records of one number at two sites, or without number, are no group', () => {
  show([
    csvRecord({ id: 1, bookingNumber: 'X', site: '楽天トラベル' }),
    csvRecord({ id: 2, bookingNumber: 'X', site: 'じゃらんnet' }),
    csvRecord({ id: 3, bookingNumber: '' }),
    csvRecord({ id: 4, bookingNumber: '' }),
  ]);
  expect(shown()).toEqual([[1], [2], [3], [4]]);
});

test.each(['ﾔﾏﾀﾞ', 'やまだ たろう', '山田', 'ａ－１', '09011112222', '１１１１−２２２２'])(
  'the text %s finds the guest however it is written',
  (text) => {
    store.set(textFilterAtom, text);
    expect(shown()).toEqual([[1]]);
    expect(store.get(isFilteredAtom)).toBe(true);
  },
);

test('reason and site choose, and the reasons are counted for what the other filters leave', () => {
  expect(store.get(reasonCountsAtom)).toEqual([
    { reason: '空室なし', count: 3 },
    { reason: '定員超過', count: 1 },
  ]);
  store.set(reasonFilterAtom, '定員超過');
  expect(shown()).toEqual([[2]]);
  store.set(siteFilterAtom, '楽天トラベル');
  expect(shown()).toEqual([]);
  expect(store.get(reasonCountsAtom)).toEqual([
    { reason: '空室なし', count: 3 },
    { reason: '定員超過', count: 0 },
  ]);
  expect(store.get(sitesAtom)).toHaveLength(2);
  expect(localStorage.getItem('queue-reason')).toBe('定員超過');
  store.set(showAllAtom);
  expect(shown().flat()).toHaveLength(4);
});

test('a stay filter keeps stays with a night within it; stays without dates only when nothing is asked', () => {
  store.set(stayFilterAtom, { first: day('2026-11-22'), last: day('2026-11-30') });
  expect(shown().flat().sort()).toEqual([1, 4]);
  store.set(stayFilterAtom, { first: day('2026-11-23'), last: null });
  expect(shown().flat()).toEqual([2]);
  store.set(stayFilterAtom, { first: null, last: day('2026-11-20') });
  expect(shown()).toEqual([]);
});

test('who arrives first stands first; above all who arrives today and has no room', () => {
  const TODAY = '2026-11-22';
  placeHotel({ today: day(TODAY) });
  const arrival = (id: number, stayStart: string | null, more: Partial<CsvReservation> = {}) =>
    csvRecord({ id, bookingNumber: `N-${id}`, stayStart: stayStart as Day | null, ...more });
  show([
    arrival(1, '2026-11-23'),
    arrival(2, '2026-11-21'),
    arrival(3, TODAY, { kind: 'キャンセル' }),
    arrival(4, TODAY, { bookingId: 7 }),
    arrival(5, null),
    arrival(6, TODAY, { bookingId: 7, isReturned: true }),
    arrival(7, TODAY),
  ]);
  store.set(orderAtom, 'arrival');
  expect(shown().flat()).toEqual([6, 7, 2, 3, 4, 1, 5]);
});

test('the failed records of a file alone are shown until the filters are taken back', () => {
  store.set(siteFilterAtom, 'じゃらんnet');
  store.set(showFileAtom, 'temairazu.csv', [4, 1, 99]);
  expect(shown().flat().sort()).toEqual([1, 4]);
  expect(store.get(isFilteredAtom)).toBe(true);
  store.set(showAllAtom);
  expect(shown().flat()).toHaveLength(4);
});
