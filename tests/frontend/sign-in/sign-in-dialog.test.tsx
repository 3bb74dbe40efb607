import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { sessionAtom } from '#frontend/shared/session-staff.js';
import { store } from '#frontend/shared/store.js';
import { SignInDialog } from '#frontend/sign-in/SignInDialog.js';
import { serve } from '../support/fake-server.js';

const HANAKO = { id: 1, name: '佐藤 花子', role: 'staff' as const };
const SIGNED_IN = { mode: 'session' as const, staff: HANAKO, expires_at: null };

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

beforeEach(() => store.set(sessionAtom, { mode: 'session', staff: null, expires_at: null }));

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => fireEvent.submit(field('パスワード').form as HTMLFormElement);

test('there is a dialog only while somebody has to sign in', () => {
  render(<SignInDialog />);
  expect(screen.getByRole('dialog')).toBeTruthy();
  act(() => store.set(sessionAtom, SIGNED_IN));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => store.set(sessionAtom, { mode: 'off', staff: null, expires_at: null }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what is typed is sent, the password as it is; the name is told without spaces around it', async () => {
  const calls = serve({ 'POST /api/session': () => ({ body: SIGNED_IN }) });
  render(<SignInDialog />);
  type('ログイン名', ' hanako ');
  type('パスワード', ' 合言葉 です ');
  send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toMatchObject([{ body: { login_name: 'hanako', password: ' 合言葉 です ' } }]);
});

test('after too many failures it is counted down how long to wait, and nothing is sent meanwhile', async () => {
  jest.useFakeTimers();
  const error = '失敗が続いたため、ログインできません。';
  const calls = serve({
    'POST /api/session': () => ({ status: 429, retryAfter: 61, body: { error, errors: [] } }),
  });
  render(<SignInDialog />);
  type('ログイン名', 'hanako');
  type('パスワード', '合言葉');
  send();
  await act(async () => void (await jest.advanceTimersByTimeAsync(0)));
  expect(screen.getByRole('alert').textContent).toBe(error);
  expect(screen.getByRole('timer').textContent).toBe('あと1分1秒お待ちください。');
  send();
  act(() => void jest.advanceTimersByTime(2_000));
  expect(screen.getByRole('timer').textContent).toBe('あと59秒お待ちください。');
  act(() => void jest.advanceTimersByTime(59_000));
  expect(screen.queryByRole('timer')).toBeNull();
  expect(calls).toHaveLength(1);
  jest.useRealTimers();
});

test('without a password nothing is sent', async () => {
  const calls = serve();
  render(<SignInDialog />);
  type('ログイン名', 'hanako');
  send();
  expect((await screen.findByRole('alert')).textContent).toBe('ログイン名とパスワードを入力してください。');
  expect(calls).toEqual([]);
});

test('Caps Lock is told while a password is typed', () => {
  render(<SignInDialog />);
  fireEvent.keyDown(field('パスワード'), { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('Caps Lockがオンです。')).toBeTruthy();
  fireEvent.keyUp(field('パスワード'), { key: 'CapsLock' });
  expect(screen.queryByText('Caps Lockがオンです。')).toBeNull();
});
