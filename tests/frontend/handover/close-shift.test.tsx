import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MessageDialog } from '#frontend/app/MessageDialog.js';
import { CloseShift } from '#frontend/handover/CloseShift.js';
import { changes, MINE } from '#frontend/handover/changes.js';
import { type Call, deferred, serve } from '../support/fake-server.js';

const CHANGES = {
  position: 5,
  recorded_at: null,
  head: 9,
  mine: null,
  handovers: [],
  people: [],
  imports: [],
  is_cut: false,
};

let calls: Call[];
let answer: Promise<{ status?: number; body: unknown }>;
let closed = 0;

const button = (name: string) => screen.getByRole('button', { name });
const memo = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /引継ぎメモ/ });
const handovers = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

beforeEach(async () => {
  closed = 0;
  answer = Promise.resolve({ status: 201, body: {} });
  calls = serve({
    'GET /api/handover': () => ({ body: CHANGES, position: 9 }),
    'POST /api/handover': () => answer,
  });
  await changes.load(MINE);
  render(
    <>
      <CloseShift onClosed={() => closed++} />
      <MessageDialog />
    </>,
  );
  fireEvent.click(button('引継ぎを確定'));
  fireEvent.change(memo(), { target: { value: '鍵を預かっています' } });
});

test('確定 pressed once more while it is being sent ends one shift', async () => {
  const { promise, resolve } = deferred<{ status: number; body: unknown }>();
  answer = promise;
  const confirmByKey = () => fireEvent.keyDown(memo(), { key: 'Enter', ctrlKey: true });
  confirmByKey();
  confirmByKey();
  fireEvent.click(button('確定'));
  resolve({ status: 201, body: {} });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('引継ぎを確定しました。'));
  expect(handovers()).toEqual([{ memo: '鍵を預かっています', seen: 9 }]);
  expect(closed).toBe(1);
});

test('words of a dialog that was closed are named until it is opened again', async () => {
  const status = () => screen.getByRole('status', { hidden: true }).textContent;
  expect(status()).toBe('');
  fireEvent.click(button('閉じる'));
  await waitFor(() => expect(status()).toBe('引継ぎメモが入力途中です。'));
  fireEvent.click(button('引継ぎを確定'));
  expect([status(), memo().value]).toEqual(['', '鍵を預かっています']);
});

test('the words that were sent are gone when the next shift is ended', async () => {
  fireEvent.click(button('確定'));
  await waitFor(() => expect(closed).toBe(1));
  fireEvent.click(button('引継ぎを確定'));
  expect(memo().value).toBe('');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a shift that could not be ended keeps its words and can be ended again', async () => {
  answer = Promise.resolve({ status: 422, body: { error: '引継ぎメモが長すぎます。', errors: [] } });
  fireEvent.click(button('確定'));
  await screen.findByText('引継ぎメモが長すぎます。');
  fireEvent.click(button('OK'));
  await waitFor(() => expect(button('確定')).toHaveProperty('disabled', false));
  expect([memo().value, closed]).toEqual(['鍵を預かっています', 0]);
  answer = Promise.resolve({ status: 201, body: {} });
  fireEvent.click(button('確定'));
  await waitFor(() => expect(closed).toBe(1));
});
