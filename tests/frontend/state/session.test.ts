import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { LiveListener } from '../../../frontend/live/live-connection.js';
import { connectionAtom } from '../../../frontend/state/connection.js';
import { showRange } from '../../../frontend/state/session.js';
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
