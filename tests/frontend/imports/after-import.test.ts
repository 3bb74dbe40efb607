import { beforeEach, expect, jest, test } from '@jest/globals';
import { afterImportAtom, tellRegistered } from '#frontend/imports/after-import.js';
import { queue } from '#frontend/imports/failed-records.js';
import { store } from '#frontend/shared/store.js';
import { csvFormData, csvRecord } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';

const registered = csvFormData(csvRecord({ id: 1, bookingNumber: 'RT-1', guestName1: '山田太郎' }));
const next = csvRecord({ id: 2, bookingNumber: 'RT-2' });

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));

test.each([
  ['that was not read yet', false],
  ['that is known', true],
])('after a registration the next record of a queue %s is offered', async (_, isKnown) => {
  serve({ 'GET /api/csv-reservations': () => ({ body: [next], position: 10 }) });
  if (isKnown) await queue.load(null);
  await tellRegistered(registered);
  expect(store.get(afterImportAtom)).toEqual({ name: '山田太郎 RT-1', waiting: [], next: 2 });
});

test('a queue that cannot be read is told as such, not as empty', async () => {
  serve({ 'GET /api/csv-reservations': () => ({ status: 503, body: { error: '準備中', errors: [] } }) });
  await tellRegistered(registered);
  expect(store.get(afterImportAtom)?.next).toBeUndefined();
});

test('the rooms of the reservation that still wait are offered, but for those that cannot be read', async () => {
  serve({
    'GET /api/csv-reservations': () => ({ body: [], position: 10 }),
    'GET /api/fetch-csv-reservation-data/3': () => ({ body: csvFormData(csvRecord({ id: 3 })) }),
    'GET /api/fetch-csv-reservation-data/4': () => ({
      body: csvFormData(csvRecord({ id: 4, status: 'registered' })),
    }),
  });
  await tellRegistered({ ...registered, group: [3, 1, 4, 5] });
  expect(store.get(afterImportAtom)).toMatchObject({ waiting: [3], next: null });
});
