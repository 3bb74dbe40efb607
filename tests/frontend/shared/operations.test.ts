import { expect, test } from '@jest/globals';
import { write } from '#frontend/shared/api/request.js';
import { act, doneText, operationsAtom, recordOperation, undoneAtom } from '#frontend/shared/operations.js';
import { terminalNameAtom } from '#frontend/shared/preferences.js';
import { store } from '#frontend/shared/store.js';
import { serve } from '../support/fake-server.js';
import { messageShown } from '../support/message.js';

const BOOKED = { requestId: 'request-1', text: '1001 山田 太郎 予約を登録', ids: [1] };

test('what was taken back can be done again until something new is done', () => {
  store.set(undoneAtom, [BOOKED]);
  recordOperation({ requestId: 'request-2', text: '1001 山田 太郎 予約を変更', ids: [1] });
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

test.each([
  ['act', '1001 山田 太郎 チェックイン', '1001 山田 太郎 チェックインしました。'],
  ['act', '1001 山田 太郎 予約を取り消し', '1001 山田 太郎 予約を取り消しました。'],
  ['act', '山田 太郎 を失敗の一覧に戻し', '山田 太郎 を失敗の一覧に戻しました。'],
  ['undo', '1001 山田 太郎 予約を登録', '元に戻しました：1001 山田 太郎 予約を登録'],
  ['redo', '1001 山田 太郎 予約を登録', 'やり直しました：1001 山田 太郎 予約を登録'],
] as const)('%s of %s is told as a sentence', (did, text, told) => {
  expect(doneText({ act: { ...BOOKED, text }, did })).toBe(told);
});

test('what was refused is over once its alert was read, and is nothing to take back', async () => {
  serve({}, () => ({ status: 409, body: { error: '他の端末で更新されています。', errors: [] } }));
  let isOver = false;
  const done = act({ text: '1001 山田 太郎 チェックイン', ids: [1] }, (guards) =>
    write('POST', '/api/x', {}, guards),
  );
  void done.then(() => {
    isOver = true;
  });
  const message = await messageShown();
  expect([message.text, isOver]).toEqual(['他の端末で更新されています。', false]);
  message.settle(true);
  expect([await done, store.get(operationsAtom)]).toEqual([null, []]);
});

test('the same once more for the version before does nothing; anything else goes to the own newest version', async () => {
  const versions: (number | null | undefined)[] = [];
  const work = async ({ version }: { version: number | null }) => {
    versions.push(version);
    return { id: 1, version: (version ?? 0) + 1 };
  };
  const checkIn = () => act({ text: '1001 山田 太郎 チェックイン', ids: [1] }, work as never, 3);
  await Promise.all([checkIn(), checkIn()]);
  expect(await checkIn()).toBeNull();
  expect(versions).toEqual([3]);
  await act({ text: '1001 山田 太郎 支払済に変更', ids: [1] }, work as never, 3);
  expect(versions).toEqual([3, 4]);
});
