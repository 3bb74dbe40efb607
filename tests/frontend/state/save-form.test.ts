import { afterEach, expect, jest, test } from '@jest/globals';
import { busyAtom } from '../../../frontend/state/busy.js';
import { messageAtom } from '../../../frontend/state/dialogs.js';
import { formAtom, NEW_FORM, savingAtom } from '../../../frontend/state/form.js';
import { loadHotel } from '../../../frontend/state/hotel.js';
import { submitForm } from '../../../frontend/state/save-form.js';
import { store } from '../../../frontend/state/store.js';
import { serve, silence } from '../support/fake-server.js';
import { fillAndSearch } from '../support/fill-form.js';
import { bookingRecord } from '../support/records.js';

afterEach(() => {
  jest.useRealTimers();
  store.get(messageAtom)?.settle(true);
  store.set(formAtom, NEW_FORM);
});

test('a save on a half-open line ends after 20 s; tried again it is the same write', async () => {
  let tries = 0;
  const calls = serve({
    'POST /api/booking': (url, init) =>
      tries++ === 0
        ? silence(url, init)
        : { status: 201, body: { ...bookingRecord({ id: 7 }), mess: '登録' } },
  });
  await loadHotel();
  await fillAndSearch();
  jest.useFakeTimers();
  void submitForm();
  await jest.advanceTimersByTimeAsync(19_999);
  expect([store.get(busyAtom), store.get(savingAtom)]).toEqual([true, true]);
  await jest.advanceTimersByTimeAsync(1);
  expect([store.get(busyAtom), store.get(savingAtom)]).toEqual([false, false]);
  expect(store.get(messageAtom)?.text).toContain('サーバーに接続できません。');
  expect(store.get(formAtom).values.guestName1).toBe('山田太郎');
  store.get(messageAtom)?.settle(true);
  void submitForm();
  await jest.advanceTimersByTimeAsync(0);
  expect(store.get(messageAtom)?.text).toBe('登録');
  const posts = calls.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(2);
  expect(posts[1]).toEqual(posts[0]);
});
