import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { startStoringDrafts } from '#frontend/booking/drafts.js';
import { formAtom, savingAtom } from '#frontend/booking/form.js';
import { submitForm } from '#frontend/booking/submit.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { calendarSizeAtom, terminalNameAtom } from '#frontend/shared/preferences.js';
import { replaceStore, store } from '#frontend/shared/store.js';
import { draftPages } from '#frontend/shared/stored-drafts.js';
import { tabStorage, terminalStorage } from '#frontend/shared/terminal-storage.js';
import { serve } from '../support/fake-server.js';
import { fillAndSearch } from '../support/fill-form.js';
import { bookingRecord } from '../support/records.js';

/** Makes every new text too much, as `localStorage` does at its 5 MB. */
function fillStorage(): void {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('exceeded the quota', 'QuotaExceededError');
  });
}

/** Makes the storages themselves unreadable, as a browser does that blocks site data. */
function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    jest.spyOn(globalThis, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
}

describe.each([
  ['is full', fillStorage],
  ['is blocked', blockStorage],
])('when the storage %s', (_, hinder) => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    terminalStorage.write('before', 'old');
    hinder();
  });

  test('a booking is saved', async () => {
    const calls = serve({
      'GET /api/blacklist': () => ({ body: [] }),
      'POST /api/booking': () => ({ status: 201, body: { ...bookingRecord({ id: 7 }), mess: '登録' } }),
    });
    await startStoringDrafts();
    await loadHotel();
    await fillAndSearch();
    expect(draftPages()).toHaveLength(1);
    void submitForm();
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
    await waitFor(() => expect(store.get(savingAtom)).toBe(false));
    expect(store.get(formAtom).values.guestName1).toBe('');
  });

  test('texts are held until the page is left, and it says so; an old one never comes back', () => {
    expect(terminalStorage.isLasting()).toBe(true);
    terminalStorage.write('before', 'new');
    tabStorage.write('page', '1');
    expect([terminalStorage.read('before'), tabStorage.read('page')]).toEqual(['new', '1']);
    expect(terminalStorage.keys()).toContain('before');
    expect([terminalStorage.isLasting(), tabStorage.isLasting()]).toEqual([false, false]);
    terminalStorage.remove('before');
    tabStorage.remove('page');
    expect([terminalStorage.read('before'), terminalStorage.isLasting()]).toEqual([null, true]);
    replaceStore();
    expect([terminalStorage.read('before'), tabStorage.read('page')]).toEqual([null, null]);
  });

  test('preferences and the name of the terminal can be chosen', () => {
    store.set(calendarSizeAtom, 'large');
    store.set(terminalNameAtom, 'フロント1');
    expect([store.get(calendarSizeAtom), store.get(terminalNameAtom)]).toEqual(['large', 'フロント1']);
  });

  test('it is reported once, not at each key', () => {
    for (const text of ['a', 'b', 'c']) terminalStorage.write('typed', text);
    expect(console.error).toHaveBeenCalledTimes(1);
  });
});
