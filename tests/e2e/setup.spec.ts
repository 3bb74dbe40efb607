import { addDays, monthOf } from '@domain/dates.js';
import { test as base, expect, type Page } from '@playwright/test';
import type { HotelRecord } from '@wire/hotel-record.js';
import { apiClient } from '../support/api-client.js';
import { spawnServer } from '../support/server.js';
import { workbookOf } from '../support/workbook.js';
import { setTheme, THEMES, violations } from './support/axe.js';
import { calendarOf } from './support/calendar.js';
import {
  acceptAlert,
  answer,
  buttonOf,
  chooseFile,
  enterBooking,
  fieldOf,
  press,
} from './support/controls.js';
import { deskOf } from './support/front-desk.js';
import { type OpenTerminal, useTerminals } from './support/terminal.js';

const test = base.extend<{ url: string; openTerminal: OpenTerminal }>({
  // The product over a folder that is not there yet.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  url: async ({}, use) => {
    const server = await spawnServer({ PORT: '0', SAMPLE_DATA: '0' });
    await use(server.url);
    await server.close();
  },
  openTerminal: ({ browser, url }, use) => useTerminals(browser, url, use),
});

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '開業準備のステップ' }).getByRole('button', { name });
const room = (page: Page, number: string) => page.locator(`[data-planned="${number}"]`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** No rule is broken in either theme. */
async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await setTheme(page, theme);
    expect.soft(await violations(page, '.setup', theme), theme).toEqual([]);
  }
  await setTheme(page, 'light');
}

test('a hotel from an empty folder to its first check-in, step by step, on two terminals', async ({
  url,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { page: other } = await openTerminal();
  const band = page.getByRole('status').filter({ hasText: '準備中' });
  await other.goto('/');
  await page.goto('/');

  await test.step('an empty hotel welcomes with five steps instead of an empty calendar', async () => {
    await expect(heading(page, 'ホテル')).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(band).toBeVisible();
    await expect(step(page, 'ホテル')).toContainText('次はここ');
    await fieldOf(page, 'ホテル名').fill('北の宿');
    await press(page, 'Enter');
    await expect(step(page, 'ホテル')).toContainText('完了');
    await expect(step(other, 'ホテル')).toContainText('完了');
    await expect(other.locator('.hotel-name')).toHaveText('北の宿');
  });

  await test.step('rooms by pattern, painted by pointer and key, for a year at once', async () => {
    await buttonOf(page, '次へ：部屋').click();
    await expect(heading(page, '部屋')).toBeFocused();
    const text = page.getByLabel('部屋番号の並び');
    await text.fill('2〜4階、01〜05、本館を除く');
    await expect(page.getByText('1行目の12文字目: 「本館を除く」が読み取れません。')).toBeVisible();
    await text.fill('２～４階、０１～０６、０４を除く');
    await expect(page.getByText('15室')).toBeVisible();
    // Also where no other screen has brought its styles.
    await expect(page.locator('.month-field')).toHaveCSS('width', '108px');
    await page.getByRole('radio', { name: '喫煙', exact: true }).check();
    await buttonOf(page, '2階をすべて塗る').click();
    await page.getByRole('radio', { name: 'ツイン', exact: true }).check();
    await room(page, '401').hover();
    await page.mouse.down();
    await room(page, '403').hover();
    await page.mouse.up();
    await room(page, '305').focus();
    await press(page, 'Shift+ArrowRight', 'ArrowUp', 'Enter');
    for (const number of ['401', '403', '305', '306', '406']) {
      await expect(room(page, number)).toHaveAccessibleName(`${number} ツイン`);
    }
    await expect(room(page, '201')).toHaveAccessibleName('201 シングル 喫煙');
    await expectAccessible(page);
    await buttonOf(page, '内容を確認').click();
    await expect(page.getByText('新規195件・変更0件')).toBeVisible();
    await expect(buttonOf(page, '登録する')).toBeFocused();
    await press(page, 'Enter');
    await expect(step(page, '部屋')).toContainText('15室');
    await expect(step(other, '部屋')).toContainText('15室');
  });

  await test.step('masters on one click, and a step left for later', async () => {
    await buttonOf(page, '次へ：マスタ').click();
    await buttonOf(page, 'よく使う支払方法をまとめて登録').click();
    await expect(step(page, 'マスタ')).toContainText('支払方法6件');
    await expect(page.getByRole('cell', { name: '現金', exact: true }).first()).toBeVisible();
    await buttonOf(page, '次へ：データ移行').click();
    await buttonOf(page, '後回しにする').click();
    await expect(step(other, 'データ移行')).toContainText('後回し');
    await buttonOf(page, '後回しにする').click();
    await expect(calendarOf(page).grid).toBeVisible();
    await expect(step(other, '開始の確認')).toContainText('後回し');
    await expect(band).toBeVisible();
  });

  const { today } = (await apiClient(url).get<HotelRecord>('/api/hotel')).body;
  const tomorrow = addDays(today, 1);

  await test.step('on the other terminal what was left is taken up, and the old bookings move in', async () => {
    await step(other, 'データ移行').click();
    await buttonOf(other, '後回しをやめる').click();
    await buttonOf(other, 'データ移行を開く').click();
    const rows = ['201', '202'].map((number) => [
      `Y${number}`,
      '引越 太郎 様',
      number,
      tomorrow,
      '1泊',
      '済',
    ]);
    const header = ['予約番号', '宿泊者名', '部屋番号', 'チェックイン日', '泊数', '精算'];
    const buffer = await workbookOf({ 表紙: [['旧システム']], 予約: [header, ...rows] });
    await chooseFile(other, () => other.getByRole('button', { name: /^ファイルを選択/ }).click(), {
      name: '旧台帳.xlsx',
      mimeType: 'application/octet-stream',
      buffer,
    });
    await expect(heading(other, '旧台帳(予約).csv')).toBeVisible();
    await press(other, 'Alt+r');
    await expect(other.getByRole('tab', { name: '移行できる 2' })).toBeVisible();
    await press(other, 'Alt+g');
    await answer(other, '2件の予約を移行します。', 'OK');
    await expect(other.getByRole('tab', { name: '移行済み 2' })).toBeVisible();
    await page.goto('/setup');
    await expect(step(page, 'データ移行')).toContainText('2件');
    await step(page, '開始の確認').click();
    await buttonOf(page, '後回しをやめる').click();
  });

  await test.step('the old system beside it: what differs is told, on any terminal', async () => {
    await page.getByText('旧システムの日別の表を貼り付ける').click();
    await page.locator('#old-figures').fill(`日付\t総室数\t稼働\n${today}\t15\t1\n${tomorrow}\t15室\t2泊`);
    await buttonOf(page, '2日分を表に入れる').click();
    await buttonOf(page, '旧システムの数字を保存').click();
    await expect(page.getByText('入力した2日のうち、1日が違います。')).toBeVisible();
    await expectAccessible(page);
    await other.goto('/setup');
    await expect(other.locator('[data-different]')).toHaveCount(1);
    await expect(other.locator('[data-different]').getByRole('link')).toHaveAttribute(
      'href',
      `/front-desk?date=${today}`,
    );
  });

  await test.step('the hotel opens, and the band goes everywhere', async () => {
    await buttonOf(page, '開業する').click();
    await answer(page, '旧システムと違う日が1日あります', '開業する');
    await expect(page.getByText('に開業しました。')).toBeVisible();
    await expect(band).toHaveCount(0);
    await expect(other.getByText('に開業しました。')).toBeVisible();
    await page.getByRole('link', { name: '予約一覧へ' }).click();
    const heads = calendarOf(page).grid.locator('[role="rowheader"][data-room]');
    await expect(heads.first()).toContainText('401');
    await expect(heads.last()).toContainText('206');
  });

  await test.step('the first guest is booked and checked in', async () => {
    await press(page, 'Alt+o');
    await expect(fieldOf(page, 'チェックイン時間')).toHaveAttribute('placeholder', '例: 15:00');
    const stay = { start: today, end: addDays(today, 1) };
    await enterBooking(page, stay, '301', '初宿 太郎');
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '登録');
    await press(page, 'F4');
    const desk = deskOf(page);
    await desk.rows.first().focus();
    const panel = page.getByRole('complementary', { name: '予約の内容' });
    await press(page, 'Enter');
    await expect(panel.getByRole('button', { name: '入金してチェックイン' })).toBeFocused();
    await press(page, 'Enter');
    await expect(panel.getByRole('radio', { name: '現金' })).toBeFocused();
    await press(page, 'Enter');
    await expect(desk.rows.first()).toContainText('到着済');
    const nights = await apiClient(url).get<{ checkin_date: string }[]>(
      `/api/bookings?start_date=${monthOf(today)}&end_date=${today}`,
    );
    expect(nights.body.map(({ checkin_date }) => checkin_date)).toEqual([today]);
  });
});
