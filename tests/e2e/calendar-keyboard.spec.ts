import { stayText } from '@domain/calendar/stay-text.js';
import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { setTheme, THEMES } from './support/axe.js';
import { focusedCell, goTo, scrollCalendar, showRange } from './support/calendar.js';
import { acceptAlert, buttonOf, dialogOf, fieldOf, fillForm, guest, press } from './support/controls.js';
import { entryOf, menuOf, openGrid, spokenOf, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';

const FORM = '/reservation-registration';
/** Milliseconds that a finger stays on a key: by then the focus may be elsewhere. */
const held = { delay: 80 };

test('the calendar is walked with the keyboard alone, its cells are read out; Enter opens, Escape closes, the focus comes back', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room] = await hotel.freeStay();
  await hotel.book(stay, room, { guest_name_1: '朗読 太郎', nextday_out_flag: 1 });
  const [first, last] = [stay.start, addDays(stay.start, 59)];
  const calendar = await goTo(page, '/', [first, last]);
  await expect(calendar.cell(room.number, stay.start)).toHaveAccessibleName(
    new RegExp(`^${room.number} \\d+/\\d+\\(.\\) 朗読 太郎 1/2泊目 未払い$`),
  );
  await expect(calendar.cell(room.number, addDays(stay.start, 1))).toHaveAccessibleName(
    /2泊目 未払い 翌OUT$/,
  );
  await expect(calendar.cell(room.number, stay.end)).toHaveAccessibleName(/空室$/);
  await expect(calendar.header('total', first)).toHaveAccessibleName(/^合計 .+\) -?\d+・-?\d+・-?\d+$/);

  await press(page, 'Alt+p');
  await expect(fieldOf(page, '開始日')).toBeFocused();
  await press(page, 'Alt+j');
  await expect(page.locator('[role="gridcell"]:focus')).toBeVisible();
  await press(page, 'Alt+j');
  await expect(fieldOf(page, '開始日')).toBeFocused();
  await press(page, 'Alt+j');
  const walk = async (keys: string, where: string | RegExp) => {
    await page.keyboard.press(keys);
    await expect.poll(() => focusedCell(page), { message: keys }).toMatch(where);
  };
  await walk('Control+Home', `date ${first}`);
  await calendar.cell('1001', first).focus();
  await walk('ArrowRight', `1001 ${addDays(first, 1)}`);
  await walk('ArrowDown', `1002 ${addDays(first, 1)}`);
  await walk('ArrowLeft', `1002 ${first}`);
  await walk('ArrowUp', `1001 ${first}`);
  await walk('ArrowUp', `corporate_non_smoking ${first}`);
  await walk('ArrowDown', `1001 ${first}`);
  await walk('End', `1001 ${last}`);
  await expect(calendar.cell('1001', last)).toBeInViewport();
  await walk('PageDown', new RegExp(`^[5-9]\\d\\d ${last}$`));
  await walk('PageUp', `1001 ${last}`);
  await walk('Home', `1001 ${first}`);
  await walk('Control+End', `216 ${last}`);
  await expect(calendar.cell('216', last)).toBeInViewport();

  await press(page, 'Home');
  await scrollCalendar(calendar, 0);
  await calendar.cell(room.number, stay.start).focus();
  await page.keyboard.press('Enter', held);
  await expect(dialogOf(page)).toContainText('朗読 太郎');
  await expect(buttonOf(page, '閉じる')).toBeFocused();
  // The keys of the screens wait while a dialog is open.
  await press(page, 'Alt+o', '?');
  await expect(dialogOf(page)).toHaveCount(1);
  await expect(page).toHaveURL('/');
  await press(page, 'Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(calendar.cell(room.number, stay.start)).toBeFocused();
  await showRange(page, addDays(hotel.today, -40), addDays(hotel.today, 40));
  await press(page, 'Alt+j', 'Home');
  await walk('t', new RegExp(`^\\d+ ${hotel.today}$`));
});

test('with keys alone a booking begins on free nights, is led to other days and rooms, and changes places with another', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room, other] = await hotel.freeStay();
  const { cell, roomHead } = await openGrid(page, stay);
  const last = addDays(stay.end, -1);

  await test.step('Enter begins a booking of one night, M and Shift with arrows one of more', async () => {
    await cell(other.number, stay.start).focus();
    await press(page, 'Enter');
    await expect(fieldOf(page, 'チェックイン時間')).toBeFocused();
    await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(addDays(stay.start, 1));
    await cell(room.number, stay.start).focus();
    await press(page, 'm', 'Shift+ArrowRight', 'Enter');
    await expect(fieldOf(page, 'チェックアウト日')).toHaveValue(stay.end);
    await expect(fieldOf(page, 'ルームタイプ').locator('option:checked')).toContainText(room.number);
    await fillForm(page, guest('鍵盤 二'));
    await press(page, 'Control+Enter');
    await acceptAlert(page, '登録');
  });
  const id = Number(await cell(room.number, last).getAttribute('data-booking-id'));

  await test.step('Escape and leaving give up', async () => {
    await cell(room.number, last).focus();
    await press(page, 'm', 'ArrowRight', 'ArrowDown');
    await expect(wordsOf(page)).toContainText('やめて元に戻す');
    await press(page, 'Escape');
    await expect(wordsOf(page)).toBeHidden();
    await expect.poll(() => focusedCell(page)).toBe(`${room.number} ${last}`);
    await press(page, 'm', 'ArrowRight');
    await expect(wordsOf(page)).toBeVisible();
    await fieldOf(page, '予約者名').focus();
    await expect(wordsOf(page)).toBeHidden();
  });

  const target = { start: addDays(stay.start, 1), end: addDays(stay.end, 2) };
  await test.step('moved, lengthened and shortened', async () => {
    await cell(room.number, stay.start).focus();
    await press(page, 'm', 'ArrowRight', 'Shift+ArrowRight', 'Control+ArrowLeft', 'Control+ArrowRight');
    await expect(wordsOf(page)).toContainText(`鍵盤 二 ${room.number} ${stayText(target)}`);
    await expect(spokenOf(page)).toContainText('置けます。');
    expect(await hotel.booking(id)).toMatchObject({ version: 1 });
    await press(page, 'Enter');
    await expect(cell(room.number, addDays(stay.end, 1))).toHaveAttribute('data-booking-id', String(id));
    await expect(cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
    await expect.poll(() => focusedCell(page)).toBe(`${room.number} ${target.start}`);
  });

  await test.step('exchanged', async () => {
    const { id: otherId } = await hotel.book(target, other, { guest_name_1: '鍵盤 三' });
    await expect(cell(other.number, target.start)).toHaveAttribute('data-booking-id', String(otherId));
    const rowOf = async (number: string) => Number(await roomHead(number).getAttribute('aria-rowindex'));
    const down = (await rowOf(other.number)) - (await rowOf(room.number));
    await press(page, 'm', ...Array<string>(down).fill('ArrowDown'), 'ArrowRight');
    await expect(spokenOf(page)).toContainText('鍵盤 三 の予約が入っています。');
    await press(page, 'Enter', 'ArrowLeft');
    await expect(wordsOf(page)).toContainText(`部屋の交換 ${room.number} 鍵盤 二 ⇔ ${other.number} 鍵盤 三`);
    await press(page, 'Enter');
    await expect(cell(room.number, target.start)).toHaveAttribute('data-booking-id', String(otherId));
    await expect(cell(other.number, target.start)).toHaveAttribute('data-booking-id', String(id));
  });

  await test.step('the menu is opened and walked, and the focus comes back', async () => {
    const at = `${other.number} ${target.start}`;
    await cell(other.number, target.start).focus();
    await press(page, 'Shift+F10');
    await expect(entryOf(page, '開く')).toBeFocused();
    await press(page, 'Escape');
    await expect(menuOf(page)).toBeHidden();
    await expect.poll(() => focusedCell(page)).toBe(at);
    await press(page, 'ContextMenu');
    await expect(entryOf(page, '開く')).toBeFocused();
    await press(page, 'ArrowUp');
    await expect(entryOf(page, '予約取消…')).toBeFocused();
    await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
    await expect(entryOf(page, '部屋・日付を動かす')).toBeFocused();
    await press(page, 'Enter');
    await expect(wordsOf(page)).toBeVisible();
    await expect.poll(() => focusedCell(page)).toBe(at);
    await press(page, 'Escape');
  });
});

test('? opens the sheet of all keys; buttons show theirs, letters with Alt do what they do, and whatever has the focus shows it', {
  tag: '@long',
}, async ({ desk: { page } }) => {
  await goTo(page, FORM);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await press(page, '?');
  const sheet = dialogOf(page, 'キー操作一覧');
  await expect(sheet).toBeVisible();
  const places = await sheet
    .locator('dl')
    .evaluateAll((lists) =>
      lists.map((list) => [...list.querySelectorAll('dd')].map((name) => name.textContent)),
    );
  expect(places.flat()).toEqual(expect.arrayContaining(['部屋検索', '登録・更新', '今日の列', '印刷']));
  for (const names of places) expect(names).toEqual([...new Set(names)]);
  const searchKeys = sheet.locator('dl > div', { hasText: '部屋検索' }).locator('kbd');
  expect(await searchKeys.allInnerTexts()).toEqual(['Alt', 'R']);
  await press(page, 'Escape');
  await expect(sheet).toBeHidden();
  await expect(buttonOf(page, '登録')).toHaveAttribute('aria-keyshortcuts', 'Alt+G Control+Enter');
  await expect(buttonOf(page, '登録').locator('kbd')).toHaveText('Alt+G');

  await fieldOf(page, '備考').focus();
  await press(page, '?');
  await expect(fieldOf(page, '備考')).toHaveValue('?');
  for (const key of ['Alt+g', 'Control+Enter', 'Alt+r']) {
    await press(page, key);
    await expect(dialogOf(page, '入力内容にエラーがあります'), key).toBeVisible();
    await press(page, 'Escape');
    await expect(dialogOf(page), key).toBeHidden();
  }
  await press(page, 'Alt+n');
  await expect(fieldOf(page, '備考')).toHaveValue('');
  await press(page, 'Alt+k');
  const opener = fieldOf(page, 'チェックイン日');
  await expect(opener).toBeFocused();
  await press(page, 'Alt+ArrowDown');
  await expect(dialogOf(page, '日付の選択')).toBeVisible();
  await press(page, 'ArrowRight', 'Escape');
  await expect(opener).toBeFocused();

  await test.step('keys of an input method, of a held key and of AltGr are not taken', async () => {
    const isTaken = (init: KeyboardEventInit & { keyCode?: number }) =>
      page.evaluate((extra) => {
        const event = new KeyboardEvent('keydown', {
          code: 'KeyL',
          altKey: true,
          cancelable: true,
          ...extra,
        });
        return !document.dispatchEvent(event);
      }, init as object);
    expect(await isTaken({ key: 'Process', isComposing: true })).toBe(false);
    expect(await isTaken({ key: 'Process', keyCode: 229 })).toBe(false);
    expect(await isTaken({ key: 'l', repeat: true })).toBe(false);
    expect(await isTaken({ key: '@', ctrlKey: true })).toBe(false);
    expect(await isTaken({ key: '¬' })).toBe(true);
    await expect(buttonOf(page, '印刷')).toBeVisible();
  });

  await goTo(page, FORM);
  for (const theme of THEMES) {
    await setTheme(page, theme);
    await press(page, 'Alt+k');
    const hidden: string[] = [];
    const seen = new Set<string>();
    for (let stops = 0; stops < 60 && !seen.has('gridcell'); stops++) {
      await press(page, 'Tab');
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
    expect(hidden, theme).toEqual([]);
  }
  await setTheme(page, 'light');
});
