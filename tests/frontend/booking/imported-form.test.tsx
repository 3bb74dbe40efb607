import { day } from '@domain/dates.js';
import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { MessageDialog } from '#frontend/app/MessageDialog.js';
import { NEW_FORM, placeForm, roomChoicesAtom, setField } from '#frontend/booking/form.js';
import { runRoomSearch } from '#frontend/booking/form-actions.js';
import { openImported, resetForm } from '#frontend/booking/open-form.js';
import { ReservationForm } from '#frontend/booking/ReservationForm.js';
import { NEXT_STEP_ID } from '#frontend/imports/after-import.js';
import { queue as failedQueue, takeQueue } from '#frontend/imports/failed-records.js';
import { messageAtom } from '#frontend/shared/dialogs.js';
import { loadHotel } from '#frontend/shared/hotel.js';
import { store } from '#frontend/shared/store.js';
import { roomIdOf } from '#tests/support/builders.js';
import { csvFormData, csvRecord } from '../support/csv-records.js';
import { serve } from '../support/fake-server.js';
import { aFrame, bookingRecord } from '../support/records.js';

const SAVED = { ...bookingRecord({ id: 70 }), mess: '予約が登録されました！' };
const alert = () => screen.findByRole('dialog');
const notice = () => document.querySelector('.imported')?.textContent ?? '';
type Form = ReturnType<typeof csvFormData>;

async function open(form: Form, handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    [`GET /api/fetch-csv-reservation-data/${form.id}`]: () => ({ body: form }),
    'POST /api/booking': () => ({ status: 201, body: SAVED }),
    ...handlers,
  });
  await loadHotel();
  render(
    <MemoryRouter>
      <ReservationForm />
      <MessageDialog />
    </MemoryRouter>,
  );
  await act(async () => void (await openImported(form.id)));
  return calls;
}

async function chooseRoomAndSave() {
  await act(runRoomSearch);
  act(() => setField('roomId', store.get(roomChoicesAtom).found[0]?.roomId ?? null));
  fireEvent.click(screen.getByRole('button', { name: '登録' }));
  await alert();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
}

afterEach(() => {
  store.get(messageAtom)?.settle(true);
  resetForm();
  placeForm(NEW_FORM);
});

test('the form says why the record failed, where it came from and what is noticed about it', async () => {
  const record = csvRecord(
    { id: 31, reason: '定員超過', detail: '3名', warnings: ['金額不一致'] },
    {
      file: { name: 'temairazu_1.csv', line: 12 },
      duplicates: [{ csv_reservation_id: 40, booking_id: 41, site: 'じゃらんnet', booking_number: 'J-9' }],
    },
  );
  await open(csvFormData(record, { group: [30, 31] }));
  for (const text of ['定員超過 3名', 'temairazu_1.csv 12行目', '金額不一致', '2室中2室目'])
    expect(notice()).toContain(text);
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(to('じゃらんnet J-9')).toBe('/reservation-registration/41');
  expect(to('1室目を開く')).toBe('/reservation-registration/30?type=csvReservation');
  expect(to('自動登録の一覧に戻る')).toBe('/auto-registration');
});

test('many duplicates are named once a reservation, and only the first few', async () => {
  const numbers = ['J-1', 'J-1', 'J-2', 'J-3', 'J-4', 'J-5'];
  const duplicates = numbers.map((booking_number, index) => ({
    csv_reservation_id: 40 + index,
    booking_id: null,
    site: 'じゃらんnet',
    booking_number,
  }));
  await open(csvFormData(csvRecord({ id: 30 }, { duplicates })));
  const names = screen.getAllByRole('link', { name: /^じゃらんnet/ }).map(({ textContent }) => textContent);
  expect(names).toEqual(['じゃらんnet J-1', 'じゃらんnet J-2', 'じゃらんnet J-3']);
  expect(notice()).toContain('ほか2件');
});

test('a record whose booking is active amends that booking: its room stays, no search is needed', async () => {
  const record = csvRecord({ id: 32, bookingId: 70, reason: '部屋移動不可', totalFee: 9_900 });
  const form = csvFormData(record, {
    room_id: roomIdOf('1002'),
    borderRoom: '1002',
    booking_version: 6,
    end_day_edge: day('2026-11-25'),
  });
  const calls = await open(form, {
    'PUT /api/booking/70': () => ({ body: bookingRecord({ id: 70, version: 7 }) }),
  });
  expect(screen.getByLabelText('ルームタイプ')).toHaveProperty('value', String(roomIdOf('1002')));
  expect(notice()).toContain('登録すると、1002号室の予約を変更します。');
  act(() => setField('stayEnd', '2026-11-26'));
  fireEvent.blur(screen.getByLabelText('チェックアウト日'));
  expect(screen.getByText('この部屋では 11/25(水) より後にできません。')).toBeTruthy();
  act(() => setField('stayEnd', '2026-11-24'));

  fireEvent.click(screen.getByRole('button', { name: '登録' }));
  expect((await alert()).textContent).toContain('予約が更新されました！');
  const put = calls.find(({ method }) => method === 'PUT');
  expect(put?.headers['If-Match']).toBe('"6"');
  expect(put?.body).toMatchObject({ csv_reservation_id: 32, total_fee: 9_900, room_id: roomIdOf('1002') });
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a record whose booking is gone makes a new one', async () => {
  const calls = await open(csvFormData(csvRecord({ id: 33, bookingId: 71 })));
  await chooseRoomAndSave();
  const post = calls.find(({ method }) => method === 'POST');
  expect(post?.body).toMatchObject({ csv_reservation_id: 33 });
  expect(post?.headers['If-Match']).toBeUndefined();
});

test('after one room is registered the next one that still waits is offered, and has the focus', async () => {
  const others = { 34: 'registered', 36: 'failed', 37: 'failed' } as const;
  const answers = Object.entries(others).map(([id, status]) => [
    `GET /api/fetch-csv-reservation-data/${id}`,
    () => ({ body: csvFormData(csvRecord({ id: Number(id), status })) }),
  ]);
  await open(csvFormData(csvRecord({ id: 35 }), { group: [34, 35, 36, 37] }), Object.fromEntries(answers));
  await chooseRoomAndSave();
  const next = await screen.findByRole('link', { name: '同じ予約の残り2室を続けて登録' });
  expect(next.getAttribute('href')).toBe('/reservation-registration/36?type=csvReservation');
  await waitFor(() => expect(document.activeElement?.id).toBe(NEXT_STEP_ID));
  act(() => resetForm());
  expect(screen.queryByRole('link', { name: '自動登録の一覧に戻る' })).toBeNull();
});

test('次へ leads to the failed record that comes after the one that was registered; with none left it says so', async () => {
  const arriving = (id: number, stayStart: string) =>
    csvRecord({ id, bookingNumber: `Q-${id}`, stayStart: day(stayStart), stayEnd: day('2026-12-31') });
  const queue = [arriving(50, '2026-12-01'), arriving(51, '2026-12-02'), arriving(52, '2026-12-03')];
  const done = csvFormData(queue[1] ?? csvRecord({ id: 51 }));
  const register = async (records: typeof queue) => {
    failedQueue.reset();
    await open(done, { 'GET /api/csv-reservations': () => ({ body: records, position: 10 }) });
    await chooseRoomAndSave();
    await waitFor(() => expect(document.activeElement?.id).toBe(NEXT_STEP_ID));
  };
  const next = () => screen.queryByRole('link', { name: '次へ' })?.getAttribute('href');
  await register(queue);
  expect(next()).toBe('/reservation-registration/52?type=csvReservation');
  expect(document.activeElement?.textContent).toBe('次へ');
  cleanup();
  await register(queue.slice(0, 2));
  expect(next()).toBe('/reservation-registration/50?type=csvReservation');
  cleanup();
  await register(queue.slice(1, 2));
  expect(next()).toBeUndefined();
  expect(notice()).toContain('登録を待っている予約はもうありません。');
});

test('a record without dates opens with empty dates', async () => {
  await open(csvFormData(csvRecord({ id: 38, reason: '日付不正', stayStart: null, stayEnd: null })));
  expect(screen.getByLabelText('チェックイン日')).toHaveProperty('value', '');
});

test('a record that another terminal settles says so', async () => {
  await open(csvFormData(csvRecord({ id: 39 })));
  expect(notice()).not.toContain('他の端末');
  act(() => takeQueue(aFrame(10, 11, { queue: { failed: [], settled: [39] } })));
  expect(notice()).toContain('この自動登録データは他の端末で処理されました。');
});

test('a cancellation is not registered: the form leads to its booking and saves nothing', async () => {
  const record = csvRecord({ id: 43, kind: 'キャンセル', reason: 'チェックイン済みの取消', bookingId: 70 });
  const form = csvFormData(record, { room_id: roomIdOf('1002'), borderRoom: '1002', booking_version: 6 });
  const calls = await open(form);
  expect(notice()).toContain('キャンセルの通知は登録できません。');
  expect(notice()).not.toContain('登録すると');
  expect(screen.getByRole('link', { name: '1002号室の予約を開く' }).getAttribute('href')).toBe(
    '/reservation-registration/70',
  );
  expect(screen.queryByRole('button', { name: '登録' })).toBeNull();
  expect(screen.getByLabelText('宿泊者名').matches(':disabled')).toBe(true);
  fireEvent.keyDown(document, { key: 'Enter', code: 'Enter', ctrlKey: true });
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a cancellation of an unknown number has no booking to go to', async () => {
  await open(csvFormData(csvRecord({ id: 44, kind: 'キャンセル', reason: '元予約なし' })));
  expect(notice()).toContain('キャンセルの通知は登録できません。');
  expect(screen.queryByRole('link', { name: /予約を開く/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'クリア' }).matches(':disabled')).toBe(false);
});

test('a record that was dismissed says why and can be put back, not registered', async () => {
  const record = csvRecord({ id: 45, status: 'dismissed', dismissalReason: '電話で対応' });
  const calls = await open(csvFormData(record), {
    'PUT /api/csv-reservations/45/dismissed': () => ({ body: { id: 45, version: 2, status: 'failed' } }),
  });
  expect(notice()).toContain('この自動登録データは対応済みです。 理由: 電話で対応');
  expect(screen.queryByRole('button', { name: '登録' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '失敗の一覧に戻す' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ is_dismissed: 0 }),
  );
});
