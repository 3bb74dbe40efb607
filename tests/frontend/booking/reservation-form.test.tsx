import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ChangeFrame } from '@wire/live.js';
import { chosenRoomAtom, roomChoicesAtom, setField } from '#frontend/booking/form.js';
import { openBlank, openBooking } from '#frontend/booking/open-form.js';
import type { RoomOption } from '#frontend/booking/room-options.js';
import { unansweredWritesAtom } from '#frontend/shared/api/unanswered-writes.js';
import { takeFrame } from '#frontend/shared/calendar-data/calendar.js';
import { loadMasters } from '#frontend/shared/masters.js';
import { store } from '#frontend/shared/store.js';
import { SAVE_RULES } from '#tests/cases/save-rules.js';
import { deferred, serve } from '../support/fake-server.js';
import { fillAndSearch } from '../support/fill-form.js';
import { aFrame, bookingRecord, formBooking, roomRecords } from '../support/records.js';
import { alert, button, CREATED, leave, postsAmong, red, show, type } from './shown-form.js';

const REQUIRED = ['チェックイン日', 'ルームタイプ', 'チェックイン時間', '予約者名', '宿泊者名'];

test('a field that is left as it was is not told of; one that was left with something wrong in it is', async () => {
  serve();
  await show();
  for (const label of REQUIRED) leave(label);
  expect(red()).toEqual([]);
  type('宿泊者名', '山');
  expect(red()).toEqual([]);
  leave('宿泊者名');
  expect(red()).toEqual(['guestName1']);
  expect(screen.getByText('宿泊者名は2文字以上で入力してください。')).toBeTruthy();
  type('宿泊者名', '山田');
  expect(red()).toEqual([]);
});

test('after a refused save every broken field is red until it is mended', async () => {
  serve();
  await show();
  fireEvent.click(button('登録'));
  await alert();
  fireEvent.click(button('OK'));
  const broken = ['stayStart', 'stayEnd', 'mensCount', 'roomId', 'checkinTime', 'reserverName', 'guestName1'];
  expect(red()).toEqual(broken);
  type('宿泊者名', '山田太郎');
  fireEvent.change(screen.getByLabelText('男性'), { target: { value: '1' } });
  expect(red()).toEqual(broken.filter((field) => field !== 'guestName1' && field !== 'mensCount'));
  act(() => openBlank());
  expect(red()).toEqual([]);
});

test('what the server refuses is told, red until something else stands there, and another write when tried again', async () => {
  const room = { code: 'overlap', field: 'room_id', message: SAVE_RULES.overlap.message };
  const wrong = { code: 'invalid', field: 'tel', message: '電話番号に使用できない文字が含まれています。' };
  const error = `${room.message}\n${wrong.message}`;
  const calls = serve({
    'POST /api/booking': () => ({ status: 422, body: { error, errors: [room, wrong] } }),
  });
  await show();
  await act(() => fillAndSearch());
  fireEvent.click(button('登録'));
  expect((await alert()).textContent).toContain(room.message);
  fireEvent.click(button('OK'));
  await waitFor(() => expect(red()).toEqual(['roomId', 'tel']));
  expect(screen.getByText(wrong.message)).toBeTruthy();
  fireEvent.click(button('登録'));
  await waitFor(() => expect(postsAmong(calls)).toHaveLength(2));
  fireEvent.click(within(await alert()).getByRole('button', { name: 'OK' }));
  type('電話番号', '09000000001');
  expect(red()).toEqual(['roomId']);
  type('チェックアウト日', '2026-11-24');
  expect(screen.queryByText(room.message)).toBeNull();

  const [first, second] = postsAmong(calls);
  expect(first?.body).toMatchObject({ stay_start: '2026-11-21', stay_end: '2026-11-23', total_fee: 8000 });
  expect(first?.headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest' });
  expect(first?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.headers['Idempotency-Key']).not.toBe(first?.headers['Idempotency-Key']);
});

test('a room that the server refused for a stay is red no more when its booking is given other days', async () => {
  const message = SAVE_RULES.overlap.message;
  const overlap = { code: 'overlap', field: 'room_id', message };
  serve({
    'GET /api/fetch-reservation-data/7': () => ({
      body: formBooking({ id: 7, stayStart: day('2026-11-21') }),
    }),
    'PUT /api/booking/7': () => ({ status: 422, body: { error: message, errors: [overlap] } }),
  });
  await show();
  await act(() => openBooking(7));
  type('備考', '高層階');
  for (const [label, other] of [
    ['チェックアウト日', '2026-11-24'],
    ['チェックイン日', '2026-11-22'],
  ] as const) {
    fireEvent.click(button('更新'));
    fireEvent.click(within(await alert()).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(red()).toContain('roomId'));
    type(label, other);
    expect(red()).toEqual([]);
  }
});

test('nothing is told on the form that is blank after a save', async () => {
  serve({ 'POST /api/booking': () => CREATED });
  await show();
  await act(() => fillAndSearch());
  screen.getByLabelText('宿泊者名').focus();
  fireEvent.submit(screen.getByRole('form'));
  await alert();
  fireEvent.click(button('OK'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('チェックイン日')));
  for (const label of REQUIRED) leave(label);
  expect(red()).toEqual([]);
});

test('an edit says which version it changes', async () => {
  const booking = formBooking({ id: 7, version: 4, stayStart: day('2026-11-21') });
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

/** The first room of the search is chosen, and then another terminal changes something. */
async function chooseThen(change: (room: RoomOption) => Partial<ChangeFrame>) {
  await act(() => fillAndSearch());
  const room = store.get(roomChoicesAtom).current[0] ?? store.get(roomChoicesAtom).found[0];
  if (!room) throw new Error('the search found no room');
  act(() => takeFrame(aFrame(10, 11, change(room))));
  return room;
}
const roomField = () => screen.getByLabelText('ルームタイプ');
const errorOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

const elsewhere = {
  id: 70,
  guestName1: '佐藤花子',
  stayStart: day('2026-11-22'),
  stayEnd: day('2026-11-24'),
};

test('a chosen room that another terminal books is told at its field, with the next ones, until it is free again', async () => {
  serve();
  await show();
  const { roomNumber } = await chooseThen((room) => ({
    bookings: [bookingRecord({ ...elsewhere, roomNumber: room.roomNumber })],
  }));
  expect(roomField().getAttribute('aria-invalid')).toBe('true');
  expect(errorOf(roomField())).toBe(
    `${roomNumber}には11/22(日)～11/24(火) 佐藤花子の予約が入りました。別の部屋を選んでください。`,
  );
  const next = within(screen.getByRole('group', { name: '次の候補' })).getAllByRole('button');
  expect(next.map(({ textContent }) => textContent)).toEqual(['1002']);

  const cancelled = { ...elsewhere, roomNumber, version: 2, status: 'cancelled' as const };
  const frame = aFrame(11, 12, { bookings: [bookingRecord(cancelled)] });
  act(() => takeFrame(frame));
  expect(roomField().getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByRole('group', { name: '次の候補' })).toBeNull();
});

test('the next room is chosen by its button', async () => {
  serve();
  await show();
  await chooseThen(({ roomNumber }) => ({ bookings: [bookingRecord({ ...elsewhere, roomNumber })] }));
  fireEvent.click(button('1002'));
  expect(store.get(chosenRoomAtom)).toBe('1002');
  expect(roomField().getAttribute('aria-invalid')).toBeNull();
  expect(document.activeElement).toBe(roomField());
});

test('a chosen room that becomes 予約不可 is told as well', async () => {
  serve();
  await show();
  const { roomNumber } = await chooseThen((room) => ({
    rooms: roomRecords(room.roomNumber).map((month) => ({ ...month, reservable_status: '予約不可' })),
  }));
  expect(errorOf(roomField())).toBe(`${roomNumber}は予約不可の部屋です。別の部屋を選んでください。`);
});

test('the booking that is just being saved takes its room from nobody', async () => {
  const saved = deferred<typeof CREATED>();
  const calls = serve({ 'POST /api/booking': () => saved.promise });
  await show();
  await act(() => fillAndSearch());
  const roomNumber = store.get(chosenRoomAtom) ?? '';
  fireEvent.click(button('登録'));
  await waitFor(() => expect(postsAmong(calls)).toHaveLength(1));
  const frame = aFrame(11, 12, { bookings: [bookingRecord({ ...elsewhere, roomNumber })] });
  act(() => takeFrame(frame));
  expect(roomField().getAttribute('aria-invalid')).toBeNull();
  saved.resolve(CREATED);
  await alert();
});

test.each([
  { guestName1: '佐藤花子', told: true },
  { guestName1: '山田太郎', told: false },
])(
  'beside a save that was not answered, a booking of $guestName1 takes the room: $told',
  async ({ guestName1, told }) => {
    serve();
    await show();
    const lost = { method: 'POST', path: '/api/booking', body: '{}', version: null, key: 'unanswered' };
    store.set(unansweredWritesAtom, [lost]);
    await chooseThen(({ roomNumber }) => ({
      bookings: [bookingRecord({ ...elsewhere, roomNumber, guestName1 })],
    }));
    expect(roomField().getAttribute('aria-invalid')).toBe(told ? 'true' : null);
  },
);

test('予約取消 and 自動登録失敗に戻す name the booking, and the focus is on what changes nothing', async () => {
  const stay = { stayStart: day('2026-12-14'), stayEnd: day('2026-12-17'), guestName1: '山田太郎' };
  const booking = { ...formBooking({ id: 7, ...stay }), imported_record_id: 3 };
  serve({ 'GET /api/fetch-reservation-data/7': () => ({ body: booking }) });
  await show();
  await act(() => openBooking(7));
  for (const name of ['予約取消', '自動登録失敗に戻す']) {
    fireEvent.click(button(name));
    const question = await alert();
    expect(question.textContent).toContain('1001 山田太郎 12/14(月)～12/17(木) 3泊');
    const close = within(question).getByRole('button', { name: '閉じる' });
    expect(document.activeElement).toBe(close);
    fireEvent.click(close);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('自動登録失敗に戻す is offered wherever 予約取消 is; a refusal is shown in its own words', async () => {
  const error = '自動登録の予約ではないため、戻せません。';
  serve({
    'GET /api/fetch-reservation-data/7': () => ({ body: formBooking({ id: 7 }) }),
    'PUT /api/booking/7/return-temairazu': () => ({ body: { response: false, error } }),
  });
  await show();
  await act(() => openBooking(7));
  expect(button('予約取消')).toBeTruthy();
  fireEvent.click(button('自動登録失敗に戻す'));
  fireEvent.click(within(await alert()).getByRole('button', { name: '自動登録失敗に戻す' }));
  await screen.findByText(error);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('a new stay that costs nothing or is over is asked about once, with all reasons, and saved only then', async () => {
  const calls = serve({ 'POST /api/booking': () => CREATED });
  await show();
  await act(() => fillAndSearch({ stayStart: '2026-11-17', stayEnd: '2026-11-20', totalFee: '0' }));
  fireEvent.click(button('登録'));
  const question = await alert();
  expect(question.querySelector('.message-text')?.textContent?.split('\n')).toEqual([
    '宿泊期間が過去の日付です。',
    '合計料金が0円です。',
    'このまま登録しますか？',
  ]);
  expect(question.textContent).toContain('1001 山田太郎 11/17(火)～11/20(金) 3泊\n合計料金: ¥0');
  expect(document.activeElement?.textContent).toBe('やめる');
  fireEvent.click(button('やめる'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(postsAmong(calls)).toEqual([]);
  fireEvent.click(button('登録'));
  await alert();
  fireEvent.click(button('OK'));
  await waitFor(() => expect(postsAmong(calls)).toHaveLength(1));
});

const TYPED = {
  reserverNameKana: 'やまだ　たろう',
  guestName1Kana: 'ﾔﾏﾀﾞ ﾀﾛｳ',
  guestName1: '　山田太郎 ',
  tel: '０９０－１１１１ー２２２２',
  bookingNumber: 'ＲＹ－００１ ',
} as const;

test.each([
  ['the button', () => fireEvent.click(button('登録'))],
  ['a native submit', () => fireEvent.submit(screen.getByRole('form'))],
  ['Ctrl+Enter', () => fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true })],
  ['Alt+G', () => fireEvent.keyDown(document.body, { key: 'g', code: 'KeyG', altKey: true })],
])('what was typed is saved tidied by %s, and held against the blacklist so', async (_way, saves) => {
  const calls = serve({
    'GET /api/blacklist': () => ({ body: [{ id: 3, guest_name: 'ヤマダ タロウ', tel: '09011112222' }] }),
    'POST /api/booking': () => CREATED,
  });
  await loadMasters(['blacklist']);
  await show();
  await act(() => fillAndSearch(TYPED));
  saves();
  expect((await alert()).textContent).toContain('ブラックリストに登録されている宿泊者です。');
  fireEvent.click(button('続行する'));
  await waitFor(() => expect(postsAmong(calls)).toHaveLength(1));
  expect(postsAmong(calls)[0]?.body).toMatchObject({
    reserver_name_kana: 'ヤマダ タロウ',
    guest_name1_kana: 'ヤマダ タロウ',
    guest_name_1: '山田太郎',
    tel: '090-1111-2222',
    booking_number: 'RY-001',
    blacklist_id: 3,
  });
});

const ENTERED = {
  宿泊者名2: ['髙橋 花子', { guest_name_2: '髙橋 花子' }],
  予約者名: ['見本 花子', { reserver_name: '見本 花子' }],
  '予約者名(カナ)': ['ミホン ハナコ', { reserver_name_kana: 'ミホン ハナコ' }],
  宿泊者名: ['髙橋 一郎', { guest_name_1: '髙橋 一郎' }],
  '宿泊者名(カナ)': ['タカハシ イチロウ', { guest_name1_kana: 'タカハシ イチロウ' }],
  チェックイン時間: ['21:10', { checkin_time: '21:10' }],
  利用目的: ['観光', { purpose: '観光' }],
  予約媒体: ['電話', { booking_source: '電話' }],
  備考: ['高層階希望\n領収書は会社宛', { notes: '高層階希望\n領収書は会社宛' }],
  利用ポイント: ['300', { csv_notes: '300' }],
  合計料金: ['12800', { total_fee: 12_800 }],
  予約番号: ['K-2611', { booking_number: 'K-2611' }],
  電話番号: ['090-0000-1234', { tel: '090-0000-1234' }],
  支払方法: ['5', { payment_type: 5 }],
} as const;
const FLAGS = { 翌OUT: 'nextday_out_flag', クーポン: 'coupon', 部屋移動不可: 'room_move_lock' };

test('every field is saved as it was entered', async () => {
  const calls = serve({
    'GET /api/corporate_master': () => ({
      body: [{ id: 3, corporate_short_name: '商事', corporate_flag: 0 }],
    }),
    'GET /api/payment_master': () => ({ body: [{ id: 5, payment_name: '現金', is_retired: 0 }] }),
    'GET /api/rooms': (url) => {
      const month = Number(url.searchParams.get('year_month')?.slice(5, 7));
      const twins = roomRecords('1001').map((room) => ({ ...room, room_type: 'ツイン' }));
      return { body: twins.filter((room) => room.month === month), position: 10 };
    },
    'POST /api/booking': () => CREATED,
  });
  await loadMasters(['corporate', 'payment']);
  await show();
  act(() => setField('womensCount', 1));
  type('法人', '3');
  await act(() => fillAndSearch());
  for (const [label, [text]] of Object.entries(ENTERED)) type(label, text);
  for (const flag of Object.keys(FLAGS)) fireEvent.click(screen.getByLabelText(flag));
  fireEvent.click(button('登録'));
  await alert();
  const { body } = postsAmong(calls)[0] ?? {};
  for (const [label, [, saved]] of Object.entries(ENTERED)) {
    const fields = Object.fromEntries(
      Object.keys(saved).map((name) => [name, (body as Record<string, unknown>)[name]]),
    );
    expect([label, fields]).toEqual([label, saved]);
  }
  for (const name of Object.values(FLAGS)) expect(body).toHaveProperty(name, 1);
  const others = { mens_count: 1, womens_count: 1, stay_start: '2026-11-21', stay_end: '2026-11-23' };
  expect(body).toMatchObject({ ...others, corporateID: 3, blacklist_id: -1 });
});
