import { day } from '@domain/dates.js';
import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { ErasableRecord, ErasurePreview } from '@wire/erasure.js';
import { loadHistory } from '../../../frontend/state/booking-history.js';
import { messageAtom } from '../../../frontend/state/dialogs.js';
import {
  canEraseAtom,
  changeErasure,
  chosenRecordsAtom,
  dropErasure,
  eraseChosen,
  erasureAtom,
  prepareErasure,
  reasonRequiredAtom,
  spareRecord,
} from '../../../frontend/state/erasure.js';
import { store } from '../../../frontend/state/store.js';
import { serve } from '../support/fake-server.js';

const TODAY = day('2026-11-21');

function erasable(id: number, more: Partial<ErasableRecord> = {}): ErasableRecord {
  return {
    kind: 'booking',
    id,
    booking_number: '',
    room_number: '1001',
    guest_name: '消去 太郎',
    stay_start: day('2020-11-01'),
    stay_end: day('2020-11-02'),
    is_cancelled: 0,
    retained_until: day('2023-11-02'),
    obstacle: null,
    ...more,
  };
}

async function prepare(records: ErasableRecord[], handlers: Parameters<typeof serve>[0] = {}) {
  const retained = records.some(({ retained_until }) => (retained_until ?? '') >= TODAY);
  const preview: ErasurePreview = { today: TODAY, reason_required: retained, records, is_blacklisted: false };
  const calls = serve({
    'GET /api/booking/1/erasure': () => ({ body: preview }),
    'GET /api/booking/1/history': () => ({ body: { events: [] } }),
    ...handlers,
  });
  await prepareErasure({ kind: 'booking', id: 1 }, () => loadHistory(1));
  return calls;
}

afterEach(() => {
  store.get(messageAtom)?.settle(true);
  dropErasure();
});

test('a reason is needed while a chosen record is retained, its last day included', async () => {
  const kept = erasable(2, { retained_until: TODAY });
  await prepare([erasable(1), kept]);
  expect(store.get(reasonRequiredAtom)).toBe(true);
  expect(store.get(canEraseAtom)).toBe(false);
  changeErasure({ reason: '　' });
  expect(store.get(canEraseAtom)).toBe(false);
  changeErasure({ reason: '依頼' });
  expect(store.get(canEraseAtom)).toBe(true);
  changeErasure({ reason: '' });
  spareRecord(kept, true);
  expect(store.get(reasonRequiredAtom)).toBe(false);
  expect(store.get(canEraseAtom)).toBe(true);
});

test('what cannot be erased is never chosen, and nothing is erased when that is the record asked about', async () => {
  const imported = erasable(7, { kind: 'csv-reservation' });
  await prepare([erasable(1, { obstacle: '滞在中' }), erasable(2, { obstacle: '滞在中' }), imported]);
  expect(store.get(chosenRecordsAtom)).toEqual([imported]);
  expect(store.get(canEraseAtom)).toBe(false);
});

test('the same erasure tried again has the same key, another one a key of its own', async () => {
  const answers = [500, 500, 200];
  const calls = await prepare([erasable(1), erasable(2), erasable(1, { kind: 'csv-reservation' })], {
    'POST /api/booking/1/erasure': () => ({ status: answers.shift() ?? 200, body: { error: '失敗' } }),
  });
  for (const change of [() => {}, () => {}, () => changeErasure({ reason: ' 依頼 ' })]) {
    change();
    const erasing = eraseChosen();
    await waitFor(() => expect(store.get(messageAtom)).not.toBeNull());
    store.get(messageAtom)?.settle(true);
    await erasing;
  }
  const posts = calls.filter(({ method }) => method === 'POST');
  const [first, second, third] = posts.map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toBe(second);
  expect(third).not.toBe(first);
  const ids = { booking_ids: [1, 2], csv_reservation_ids: [1] };
  expect(posts.map(({ body }) => body)).toEqual([
    { reason: '', ...ids },
    { reason: '', ...ids },
    { reason: '依頼', ...ids },
  ]);
  expect(store.get(erasureAtom)).toBeNull();
});
