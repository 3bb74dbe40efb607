import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { printCards, printedRegistersAtom } from '#frontend/front-desk/DeskPrinting.js';
import type { DeskBooking } from '#frontend/front-desk/desk.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';
import { bookingRecord } from '../support/records.js';

const BOOKING = bookingRecord({ id: 7 }) as unknown as DeskBooking;
const print = jest.fn();
beforeEach(() => {
  print.mockClear();
  window.print = print;
});

test('cards whose register cannot be read are printed blank, but only after staff were told why', async () => {
  serve({
    'GET /api/guest-register': () => ({ status: 403, body: { error: '権限がありません。', errors: [] } }),
  });
  const printed = printCards([BOOKING]);
  await waitFor(() => expect(store.get(messageAtom)?.text).toBe('権限がありません。'));
  expect(print).not.toHaveBeenCalled();
  await act(async () => {
    store.get(messageAtom)?.settle(true);
    await printed;
  });
  expect(print).toHaveBeenCalledTimes(1);
  expect(store.get(printedRegistersAtom)).toEqual([]);
});

test('cards without a line to the server are printed blank at once', async () => {
  serve({
    'GET /api/guest-register': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await act(() => printCards([BOOKING]));
  expect(store.get(messageAtom)).toBeNull();
  expect(print).toHaveBeenCalledTimes(1);
});
