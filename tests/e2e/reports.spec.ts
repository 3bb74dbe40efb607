import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, addMonths, lastDayOf, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { openReports, reportOf, reportsOf, textsOf } from './support/reports.js';

const percent = (share: number | null) => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);
const yen = (value: number | null) => (value === null ? '—' : `¥${value.toLocaleString('en-US')}`);

test('the tab shows this month: tiles, charts and tables say what the server reports', async ({
  hotel,
  openTerminal,
}) => {
  const month = monthOf(hotel.today);
  const { total, slices, categories, sources } = await reportOf(hotel, month, lastDayOf(month));
  const { page } = await openTerminal();
  await page.goto('/');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^レポート/ })
    .click();
  await expect(page).toHaveURL('/reports');
  const screen = reportsOf(page);
  await expect(screen.period('今月')).toHaveAttribute('aria-pressed', 'true');
  await expect(screen.tile('稼働率')).toContainText(percent(total.occupancy));
  await expect(screen.tile('売上')).toContainText(yen(total.revenue));
  await expect(screen.tile('ADR')).toContainText(yen(total.adr));
  await expect(screen.tile('RevPAR')).toContainText(yen(total.revpar));

  const drawn = (name: string) => screen.chart(name).locator('.chart-bar');
  await expect(drawn('稼働率')).toHaveCount(slices.filter(({ occupancy }) => occupancy !== null).length);
  const [first] = slices;
  await drawn('稼働率').first().hover();
  await expect(screen.chart('稼働率').locator('.chart-tip')).toContainText(
    `${dayText(first?.first ?? month)}${percent(first?.occupancy ?? null)}`,
  );
  await drawn('カテゴリ別の稼働率').first().hover();
  await expect(screen.chart('カテゴリ別の稼働率').locator('.chart-tip')).toContainText(
    percent(categories[0]?.occupancy ?? null),
  );
  await expect(screen.chart('稼働率').locator('.chart-tip')).toHaveCount(0);
  for (const name of ['売上', 'ADR', 'RevPAR', '取消率', 'リードタイム', 'リードタイムの分布']) {
    await expect(screen.chart(name).locator('svg')).toBeVisible();
  }

  const [, ...rows] = await textsOf(screen.table('期間ごとの数値'));
  expect(rows.map((row) => row.slice(0, 7))).toEqual(
    [...slices.map((slice) => [dayText(slice.first), slice] as const), ['合計', total] as const].map(
      ([head, figures]) => [
        head,
        String(figures.rooms.toLocaleString('en-US')),
        String(figures.nights.toLocaleString('en-US')),
        percent(figures.occupancy),
        yen(figures.revenue),
        yen(figures.adr),
        yen(figures.revpar),
      ],
    ),
  );
  await page.getByRole('tab', { name: 'カテゴリ別' }).click();
  const byCategory = await textsOf(screen.table('カテゴリ別の数値'));
  expect(byCategory.slice(1, -1).map((row) => row[4])).toEqual(categories.map(({ revenue }) => yen(revenue)));
  await page.getByRole('tab', { name: '予約媒体別' }).click();
  const bySource = await textsOf(screen.table('予約媒体別の数値'));
  expect(bySource.slice(1, -1).map((row) => [row[0], row[2]])).toEqual(
    sources.map(({ source, occupancy }) => [source, percent(occupancy)]),
  );
});

test('what another terminal books is in the figures within the second', async ({ hotel, openTerminal }) => {
  const stay = hotel.nextStay();
  const search = `?start_date=${stay.start}&end_date=${addDays(stay.end, -1)}`;
  const [room] = await hotel.freeRooms(stay);
  const { total } = await reportOf(hotel, stay.start, addDays(stay.end, -1));
  const { page } = await openTerminal();
  const screen = await openReports(page, search);
  await expect(screen.tile('売上')).toContainText(yen(total.revenue));
  const { id } = await hotel.book(stay, room, { total_fee: 12_345 });
  await expect(screen.tile('売上')).toContainText(yen(total.revenue + 12_345));
  await expect(screen.tile('到着').locator('strong')).toHaveText(String(total.arrivals + 1));
  await hotel.cancel(id);
  await expect(screen.tile('売上')).toContainText(yen(total.revenue));
});

test('periods, days, units and comparison are chosen, stand in the address and survive a reload', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const screen = await openReports(page);
  const month = monthOf(hotel.today);
  await screen.period('先月').click();
  await expect(page).toHaveURL('/reports?period=last-month');
  await expect(screen.first).toHaveValue(addMonths(month, -1));
  await expect(screen.last).toHaveValue(addDays(month, -1));
  await page.getByLabel('単位').selectOption('週別');
  await page.getByLabel('比較').selectOption('前年同期');
  await expect(page).toHaveURL('/reports?period=last-month&by=week&compare=year');
  await page.reload();
  const before = await reportOf(hotel, addMonths(month, -13), lastDayOf(addMonths(month, -13)), 'week');
  await expect(screen.tile('稼働率')).toContainText(`前年同期 ${percent(before.total.occupancy)}`);

  await screen.first.fill('11/3');
  await screen.first.press('Enter');
  await expect(screen.first).toHaveValue(/-11-03$/);
  await expect(screen.period('先月')).toHaveAttribute('aria-pressed', 'false');
  await screen.last.fill('いつか');
  await screen.last.press('Tab');
  await expect(screen.last).toHaveValue(/^\d{4}-\d\d-\d\d$/);

  await page.getByLabel('比較').selectOption('比較なし');
  await expect(page.locator('.report-before')).toHaveCount(0);
  await page.goBack();
  await expect(page.locator('.report-before').first()).toBeVisible();
});

test('everything goes with the keyboard: periods, steps, days, tables and back', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { keyboard } = page;
  await openScreen(page, '/');
  await keyboard.press('F9');
  const screen = reportsOf(page);
  await expect(screen.tile('稼働率')).toBeVisible();
  for (const [key, name] of [
    ['1', '今日'],
    ['2', '今週'],
    ['4', '先月'],
    ['5', '今年'],
    ['3', '今月'],
  ] as const) {
    await keyboard.press(key);
    await expect(screen.period(name)).toHaveAttribute('aria-pressed', 'true');
  }
  const month = monthOf(hotel.today);
  await keyboard.press('Alt+PageUp');
  await expect(screen.first).toHaveValue(addMonths(month, -1));
  await keyboard.press('Alt+PageDown');
  await keyboard.press('Alt+PageDown');
  await expect(screen.first).toHaveValue(addMonths(month, 1));
  await keyboard.press('Alt+p');
  await expect(screen.first).toBeFocused();
  await keyboard.type('1');
  await expect(screen.first).toHaveValue('1');
  await keyboard.press('Escape');
  await keyboard.press('Control+a');
  await keyboard.type(hotel.today);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`start_date=${hotel.today}`));
  await keyboard.press('Alt+j');
  await expect(screen.tables).toBeFocused();
  await keyboard.press('Alt+j');
  await expect(screen.first).toBeFocused();
  await keyboard.press('Alt+j');
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(screen.table('リードタイムの分布')).toBeVisible();
});

test('the figures are saved as a file, with the button and with its key', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  await openReports(page, `?start_date=${hotel.today}&end_date=${addDays(hotel.today, 1)}`);
  const name = `レポート_日別_${hotel.today}_${addDays(hotel.today, 1)}.csv`;
  for (const save of [() => buttonOf(page, 'CSV').click(), () => page.keyboard.press('Alt+u')]) {
    const answering = page.waitForResponse(/\/api\/reports\.csv\?/);
    const saving = page.waitForEvent('download');
    await save();
    const disposition = (await (await answering).headerValue('content-disposition')) ?? '';
    expect(decodeURIComponent(disposition)).toContain(`filename*=UTF-8''${name}`);
    const download = await saving;
    const text = (await (await download.createReadStream()).toArray()).join('');
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^,${hotel.today},${hotel.today},\\d+,`));
  }
});

test('a report is put on paper with its tables and charts, in light colours, and nothing else', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  const screen = await openReports(page);
  await page.keyboard.press('Alt+i');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).not.toHaveClass(/bp6-dark/);
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(screen.period('今月')).toBeHidden();
  await expect(page.getByText('サンプルホテル レポート')).toBeVisible();
  await expect(screen.table('期間ごとの数値')).toBeVisible();
  const width = await screen.chart('稼働率').locator('svg').first().getAttribute('width');
  expect(Number(width)).toBeLessThanOrEqual(520);
  await page.emulateMedia({ media: null });
});

test('a failure says why; the figures can be read again', async ({ openTerminal }) => {
  const { page, allowError } = await openTerminal();
  allowError(/status of 500|ApiError|reports/);
  await page.route('**/api/reports?*', (route) =>
    route.fulfill({ status: 500, json: { error: '読めません。', errors: [] } }),
  );
  await page.goto('/reports');
  await expect(page.getByRole('alert')).toContainText('読めません。');
  await page.unroute('**/api/reports?*');
  await buttonOf(page, 'もう一度読み込む').click();
  await expect(reportsOf(page).tile('稼働率')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
});
