import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { around, calendarOf, focusedCell, goTo } from './support/calendar.js';
import {
  acceptAlert,
  buttonOf,
  chooseRoom,
  compose,
  dialogOf,
  enterBooking,
  fieldOf,
  fillForm,
  press,
  pressUntil,
  roomOptions,
  searchRooms,
  tabTo,
} from './support/controls.js';
import { test } from './support/hotel.fixture.js';

const BLANK = '/reservation-registration';
const aside = (page: Page) => page.getByRole('status').filter({ hasText: '入力途中' });
const editing = (page: Page) => page.getByRole('heading', { name: '編集中' });

test('with the keyboard alone a guest is registered, changed and cancelled', async ({
  hotel,
  desk: { page },
}) => {
  const { keyboard } = page;
  const { start } = hotel.nextStay();
  await goTo(page, '/');
  await press(page, 'Alt+o');
  await expect(buttonOf(page, '部屋検索')).toBeVisible();
  await press(page, 'Alt+k');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await keyboard.type(start.replaceAll('-', '/'));
  await tabTo(page, fieldOf(page, 'チェックアウト日'));
  await keyboard.type('+2');
  await tabTo(page, fieldOf(page, '男性'));
  await keyboard.type('1');
  await press(page, 'Alt+r');
  await expect(roomOptions(page).nth(1)).toBeAttached();
  await expect(fieldOf(page, 'ルームタイプ')).toBeFocused();
  const room = (await roomOptions(page).nth(1).innerText()).match(/^\d+/)?.[0] ?? '';
  await keyboard.type(room);
  await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(room);
  for (const [label, text] of [
    ['チェックイン時間', '1530'],
    ['予約者名', '鍵盤 花子'],
    ['宿泊者名', '鍵盤 花子'],
    ['合計料金', '8000'],
  ] as const) {
    await tabTo(page, fieldOf(page, label));
    await press(page, 'Control+a');
    await keyboard.type(text);
  }
  await tabTo(page, buttonOf(page, '登録'));
  await press(page, 'Enter');
  await acceptAlert(page, '登録');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  const saved = (await hotel.bookings(start, start)).find(({ guest_name_1 }) => guest_name_1 === '鍵盤 花子');
  expect(saved).toMatchObject({ stay_end: addDays(start, 2), checkin_time: '15:30', total_fee: 8000 });
  const id = Number(saved?.id);

  await test.step('changed, found in the calendar', async () => {
    await press(page, 'Alt+p');
    await expect(fieldOf(page, '開始日')).toBeFocused();
    await press(page, 'Control+a');
    await keyboard.type(start);
    await press(page, 'Enter');
    await expect(calendarOf(page).header('total', addDays(start, -1))).toBeHidden();
    const cell = `${room} ${start}`;
    await press(page, 'Alt+j', 'Control+Home');
    await pressUntil(page, 'ArrowDown', async () => (await focusedCell(page)) === cell);
    await press(page, 'Enter');
    await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
    await expect(editing(page)).toContainText(room);
    await press(page, 'Escape');
    await expect.poll(() => focusedCell(page)).toBe(cell);
    await press(page, 'Alt+k');
    await tabTo(page, fieldOf(page, '備考'));
    await keyboard.type('朝刊希望');
    await press(page, 'Control+Enter');
    await acceptAlert(page, '予約が更新されました！');
    expect(await hotel.booking(id)).toMatchObject({ version: 2, notes: '朝刊希望' });
    await press(page, 'Alt+j');
    await expect.poll(() => focusedCell(page)).toBe(cell);
    await press(page, 'Enter');
    await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  });

  await test.step('cancelled', async () => {
    await tabTo(page, buttonOf(page, '予約取消'));
    await press(page, 'Enter');
    const asked = dialogOf(page, '予約取消の確認');
    await expect(asked.getByRole('button', { name: '閉じる' })).toBeFocused();
    await tabTo(page, asked.getByRole('button', { name: '予約取消' }));
    await press(page, 'Enter');
    await acceptAlert(page, '予約がキャンセルされました');
    await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
    expect((await hotel.booking(id)).is_cancelled).toBe(1);
  });

  await test.step('Enter that takes over converted kana stays in the field, the next one leaves it', async () => {
    await goTo(page, BLANK);
    await fieldOf(page, '宿泊者名').focus();
    await compose(page, 'やまだ', '山田');
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('山田');
    await expect(dialogOf(page)).toBeHidden();
    await press(page, 'Enter');
    await expect(fieldOf(page, '宿泊者名(カナ)')).toBeFocused();
    await expect(dialogOf(page)).toBeHidden();
  });
});

test('a click on the tab 予約登録 leads to チェックイン日, from another screen and on this one', async ({
  desk: { page },
}) => {
  const tab = page.getByRole('navigation', { name: '画面' }).getByRole('link', { name: '予約登録' });
  await goTo(page, '/');
  await tab.click();
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
  await fieldOf(page, '備考').focus();
  await tab.click();
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
});

test('guests in a row have their kana; another screen leaves search and room; the calendar shows what was saved', async ({
  hotel,
  desk: { page },
}) => {
  const { stay, names } = {
    stay: hotel.nextStay(),
    names: [
      ['たかはし', '高橋'],
      ['さとう', '佐藤'],
    ] as const,
  };
  await goTo(page, BLANK);
  for (const [kana, name] of names) {
    await searchRooms(page, stay);
    const last = (await roomOptions(page).last().innerText()).match(/^\d+/)?.[0] ?? '';
    await chooseRoom(page, last);
    for (const label of ['予約者名', '宿泊者名']) {
      await fieldOf(page, label).focus();
      await press(page, 'Control+a');
      await compose(page, kana, name);
    }
    const katakana = kana === 'さとう' ? 'サトウ' : 'タカハシ';
    await expect(fieldOf(page, '予約者名(カナ)')).toHaveValue(katakana);
    await expect(fieldOf(page, '宿泊者名(カナ)')).toHaveValue(katakana);
    await fillForm(page, { チェックイン時間: '15:00', 合計料金: '8000' });
    await press(page, 'F4');
    await expect(page.getByRole('heading', { level: 1, name: 'フロント' })).toBeAttached();
    await press(page, 'Alt+o');
    await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(last);
    await press(page, 'Alt+g');
    await acceptAlert(page, '予約が登録されました！');
    const saved = (await hotel.bookings(stay.start, stay.start)).find((one) => one.guest_name_1 === name);
    await expect(calendarOf(page).night(Number(saved?.id)).first()).toBeInViewport();
    await expect(aside(page).filter({ hasText: name })).toHaveCount(0);
  }
});

test('what was typed outlives a reload and a crash; a save whose answer was lost is not done twice', {
  tag: '@long',
}, async ({ hotel, openTerminal }) => {
  const [stay, room, free] = await hotel.freeStay();
  const { id } = await hotel.book(stay, room, { guest_name_1: '番地 一郎' });
  const { page, allowError } = await openTerminal();
  allowError(/ERR_FAILED|サーバーに接続できません/);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const calendar = await goTo(page, BLANK, around(stay));
  await fillForm(page, { 宿泊者名: '新規 太郎' });
  await calendar.cell(room.number, stay.start).click();
  await expect(page).toHaveURL(`${BLANK}/${id}`);
  await fillForm(page, { 備考: '変更の途中' });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(editing(page)).toContainText(`${room.number} 番地 一郎`);
  await expect(fieldOf(page, '備考')).toHaveValue('変更の途中');
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  await expect(aside(page)).toContainText('新規 太郎');

  const next = await page.context().newPage();
  next.on('dialog', (dialog) => void dialog.accept());
  await goTo(next, BLANK);
  await expect(fieldOf(next, '宿泊者名')).toHaveValue('');
  await expect(aside(next)).toBeHidden();
  await page.close();
  await next.reload();
  await expect(aside(next)).toContainText('新規 太郎 の新規予約');
  await buttonOf(next, '入力に戻る').click();
  await expect(fieldOf(next, '宿泊者名')).toHaveValue('新規 太郎');

  await enterBooking(next, stay, free.number, '返事 なし');
  await next.route('**/api/booking', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await buttonOf(next, '登録').click();
  await acceptAlert(next, 'サーバーに接続できません');
  await next.unroute('**/api/booking');
  await next.reload();
  await expect(fieldOf(next, '宿泊者名')).toHaveValue('返事 なし');
  await buttonOf(next, '登録').click();
  await acceptAlert(next, '登録');
  const booked = await hotel.bookings(stay.start, stay.start);
  expect(booked.filter(({ guest_name_1 }) => guest_name_1 === '返事 なし')).toHaveLength(1);
});
