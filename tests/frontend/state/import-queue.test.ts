import { beforeEach, expect, test } from '@jest/globals';
import { loadQueue, queueAtom, settledAtom, takeQueue } from '../../../frontend/state/import-queue.js';
import { store } from '../../../frontend/state/store.js';
import { csvRecord } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';
import { aFrame } from '../support/records.js';

const ids = () => [...(store.get(queueAtom)?.records.keys() ?? [])];
const answer = (position: number, ...numbers: number[]) => ({
  body: numbers.map((id) => csvRecord({ id })),
  position,
});

beforeEach(() => store.set(queueAtom, null));

test('frames bring records in and take settled ones out', async () => {
  serve({ 'GET /api/csv-reservations': () => answer(10, 1, 2) });
  expect(await loadQueue()).toBe(10);
  takeQueue(aFrame(10, 11, { queue: { failed: [csvRecord({ id: 3 })], settled: [1] } }));
  expect(ids()).toEqual([2, 3]);
  expect(store.get(settledAtom).has(1)).toBe(true);
  takeQueue(aFrame(11, 12, { queue: { failed: [csvRecord({ id: 1, version: 3 })], settled: [] } }));
  expect(ids()).toEqual([2, 3, 1]);
  expect(store.get(settledAtom).has(1)).toBe(false);
});

test('a frame that the answer holds already changes nothing, an older version neither', async () => {
  const now = csvRecord({ id: 1, version: 5, reason: '定員超過' });
  serve({ 'GET /api/csv-reservations': () => ({ body: [now], position: 20 }) });
  await loadQueue();
  takeQueue(aFrame(10, 20, { queue: { failed: [], settled: [1] } }));
  expect(ids()).toEqual([1]);
  takeQueue(aFrame(20, 21, { queue: { failed: [csvRecord({ id: 1, version: 4 })], settled: [] } }));
  expect(store.get(queueAtom)?.records.get(1)).toMatchObject({ version: 5, reason: '定員超過' });
});

test('what happens while the queue is read is applied on top of the answer', async () => {
  let arrive = (_: ReturnType<typeof answer>) => {};
  const held = new Promise<ReturnType<typeof answer>>((resolve) => {
    arrive = resolve;
  });
  serve({ 'GET /api/csv-reservations': () => held });
  const loaded = loadQueue();
  takeQueue(aFrame(9, 10, { queue: { failed: [], settled: [2] } }));
  takeQueue(aFrame(10, 11, { queue: { failed: [csvRecord({ id: 3 })], settled: [1] } }));
  arrive(answer(10, 1, 2));
  await loaded;
  expect(ids()).toEqual([2, 3]);
});
