import { beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openLiveLazily } from '#frontend/shared/live/lazy-connection.js';
import type { LiveListener } from '#frontend/shared/live/live-connection.js';
import { editing } from '#tests/support/activities.js';

const said: unknown[] = [];
let fails = false;
// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock('#frontend/shared/live/live-connection.js', () => ({
  openLive: () => {
    if (fails) throw new Error('the code can not be fetched');
    said.push('opened');
    return {
      activity: (activity: unknown) => said.push(activity),
      reconnect: () => said.push('reconnect'),
      close: () => said.push('close'),
    };
  },
}));
const listener = { lost: () => said.push('lost') } as Partial<LiveListener> as LiveListener;

beforeEach(() => {
  said.length = 0;
});

test('what was done while the socket was being fetched is told once it is open', async () => {
  const live = openLiveLazily(listener);
  live.activity(editing(1));
  live.activity(editing(2));
  expect(said).toEqual([]);
  await waitFor(() => expect(said).toEqual(['opened', editing(2)]));
  live.activity(editing(3));
  live.reconnect();
  expect(said.slice(2)).toEqual([editing(3), 'reconnect']);
  live.close();
});

test('closed before it was there, it is not opened', async () => {
  openLiveLazily(listener).close();
  const after = openLiveLazily(listener);
  await waitFor(() => expect(said).toEqual(['opened']));
  after.close();
  expect(said).toEqual(['opened', 'close']);
});

test('whose code can not be fetched, it is lost, and opened once it can be', async () => {
  fails = true;
  const live = openLiveLazily(listener);
  await waitFor(() => expect(said).toEqual(['lost']));
  fails = false;
  await waitFor(() => expect(said).toEqual(['lost', 'opened']));
  live.close();
});
