import { beforeEach, expect, test } from '@jest/globals';
import {
  forgetOperations,
  operationsAtom,
  recordOperation,
  undoneAtom,
} from '../../../frontend/shared/operations.js';
import { terminalNameAtom } from '../../../frontend/shared/preferences.js';
import { store } from '../../../frontend/shared/store.js';

const BOOKED = { requestId: 'request-1', text: '1001 山田 太郎 予約登録', ids: [1] };

beforeEach(forgetOperations);

test('what was taken back can be done again until something new is done', () => {
  store.set(undoneAtom, [BOOKED]);
  recordOperation({ requestId: 'request-2', text: '1001 山田 太郎 予約変更', ids: [1] });
  expect(store.get(undoneAtom)).toEqual([]);
});

test('no undo is offered of what was done under another name of the terminal', () => {
  store.set(terminalNameAtom, 'フロント1');
  recordOperation(BOOKED);
  store.set(terminalNameAtom, ' フロント1 ');
  expect(store.get(operationsAtom)).toEqual([BOOKED]);
  store.set(terminalNameAtom, 'フロント2');
  expect(store.get(operationsAtom)).toEqual([]);
});
