import { day } from '@domain/dates.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { WaitingRecord } from '@wire/waiting-list.js';
import {
  BLANK_WAITING,
  fittingAtom,
  followWaiting,
  hush,
  toldWaitingAtom,
  waitingAtom,
  waitingDraftPlace,
} from '#frontend/booking/waiting/waiting.js';
import { travelAtom } from '#frontend/shared/calendar-data/past.js';
import { draftAtom } from '#frontend/shared/drafts.js';
import { publishFrame } from '#frontend/shared/live/frame-listeners.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';
import { aFrame } from '../support/records.js';

const [stay_start, stay_end] = [day('2026-11-21'), day('2026-11-23')];
const ROOM = { room_number: '701', room_id: 7, stay_start, stay_end };

function entry(
  id: number,
  rooms: WaitingRecord['rooms'] = [],
  fewest_moves: number | null = null,
): WaitingRecord {
  return {
    ...{ id, version: 1, guest_name: `待田 ${id}`, tel: '', remark: '', stay_start, stay_end },
    ...{ mens_count: 2, womens_count: 0, smoking_status: '禁煙', corporateID: 0 },
    ...{ status: 'waiting', booking_id: null, staff_id: null, staff_name: '' },
    ...{ since: '2026-11-20T01:00:00.000000Z', rooms, fewest_moves },
  };
}

let list: WaitingRecord[] = [];
let stop = () => {};
const told = () => store.get(toldWaitingAtom).map(({ id }) => id);
/** The server's list is another one, and a frame says so. */
async function becomes(next: WaitingRecord[], to: number): Promise<void> {
  list = next;
  publishFrame(aFrame(to - 1, to, { waiting: next.map(({ id }) => id) }));
  await waitFor(() => expect(store.get(waitingAtom)).toEqual(next));
}

beforeEach(async () => {
  list = [entry(1), entry(2, [], 1)];
  serve({ 'GET /api/waiting-list': () => ({ body: list, position: 100 }) });
  stop = followWaiting();
  await waitFor(() => expect(store.get(waitingAtom)).toHaveLength(2));
});
afterEach(() => stop());

test('who finds a room is told, in the order of waiting, free rooms before those that moves would free', async () => {
  expect(told()).toEqual([2]);
  await becomes([entry(1, [ROOM]), entry(2, [ROOM])], 11);
  expect(told()).toEqual([1, 2]);
  await becomes([entry(1, [], 2), entry(2, [ROOM])], 12);
  expect(told()).toEqual([2, 1]);
  await becomes([entry(1), entry(2)], 13);
  expect(told()).toEqual([]);
});

test('of moves nothing is told for who has only begun to wait; a room, or moves found later, are', async () => {
  await becomes([entry(1), entry(3, [], 1), entry(4, [ROOM])], 11);
  expect(told()).toEqual([4]);
  await becomes([entry(1), entry(3, [ROOM])], 12);
  expect(told()).toEqual([3]);
  await becomes([entry(1), entry(3)], 13);
  await becomes([entry(1), entry(3, [], 1)], 14);
  expect(told()).toEqual([3]);
});

test('who is put off stays in the list, and is told again once a room was gone and came back', async () => {
  await becomes([entry(1, [ROOM]), entry(2)], 11);
  hush(store.get(toldWaitingAtom));
  expect(told()).toEqual([]);
  expect(store.get(fittingAtom)).toHaveLength(1);
  await becomes([entry(1, [], 1), entry(2)], 12);
  expect(told()).toEqual([]);
  await becomes([entry(1, [ROOM]), entry(2)], 13);
  expect(told()).toEqual([1]);
});

test('what was typed about an entry is forgotten with it, and about others not', async () => {
  const [gone, left] = list.map((known) => draftAtom(waitingDraftPlace(known, BLANK_WAITING)));
  const blank = draftAtom(waitingDraftPlace(null, BLANK_WAITING));
  if (!gone || !left) throw new Error('two entries');
  for (const draft of [gone, left, blank]) store.set(draft, { ...BLANK_WAITING, guest_name: '待田 改' });
  await becomes([entry(2)], 11);
  expect([gone, left, blank].map((draft) => store.get(draft) !== null)).toEqual([false, true, true]);
});

test('nobody is told while the past is shown', async () => {
  await becomes([entry(1, [ROOM]), entry(2)], 11);
  store.set(travelAtom, { from: 'present', position: 5, head: 11 });
  expect(told()).toEqual([]);
  store.set(travelAtom, null);
  expect(told()).toEqual([1]);
});
