import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { focusedCell, tabTo } from './support/keyboard.js';

const BLANK = '/reservation-registration';
const SHEET = 'キー操作一覧';

test('? opens the sheet of all keys, not while something is typed; the focus comes back', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await openScreen(page, BLANK);
  await page.keyboard.press('?');
  const sheet = dialogOf(page, SHEET);
  await expect(sheet).toBeVisible();
  const names = await sheet.locator('dd').allInnerTexts();
  expect(names).toEqual(expect.arrayContaining(['部屋検索', '登録・更新', '今日の列', '印刷']));
  expect(new Set(names).size).toBe(names.length);
  const searchKeys = sheet.locator('dl > div', { hasText: '部屋検索' }).locator('kbd');
  expect(await searchKeys.allInnerTexts()).toEqual(['Alt', 'R']);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await fieldOf(page, '備考').focus();
  await page.keyboard.press('?');
  await expect(fieldOf(page, '備考')).toHaveValue('?');
  await expect(sheet).toBeHidden();

  await buttonOf(page, SHEET).focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(buttonOf(page, SHEET)).toBeFocused();
});

test('buttons show their keys, and keep their names', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, BLANK);
  for (const [name, keys, hint] of [
    ['部屋検索', 'Alt+R', 'Alt+R'],
    ['登録', 'Alt+G Control+Enter', 'Alt+G'],
    ['クリア', 'Alt+N', 'Alt+N'],
  ] as const) {
    await expect(buttonOf(page, name)).toHaveAttribute('aria-keyshortcuts', keys);
    await expect(buttonOf(page, name).locator('kbd')).toHaveText(hint);
  }
  await buttonOf(page, 'クリア').hover();
  await expect(page.getByRole('tooltip')).toHaveText('クリア（Alt+N）');
});

test('letters with Alt do what their buttons do', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  const { keyboard } = page;
  await openScreen(page, '/');
  await keyboard.press('Alt+p');
  await expect(fieldOf(page, '開始日')).toBeFocused();
  await keyboard.press('Alt+j');
  await expect(page.locator('[role="gridcell"]:focus')).toBeVisible();
  await keyboard.press('Alt+j');
  await expect(fieldOf(page, '開始日')).toBeFocused();

  await keyboard.press('Alt+o');
  await expect(buttonOf(page, '登録')).toBeVisible();
  for (const press of ['Alt+g', 'Control+Enter', 'Alt+r']) {
    await keyboard.press(press);
    await expect(dialogOf(page, '入力内容にエラーがあります'), press).toBeVisible();
    await keyboard.press('Escape');
    await expect(dialogOf(page), press).toBeHidden();
  }
  await fillForm(page, { 備考: '消える' });
  await keyboard.press('Alt+n');
  await expect(fieldOf(page, '備考')).toHaveValue('');
  await keyboard.press('Alt+l');
  await expect(buttonOf(page, '印刷')).toBeVisible();
});

test('keys wait while a dialog is open, an input method composes or a key is held down', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { grid } = await openScreen(page, '/');
  await grid.locator('[data-booking-id]').first().click();
  await expect(dialogOf(page, '予約詳細')).toBeVisible();
  await page.keyboard.press('Alt+o');
  await page.keyboard.press('?');
  await expect(dialogOf(page)).toHaveCount(1);
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();

  const press = (extra: Omit<KeyboardEventInit, 'view'>) =>
    page.evaluate((init) => {
      const event = new KeyboardEvent('keydown', { code: 'KeyL', altKey: true, cancelable: true, ...init });
      return !document.dispatchEvent(event);
    }, extra);
  expect(await press({ key: 'Process', isComposing: true })).toBe(false);
  expect(await press({ key: 'Process', keyCode: 229 })).toBe(false);
  expect(await press({ key: 'l', repeat: true })).toBe(false);
  expect(await press({ key: '@', ctrlKey: true })).toBe(false);
  expect(await press({ key: '¬' })).toBe(true);
});

test('T goes to today’s column', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  await openScreen(page, '/');
  await showRange(page, addDays(hotel.today, -40), addDays(hotel.today, 40));
  await page.keyboard.press('Alt+j');
  await page.keyboard.press('Home');
  await page.keyboard.press('t');
  expect(await focusedCell(page)).toMatch(new RegExp(`^\\d+ ${hotel.today}$`));
  await showRange(page, addDays(hotel.today, 1), addDays(hotel.today, 40));
  await page.keyboard.press('Alt+j');
  await page.keyboard.press('Home');
  await page.keyboard.press('t');
  expect(await focusedCell(page)).toMatch(new RegExp(`^\\d+ ${addDays(hotel.today, 1)}$`));
});

test('whatever has the focus shows it, in both themes', async ({ openTerminal }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openTerminal({ colorScheme });
    await openScreen(page, BLANK);
    const hidden: string[] = [];
    const seen = new Set<string>();
    for (let stops = 0; stops < 60 && !seen.has('gridcell'); stops++) {
      await page.keyboard.press('Tab');
      const [name, shown] = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const label = element.getAttribute('role') ?? element.id ?? '';
        const looks = [element, element.parentElement?.querySelector('.bp6-control-indicator')];
        const isShown = looks.some((look) => {
          if (!look) return false;
          const { outlineStyle, outlineWidth, opacity } = getComputedStyle(look);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0';
        });
        return [label || (element.textContent ?? ''), isShown] as const;
      });
      seen.add(name);
      if (!shown) hidden.push(name);
    }
    expect(seen).toContain('gridcell');
    expect(hidden, colorScheme).toEqual([]);
  }
});

test('Escape closes the date picker and a tooltip, and the focus is where it was', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal();
  await openScreen(page, BLANK);
  const opener = buttonOf(page, 'カレンダーから選ぶ').first();
  await page.keyboard.press('Alt+k');
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, '日付の選択')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await tabTo(page, buttonOf(page, '部屋検索'));
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
});

test('each alert gives the focus back to where it was then', async ({ openTerminal }) => {
  const { page } = await openTerminal();
  const { firstDay, lastDay } = await openScreen(page, '/');
  for (const field of [lastDay, firstDay]) {
    await lastDay.fill('2026-01-01');
    await firstDay.fill('2026-01-02');
    await field.focus();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toContainText('終了日は開始日より後の日付を選択してください。');
    await expect(buttonOf(page, 'OK')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await expect(field).toBeFocused();
  }
});

test('cells are read out with their room, date and guest', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { guest_name_1: '朗読 太郎', nextday_out_flag: 1 });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/');
  await showRange(page, stay.start, stay.end);
  const said = (date: string) =>
    calendar.grid.getByRole('gridcell', { name: new RegExp(`^${room.number} ${date}`) });
  const [first, second, free] = [0, 1, 2].map((days) => {
    const [, month, day] = addDays(stay.start, days).split('-').map(Number);
    return `${month}/${day}\\(.\\) `;
  });
  await expect(said(`${first}朗読 太郎 1/2泊目 未払い$`)).toHaveCount(1);
  await expect(said(`${second}朗読 太郎 2/2泊目 未払い 翌OUT$`)).toHaveCount(1);
  await expect(said(`${free}空室$`)).toHaveCount(1);
  await expect(calendar.header('total', stay.start)).toHaveAccessibleName(/^合計 .+\) -?\d+・-?\d+・-?\d+$/);
  await expect(calendar.header('weekday', stay.start)).toHaveAccessibleName(/^曜日 /);
});
