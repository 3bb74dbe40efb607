import { addDays } from '@domain/dates.js';
import { test as base, expect, type Page } from '@playwright/test';
import type { HotelRecord } from '@wire/hotel-record.js';
import { apiClient } from '#tests/support/api-client.js';
import { spawnServer } from '#tests/support/server.js';
import { setTheme, THEMES, violations } from './support/axe.js';
import { calendarOf, goTo, visit } from './support/calendar.js';
import {
  acceptAlert,
  answer,
  buttonOf,
  chooseFile,
  enterBooking,
  findBoxOf,
  press,
} from './support/controls.js';
import { doneOf, roomsTable } from './support/masters.js';
import { type OpenTerminal, useTerminals } from './support/terminal.js';

const test = base.extend<{ url: string; openTerminal: OpenTerminal }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  url: async ({}, use) => {
    const server = await spawnServer({ PORT: '0', SAMPLE_DATA: '0' });
    await use(server.url);
    await server.close();
  },
  openTerminal: ({ browser, url }, use) => useTerminals(browser, url, use),
});

const LONG = '離れ 楓と紅葉の見える露天風呂付き';
const planned = (page: Page, number: string) => page.locator(`[data-planned="${number}"]`);

test('a small house of 桜, 別館1 and A-01 is set up, booked, found, arranged and moved into', async ({
  url,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { today } = (await apiClient(url).get<HotelRecord>('/api/hotel')).body;
  const stay = { start: today, end: addDays(today, 1) };
  const heads = calendarOf(page).grid.locator('[role="rowheader"][data-room]');
  const order = () => heads.evaluateAll((all) => all.map((head) => (head as HTMLElement).dataset.room));

  await test.step('set up: the rooms without a floor lie beneath the floors, and are painted by key', async () => {
    await page.goto('/setup');
    await page
      .getByRole('navigation', { name: '開業準備のステップ' })
      .getByRole('button', { name: '部屋' })
      .click();
    await page.getByLabel('部屋番号の並び').fill(`桜、別館1、Ａ－０１、101、1201、${LONG}`);
    await expect(page.getByText('6室')).toBeVisible();
    await expect(planned(page, '桜')).toBeVisible();
    await page.getByRole('radio', { name: 'ツイン', exact: true }).check();
    await planned(page, '桜').focus();
    await press(page, 'Enter', 'ArrowRight', 'ArrowRight');
    await expect(planned(page, 'A-01')).toBeFocused();
    await press(page, 'Shift+ArrowLeft');
    for (const number of ['桜', '別館1', 'A-01']) {
      await expect(planned(page, number)).toHaveAccessibleName(`${number} ツイン`);
    }
    await page.getByRole('radio', { name: 'シングル', exact: true }).check();
    await buttonOf(page, 'その他をすべて塗る').click();
    await expect(planned(page, '桜')).toHaveAccessibleName('桜 シングル');
    for (const theme of THEMES) {
      await setTheme(page, theme);
      expect.soft(await violations(page, '.setup', theme), theme).toEqual([]);
    }
    await setTheme(page, 'light');
    await buttonOf(page, '内容を確認').click();
    await expect(buttonOf(page, '登録する')).toBeFocused();
    await press(page, 'Enter');
    await expect(page.getByRole('button', { name: /部屋.*6室/ })).toBeVisible();
  });

  await test.step('booked and found by the room', async () => {
    await visit(page, '/reservation-registration');
    await enterBooking(page, stay, '桜', '花見 太郎');
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '登録');
    const find = findBoxOf(page);
    await find.type('桜');
    await expect(find.options).toHaveCount(1);
    await expect(find.options.first()).toContainText('花見 太郎');
    await press(page, 'Escape');
  });

  await test.step('arranged by dragging and by key, seen in the calendar, taken back', async () => {
    await goTo(page, '/reservation-status');
    expect(await order()).toEqual(['1201', '101', '桜', '別館1', 'A-01', LONG]);
    // Read whole; one that is longer than a calendar has room for ends within its head.
    const cut = await heads.evaluateAll((all) =>
      all.flatMap((head) => {
        const number = head.querySelector('.room-number') as HTMLElement;
        const isWithin = number.getBoundingClientRect().right <= head.getBoundingClientRect().right;
        return isWithin && number.scrollWidth <= number.clientWidth ? [] : [[number.textContent, isWithin]];
      }),
    );
    expect(cut).toEqual([[LONG, true]]);
    await visit(page, '/masters');
    const { grid } = roomsTable(page);
    const name = (number: string) => grid.locator(`[data-number="${number}"] .room-name`);
    await name('A-01').dragTo(name('1201'));
    await expect(doneOf(page)).toContainText('A-01号室を1番目にしました。');
    await expect(grid.getByText('並べた順')).toBeVisible();
    await grid.locator('[data-number="桜"] [data-column="number"]').focus();
    await press(page, 'Alt+ArrowUp', 'Alt+ArrowUp');
    await expect(doneOf(page)).toContainText('桜を2番目にしました。');
    await expect(grid.locator('[data-number="桜"] [data-column="number"]')).toBeFocused();
    await goTo(page, '/reservation-status');
    expect(await order()).toEqual(['A-01', '桜', '1201', '101', '別館1', LONG]);
  });

  await test.step('moved into by file', async () => {
    await visit(page, '/move-in');
    const row = (number: string, guest: string) => `${number},${guest},${addDays(today, 3)},1泊,済`;
    const lines = [
      '部屋番号,宿泊者名,チェックイン日,泊数,精算',
      row('桜の間', '移行 一'),
      row('別館１', '移行 二'),
      row('ａ‐０１号室', '移行 三'),
    ];
    await chooseFile(page, () => page.getByRole('button', { name: /^ファイルを選択/ }).click(), {
      name: '旧台帳.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });
    await expect(page.getByRole('heading', { level: 2, name: '旧台帳.csv' })).toBeVisible();
    await press(page, 'Alt+r');
    await expect(page.getByRole('tab', { name: '移行できる 3' })).toBeVisible();
    await press(page, 'Alt+g');
    await answer(page, '3件の予約を移行します。', 'OK');
    await expect(page.getByRole('tab', { name: '移行済み 3' })).toBeVisible();
  });
});
