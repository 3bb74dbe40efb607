import { expect, jest, test } from '@jest/globals';
import { type Drafts, storeDrafts, takeDrafts } from '#frontend/booking/drafts.js';
import { NEW_FORM } from '#frontend/booking/form.js';
import { BLANK_FORM } from '#frontend/booking/form-values.js';
import { startExpiring } from '#frontend/shared/offline-cache/expire-stored.js';
import { draftPages, forgetDrafts } from '#frontend/shared/stored-drafts.js';

const HOUR_MS = 60 * 60_000;
const form = (guestName1: string) => ({
  ...NEW_FORM,
  values: { ...BLANK_FORM, guestName1 },
  touched: new Set(['guestName1' as const]),
});
const typed = (details: Partial<Drafts> = {}): Drafts => ({
  owner: 0,
  at: Date.now(),
  open: form('開 いている'),
  aside: [form('脇 に置いた')],
  unanswered: [{ method: 'POST', path: '/api/booking', body: '{}', version: null, key: 'key' }],
  ...details,
});

test('what was typed comes back as it was, once', () => {
  const before = typed();
  storeDrafts('a', before);
  expect(draftPages()).toEqual(['a']);
  expect(takeDrafts('a', 0)).toEqual(before);
  expect(takeDrafts('a', 0)).toBeNull();
});

test('after a day it is gone', () => {
  storeDrafts('a', typed({ at: Date.now() - 25 * HOUR_MS }));
  storeDrafts('b', typed({ at: Date.now() - 23 * HOUR_MS }));
  expect(takeDrafts('a', 0)).toBeNull();
  expect(takeDrafts('b', 0)).not.toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('nobody else gets it, and then nobody does', () => {
  storeDrafts('a', typed({ owner: 5 }));
  expect(takeDrafts('a', 6)).toBeNull();
  expect(takeDrafts('a', 5)).toBeNull();
});

test('a field that the app did not know yet is blank', () => {
  storeDrafts('a', typed());
  const stored = JSON.parse(localStorage.getItem('typed-form a') ?? '');
  delete stored.open.values.notes;
  localStorage.setItem('typed-form a', JSON.stringify(stored));
  expect(takeDrafts('a', 0)?.open?.values).toEqual({ ...BLANK_FORM, guestName1: '開 いている' });
});

test('what cannot be read counts as nothing', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('typed-form a', '{');
  expect(takeDrafts('a', 0)).toBeNull();
  expect(console.error).toHaveBeenCalled();
});

test('everything typed is forgotten at once, and nothing else', () => {
  storeDrafts('a', typed());
  storeDrafts('b', typed());
  localStorage.setItem('theme', 'dark');
  forgetDrafts();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test('what was typed a day ago goes while a page is open, though nobody touches it', async () => {
  jest.useFakeTimers();
  const stop = startExpiring();
  const open = { ...NEW_FORM, values: { ...BLANK_FORM, guestName1: '放置 太郎' } };
  storeDrafts('left', { owner: 0, at: Date.now(), open, aside: [], unanswered: [] });
  await jest.advanceTimersByTimeAsync(23 * HOUR_MS);
  expect(draftPages()).toEqual(['left']);
  await jest.advanceTimersByTimeAsync(1.5 * HOUR_MS);
  expect(localStorage).toHaveLength(0);
  stop();
});
