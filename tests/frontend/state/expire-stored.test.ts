import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { BLANK_FORM } from '../../../frontend/form/form-values.js';
import { startExpiring } from '../../../frontend/state/expire-stored.js';
import { NEW_FORM } from '../../../frontend/state/form.js';
import { draftPages } from '../../../frontend/state/typed/stored-drafts.js';
import { storeDrafts } from '../../../frontend/state/typed/typed-forms.js';

const HOUR_MS = 60 * 60_000;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

test('what was typed a day ago goes while a page is open, though nobody touches it', async () => {
  const stop = startExpiring();
  const open = { ...NEW_FORM, values: { ...BLANK_FORM, guestName1: '放置 太郎' } };
  storeDrafts('left', { owner: 0, at: Date.now(), open, aside: [], unanswered: [] });
  await jest.advanceTimersByTimeAsync(23 * HOUR_MS);
  expect(draftPages()).toEqual(['left']);
  await jest.advanceTimersByTimeAsync(1.5 * HOUR_MS);
  expect(localStorage).toHaveLength(0);
  stop();
});
