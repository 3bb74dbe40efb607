import { day } from '@domain/dates.js';
import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ReservationForm } from '../../../frontend/form/ReservationForm.js';
import { messageAtom } from '../../../frontend/state/dialogs.js';
import { formAtom, NEW_FORM, roomChoicesAtom, setField } from '../../../frontend/state/form.js';
import { runRoomSearch } from '../../../frontend/state/form-actions.js';
import { loadHotel } from '../../../frontend/state/hotel.js';
import { loadMasters } from '../../../frontend/state/masters.js';
import { openBooking } from '../../../frontend/state/open-form.js';
import { store } from '../../../frontend/state/store.js';
import { MessageDialog } from '../../../frontend/ui/MessageDialog.js';
import { serve } from '../support/fake-server.js';
import { bookingRecord } from '../support/records.js';

// The global one: calls of an imported one are not moved before the imports.
declare const jest: typeof import('@jest/globals').jest;
jest.mock('../../../frontend/live/live-connection.js', () => ({
  openLive: () => ({ activity() {}, reconnect() {}, close() {} }),
}));

const SAVED = { ...bookingRecord({ id: 7 }), mess: '予約が登録されました！' };
const button = (name: string) => screen.getByRole('button', { name });
const alert = () => screen.findByRole('dialog');

function fill() {
  setField('stayStart', '1121');
  setField('stayEnd', '+2');
  setField('mensCount', 1);
  setField('checkinTime', '15');
  setField('reserverName', '山田太郎');
  setField('guestName1', '山田太郎');
  setField('totalFee', '８，０００');
}

/** Everything a new booking needs, the room found by 部屋検索. */
async function fillAndSearch() {
  fill();
  await runRoomSearch();
  const [room] = store.get(roomChoicesAtom).found;
  setField('roomId', room?.roomId ?? null);
}

async function show() {
  await loadHotel();
  render(
    <MemoryRouter>
      <ReservationForm />
      <MessageDialog />
    </MemoryRouter>,
  );
}

afterEach(() => {
  cleanup();
  store.get(messageAtom)?.settle(true);
  store.set(formAtom, NEW_FORM);
});

test('a blank form shows every message in one alert; Enter on OK leads to the first wrong field', async () => {
  serve();
  await show();
  fireEvent.click(button('登録'));
  const dialog = await alert();
  expect(within(dialog).getByText('入力内容にエラーがあります')).toBeTruthy();
  expect(dialog.querySelector('.message-text')?.textContent?.split('\n')).toEqual([
    '宿泊者名は2文字以上で入力してください。',
    '予約者名は2文字以上で入力してください。',
    '宿泊人数を選択してください。',
    'ルームタイプを選択してください。',
    'チェックイン日を入力してください。',
    'チェックアウト日を入力してください。',
    'チェックイン時間を入力してください。',
    '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。',
  ]);
  expect(document.activeElement?.textContent).toBe('OK');
  fireEvent.click(button('OK'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('チェックイン日')));
});

test('a new booking cannot be saved before the room search was run for what the form says', async () => {
  const calls = serve();
  await show();
  await act(fillAndSearch);
  act(() => setField('womensCount', 1));
  fireEvent.click(button('登録'));
  expect((await alert()).textContent).toContain('「部屋検索」が行われていません。');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('what is wrong is told at a field that was left, but of the room only on save', async () => {
  serve();
  await show();
  for (const label of ['ルームタイプ', 'チェックイン時間']) fireEvent.blur(screen.getByLabelText(label));
  expect(screen.getByLabelText('チェックイン時間').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('ルームタイプ').getAttribute('aria-invalid')).toBeNull();
});

test('a doubled submit books once, and the form is blank afterwards', async () => {
  const calls = serve({ 'POST /api/booking': () => ({ status: 201, body: SAVED }) });
  await show();
  await act(fillAndSearch);
  fireEvent.click(button('登録'));
  fireEvent.submit(screen.getByRole('form'));
  expect((await alert()).textContent).toContain('予約が登録されました！');
  const posts = calls.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(1);
  expect(posts[0]?.body).toMatchObject({ stay_start: '2026-11-21', stay_end: '2026-11-23', total_fee: 8000 });
  expect(posts[0]?.headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest' });
  expect(screen.getByLabelText('予約者名')).toHaveProperty('value', '');
});

test('a failed save tells the server’s words, keeps the form, and repeats its key when tried again', async () => {
  const calls = serve({
    'POST /api/booking': () => ({
      status: 409,
      body: { error: '選択した部屋は指定された期間に既に予約されています。' },
    }),
  });
  await show();
  await act(fillAndSearch);
  fireEvent.click(button('登録'));
  expect((await alert()).textContent).toContain('選択した部屋は指定された期間に既に予約されています。');
  fireEvent.click(button('OK'));
  expect(screen.getByLabelText('予約者名')).toHaveProperty('value', '山田太郎');
  fireEvent.click(button('登録'));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
  const keys = calls
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('an edit says which version it changes', async () => {
  const booking = {
    ...bookingRecord({ id: 7, version: 4, stayStart: day('2026-11-21') }),
    start_day_edge: null,
    end_day_edge: null,
    borderRoom: '1001',
  };
  const calls = serve({
    'GET /api/fetch-reservation-data/7': () => ({ body: booking }),
    'PUT /api/booking/7': () => ({ body: { ...booking, version: 5 } }),
  });
  await show();
  await act(() => openBooking(7));
  expect(screen.getByRole('heading').textContent).toBe('編集中: 1001 山田太郎 11/21(土)～11/23(月) 2泊');
  fireEvent.click(button('更新'));
  expect((await alert()).textContent).toContain('予約が更新されました！');
  expect(calls.find(({ method }) => method === 'PUT')?.headers['If-Match']).toBe('"4"');
  expect(screen.getByRole('heading', { name: '新規予約' })).toBeTruthy();
});

test('a listed guest is asked about: declining saves nothing, accepting saves the entry', async () => {
  const calls = serve({
    'GET /api/blacklist': () => ({ body: [{ id: 3, guest_name: '山田太郎', tel: null }] }),
    'POST /api/booking': () => ({ status: 201, body: SAVED }),
  });
  await loadMasters(['blacklist']);
  await show();
  await act(fillAndSearch);
  fireEvent.click(button('登録'));
  expect((await alert()).textContent).toContain(
    'ブラックリストに登録されている宿泊者です。予約登録を続行しますか？',
  );
  fireEvent.click(button('キャンセル'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(button('登録'));
  await alert();
  fireEvent.click(button('OK'));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
  const [post] = calls.filter(({ method }) => method === 'POST');
  expect(post?.body).toMatchObject({ blacklist_id: 3 });
});

test('the Enter that takes over converted kana does not send the form', async () => {
  serve();
  await show();
  const input = screen.getByLabelText('予約者名');
  const goesOn = (init: object) => fireEvent.keyDown(input, { key: 'Enter', ...init });
  expect(goesOn({ isComposing: true })).toBe(false);
  expect(goesOn({ keyCode: 229 })).toBe(false);
  expect(goesOn({ keyCode: 13 })).toBe(true);
});
