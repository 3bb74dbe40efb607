import { beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { queue } from '#frontend/imports/failed-records.js';
import { retryResultAtom } from '#frontend/imports/record-actions.js';
import { defineRoomType, unmappedTypesAtom } from '#frontend/imports/room-types.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { store } from '#frontend/shared/store.js';
import { csvRecord } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';

const waiting = (id: number, roomSymbol: string) =>
  csvRecord({ id, roomSymbol, roomName: '', reason: '部屋タイプ未定義' });
const MAPPING = { id: 1, version: 1, room_type: 'ND', categories: ['normal_non_smoking'] };

const records = [
  waiting(1, 'ND'),
  waiting(2, 'ＮＤ'),
  waiting(3, 'XX'),
  csvRecord({ id: 4, roomSymbol: 'ND' }),
];

beforeEach(() => {
  const value = { asOf: 1, records: new Map(records.map((record) => [record.id, record])) };
  store.set(queue.atom, { status: 'ready', query: null, value, error: null });
});

test('a room type that is defined is tried again for what waited for it, and nothing else, and that is said', async () => {
  const calls = serve({
    'POST /api/room-type-mappings': () => ({ status: 201, body: MAPPING }),
    'GET /api/room-type-mappings': () => ({ body: { mappings: [MAPPING], unmapped: [] } }),
    'GET /api/csv-reservations': () => ({ body: records, position: 10 }),
    'POST /api/csv-reservations/retry': () => ({
      body: { retried: 2, registered: 1, failed: 1, next: null },
    }),
  });
  expect(await defineRoomType(null, { room_type: 'ND', categories: ['normal_non_smoking'] })).toBe(true);
  await waitFor(() =>
    expect(store.get(retryResultAtom)).toBe('「ND」の対応を保存し、待っていた2件中1件を登録しました。'),
  );
  const retries = calls.filter(({ path }) => path.endsWith('/retry')).map(({ body }) => body);
  expect(retries).toEqual([{ ids: [1, 2] }]);
  expect(store.get(unmappedTypesAtom).map(({ roomType }) => roomType)).toEqual(['XX']);
});

test('a room type that is refused retries nothing', async () => {
  const calls = serve({
    'POST /api/room-type-mappings': () => ({
      status: 422,
      body: { error: 'この部屋タイプは既に定義されています。' },
    }),
  });
  const defined = defineRoomType(null, { room_type: 'ND', categories: ['normal_non_smoking'] });
  await waitFor(() => expect(store.get(messageAtom)?.text).toBe('この部屋タイプは既に定義されています。'));
  store.get(messageAtom)?.settle(true);
  expect(await defined).toBe(false);
  expect(calls.map(({ method }) => method)).toEqual(['POST']);
});
