import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { IntegrationLists } from '#frontend/masters/lists/IntegrationLists.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { managedList } from '#frontend/shared/masters.js';
import { type Call, serve } from '../support/fake-server.js';

let used: string | null;
let calls: Call[];
beforeEach(async () => {
  used = null;
  calls = serve({
    'GET /api/ical-addresses': () => ({
      body: [
        {
          ...{ id: 5, version: 1, is_retired: 0, name: '清掃', room_number: '1001', shows_names: 0 },
          address: { secret: 'hfc_0123456789ab', last_used_at: used },
        },
      ],
      position: 10,
    }),
  });
  await loadHotel();
  await managedList('ical-address').load(null);
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const reads = () => calls.filter(({ path }) => path.startsWith('/api/ical-addresses')).length;

test('a list of other programs tells within a minute when one was last used, as long as it is shown', async () => {
  const { unmount } = render(<IntegrationLists kind="ical-address" onChoose={() => {}} />);
  expect(screen.getByRole('row', { name: /清掃/ }).textContent).toContain('1001号室の泊');
  const before = reads();
  used = '2026-11-28T01:02:03.000Z';
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(reads()).toBe(before + 1);
  expect(screen.getByRole('row', { name: /清掃/ }).textContent).toContain('10:02:03');
  unmount();
  await jest.advanceTimersByTimeAsync(300_000);
  expect(reads()).toBe(before + 1);
});
