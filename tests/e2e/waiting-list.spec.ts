import { expect } from '@playwright/test';
import type { WaitingRecord } from '@wire/waiting-list.js';
import { apiClient, must } from '#tests/support/api-client.js';
import { around, calendarOf, goTo } from './support/calendar.js';
import { acceptAlert, buttonOf, compose, dialogOf, fieldOf, fillForm, press } from './support/controls.js';
import { within } from './support/effort.js';
import { openDesk } from './support/front-desk.js';
import { fillTwins, TWO_SMOKING_MEN } from './support/full-twins.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { aName } from './support/masters.js';
import { BOOKING_EFFORT, bookWaiting, freeTwin, told, toldMoves, wait } from './support/waiting.js';

const FORM = '/reservation-registration';
const ADD = 'Alt+Shift+KeyR';

test.beforeEach(async ({ desk, elsewhere }) => {
  for (const { page } of [desk, elsewhere]) await page.setViewportSize({ width: 1366, height: 768 });
});

const waiting = async (hotel: Hotel, name: string) =>
  (await must(apiClient(hotel.url).get<WaitingRecord[]>('/api/waiting-list'))).find(
    ({ guest_name }) => guest_name === name,
  );

test('a guest for whom there is no room waits, and gets the room that becomes free, by keys', async ({
  hotel,
  desk: { page },
  elsewhere,
}) => {
  const full = await fillTwins(hotel);
  const { stay, second } = full;
  const name = aName('待田 順');
  const dialog = dialogOf(page, 'キャンセル待ちの登録');

  await test.step('部屋検索 finds no room: one key, the name, Enter', async () => {
    await goTo(page, FORM);
    await fillForm(page, { チェックイン日: stay.start, チェックアウト日: stay.end, ...TWO_SMOKING_MEN });
    await buttonOf(page, '部屋検索').click();
    await expect(buttonOf(page, 'キャンセル待ちに登録')).toBeVisible();
    await within(page, { keys: 3, clicks: 0 }, async () => {
      await press(page, ADD);
      await expect(dialog.getByLabel('宿泊者名')).toBeFocused();
      await page.keyboard.type(name);
      await press(page, 'Tab');
      await page.keyboard.type('090-3333-4444');
      await expect(dialog.getByLabel('男性')).toHaveValue('2');
      await expect(dialog.getByLabel('喫煙区分')).toHaveValue('喫煙');
      await press(page, 'Enter');
      await expect(dialog).toHaveCount(0);
    });
    await expect(page.locator('.undo-toast')).toContainText(`キャンセル待ち ${name}様`);
    expect(await waiting(hotel, name)).toMatchObject({
      rooms: [],
      stay_start: stay.start,
      stay_end: stay.end,
    });
    await expect(told(page, name)).toHaveCount(0);
  });

  await test.step('every terminal is told the moment that a room becomes free', async () => {
    await goTo(elsewhere.page, '/', around(stay));
    await freeTwin(hotel, full);
    for (const each of [page, elsewhere.page])
      await expect(told(each, name)).toContainText(`空きあり ${second.number}`);
  });

  await test.step('the list, Enter, the fee, 登録', async () => {
    const there = elsewhere.page;
    await within(there, BOOKING_EFFORT, () => bookWaiting(there, name));
    const cell = calendarOf(there).cell(second.number, stay.start);
    await expect(cell).toHaveAttribute('data-booking-id', /\d/);
    for (const each of [page, there]) await expect(told(each, name)).toHaveCount(0);
    expect(await waiting(hotel, name)).toBeUndefined();
  });
});

test('who was told and did not act finds it in the list; given up by mistake it is taken back', async ({
  hotel,
  desk: { page },
}) => {
  const full = await fillTwins(hotel);
  const name = aName('後田 順');
  await wait(hotel, full, name);
  await openDesk(page);
  await freeTwin(hotel, full);
  await expect(told(page, name)).toBeVisible();
  await told(page, name).getByRole('button', { name: 'あとで' }).click();
  await expect(told(page, name)).toHaveCount(0);

  await page.getByRole('button', { name: /^キャンセル待ち \d+件（空きあり/ }).click();
  const list = dialogOf(page, 'キャンセル待ち');
  const row = list.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(`空きあり ${full.second.number}`);
  // At 200 % nothing is beside the dialog.
  await page.setViewportSize({ width: 683, height: 384 });
  const beside = () =>
    list.evaluate(
      (dialog) =>
        [...dialog.querySelectorAll('*')].filter(
          (each) => each.getBoundingClientRect().right > dialog.getBoundingClientRect().right + 1,
        ).length,
    );
  await expect.poll(beside).toBe(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  await row.getByRole('button', { name: `${name}様 変更` }).click();
  const change = dialogOf(page, 'キャンセル待ちの変更');
  await change.getByLabel('備考').focus();
  // The Enter that takes over converted kana sends nothing.
  await compose(page, 'ゆうがたまでに', '夕方までに電話');
  await expect(change.getByLabel('備考')).toHaveValue('夕方までに電話');
  await press(page, 'Enter');
  await expect(row).toContainText('夕方までに電話');
  await row.getByRole('button', { name: `${name}様 取消` }).click();
  await expect(row).toHaveCount(0);
  await expect(list.locator(':focus')).toHaveCount(1);
  await press(page, 'Escape');
  await expect(list).toHaveCount(0);
  await press(page, 'Control+z');
  await expect.poll(() => waiting(hotel, name)).toMatchObject({ guest_name: name });
});

test('of two terminals that take the same guest the second is told so', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 409/);
  const full = await fillTwins(hotel);
  const name = aName('競田 順');
  const { id } = await wait(hotel, full, name);
  await openDesk(page);
  await freeTwin(hotel, full);
  await told(page, name).getByRole('button', { name: '予約へ進む' }).click();
  await expect(page.getByText(`キャンセル待ちを予約にします: ${name}様`)).toBeVisible();
  const { stay, first } = full;
  const night = { start: stay.start, end: full.change };
  await must(apiClient(hotel.url).put(`/api/booking/${full.guest.id}/cancel`, {}));
  await hotel.book(night, first, {
    guest_name_1: name,
    mens_count: 2,
    guest_name_2: '次郎',
    waiting_entry_id: id,
  });
  await fillForm(page, { チェックイン時間: '15:00', 合計料金: '16000' });
  await press(page, 'Alt+KeyG');
  await acceptAlert(page, 'このキャンセル待ちは、すでに予約になっています。');
});

test('who finds a room only by a move of another is told so, and one step leads to the proposal', async ({
  hotel,
  desk: { page },
  elsewhere,
}) => {
  const full = await fillTwins(hotel);
  const name = aName('動田 順');
  const { guest } = full;
  const locked = (room_move_lock: 0 | 1) =>
    must(apiClient(hotel.url).put(`/api/booking/${guest.id}`, { room_move_lock }));
  await locked(1);
  await wait(hotel, full, name);
  for (const each of [page, elsewhere.page]) await openDesk(each);
  await expect(toldMoves(page, name)).toHaveCount(0);
  await locked(0);
  await expect(toldMoves(page, name)).toContainText('部屋移動1件で空きます');
  await toldMoves(elsewhere.page, name).getByRole('button', { name: 'あとで' }).click();
  await expect(toldMoves(elsewhere.page, name)).toHaveCount(0);
  await toldMoves(page, name).getByRole('button', { name: '移動案を見る' }).focus();
  await press(page, 'Enter');
  const apply = buttonOf(page, '移動して選ぶ').first();
  await expect(apply).toBeFocused();
  await press(page, 'Enter');
  await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
  await fillForm(page, { チェックイン時間: '15:00', 合計料金: '16000' });
  await press(page, 'Alt+KeyG');
  await acceptAlert(page, '予約が登録されました！');
  await expect.poll(() => waiting(hotel, name)).toBeUndefined();
});

test('who only waits, or is only held a room, is erased from there, by keys', async ({
  hotel,
  desk: { page },
}) => {
  const full = await fillTwins(hotel);
  const name = aName('消田 順');
  const { id } = await wait(hotel, full, name);
  const [stay, room] = await hotel.freeStay();
  const held = await must(
    apiClient(hotel.url).post<{ id: number }>('/api/tentative-stays', {
      ...{ room_number: room.number, start_date: stay.start, end_date: stay.end, guest_name: name },
      until: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  );
  const erase = async () => {
    await press(page, 'Enter');
    await page.getByRole('menuitem', { name: '個人情報の削除…' }).focus();
    await press(page, 'Enter');
    const dialog = dialogOf(page, '個人情報の削除');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('button', { name: '1件を削除する' }).focus();
    await press(page, 'Enter');
    await acceptAlert(page, '1件の個人情報を削除しました。', 'お知らせ');
    await expect(dialog).toHaveCount(0);
  };
  await openDesk(page);
  await press(page, 'Alt+Shift+KeyW');
  const list = dialogOf(page, 'キャンセル待ち');
  await list.getByRole('button', { name: `${name}様 その他の操作` }).focus();
  await erase();
  await expect(list.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  await expect(list.locator(':focus')).toHaveCount(1);
  await press(page, 'Escape');

  const calendar = await goTo(page, '/reservation-registration', around(stay));
  await calendar.cell(room.number, stay.start).focus();
  await press(page, 'Enter');
  const dialog = dialogOf(page, `${room.number}号室の仮予約`);
  await dialog.getByRole('button', { name: 'その他の操作' }).focus();
  await erase();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  for (const path of [`tentative-stays/${held.id}`, `waiting-list/${id}`])
    expect((await apiClient(hotel.url).post(`/api/${path}/erasure`, {})).status).toBe(409);
});
