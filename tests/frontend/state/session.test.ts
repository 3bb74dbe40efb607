import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { LiveListener } from '../../../frontend/live/live-connection.js';
import { connectionAtom } from '../../../frontend/state/connection.js';
import { hotelAtom } from '../../../frontend/state/hotel.js';
import { startSession } from '../../../frontend/state/session.js';
import { showRange } from '../../../frontend/state/show-range.js';
import { store } from '../../../frontend/state/store.js';
import { serve } from '../support/fake-server.js';
import { RANGE } from '../support/records.js';

let listener: LiveListener | null = null;
// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock('../../../frontend/live/live-connection.js', () => ({
  openLive: (given: LiveListener) => {
    listener = given;
    return { activity() {}, reconnect() {}, close() {} };
  },
}));

test('a hotel that could not be read is read again after a while', async () => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => {});
  serve({ 'GET /api/hotel': () => ({ status: 503, body: { error: '準備中', errors: [] } }) });
  startSession();
  await jest.advanceTimersByTimeAsync(4_999);
  serve();
  expect(store.get(hotelAtom)).toBeNull();
  await jest.advanceTimersByTimeAsync(1);
  expect(store.get(hotelAtom)?.name).toBe('試験ホテル');
  jest.useRealTimers();
});

test('told to reload, the page reads everything anew and is connected', async () => {
  const calls = serve();
  await showRange(RANGE);
  await waitFor(() => expect(listener).not.toBeNull());
  listener?.lost(new Date());
  expect(store.get(connectionAtom).connected).toBe(false);

  calls.length = 0;
  listener?.reload({ log_id: 'another log', position: 99, hash: 'hash of 99' });
  expect(store.get(connectionAtom).connected).toBe(true);
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/bookings'));
  expect(calls.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/hotel', '/api/blacklist']));
});
