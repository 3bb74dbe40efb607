import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, addMonths, lastDayOf, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { goTo, showRange, visit } from './support/calendar.js';
import { buttonOf, press, savedBy } from './support/controls.js';
import { test } from './support/hotel.fixture.js';
import { countOnPaper } from './support/paper.js';
import { openReports, reportOf, reportsOf } from './support/reports.js';

const ROOMS = 117;

const percent = (share: number | null) => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);
const yen = (value: number | null) => (value === null ? '—' : `¥${value.toLocaleString('en-US')}`);

test('tiles, charts and tables say what the server reports, follow other terminals, and are led by keys; the address says what is chosen', async ({
  hotel,
  desk: { page },
}) => {
  const month = monthOf(hotel.today);
  const { total, slices } = await reportOf(hotel, month, lastDayOf(month));
  await goTo(page, '/');
  await press(page, 'F9');
  const screen = reportsOf(page);

  await test.step('this month is shown first', async () => {
    await expect(screen.period('今月')).toHaveAttribute('aria-pressed', 'true');
    await expect(screen.tile('稼働率')).toContainText(percent(total.occupancy));
    await expect(screen.tile('売上')).toContainText(yen(total.revenue));
    const bars = screen.chart('稼働率').locator('.chart-bar');
    const tip = screen.chart('稼働率').locator('.chart-tip');
    await expect(bars).toHaveCount(slices.filter(({ occupancy }) => occupancy !== null).length);
    await bars.first().hover();
    await expect(tip).toContainText(
      `${dayText(slices[0]?.first ?? month)}${percent(slices[0]?.occupancy ?? null)}`,
    );
    await screen.chart('カテゴリ別の稼働率').locator('.chart-bar').first().hover();
    await expect(tip).toHaveCount(0);
    const rows = screen.table('期間ごとの数値').getByRole('row');
    await expect(rows).toHaveCount(slices.length + 2);
    await expect(rows.last()).toContainText(yen(total.revpar));
  });

  await test.step('keys choose periods, steps, days and tables', async () => {
    for (const [key, name] of [
      ['1', '今日'],
      ['2', '今週'],
      ['4', '先月'],
      ['5', '今年'],
      ['3', '今月'],
    ] as const) {
      await press(page, key);
      await expect(screen.period(name)).toHaveAttribute('aria-pressed', 'true');
    }
    await press(page, 'Alt+PageUp');
    await expect(screen.first).toHaveValue(addMonths(month, -1));
    await press(page, 'Alt+PageDown', 'Alt+PageDown');
    await expect(screen.first).toHaveValue(addMonths(month, 1));
    await press(page, 'Alt+p');
    await expect(screen.first).toBeFocused();
    await press(page, 'Control+a');
    await page.keyboard.type(hotel.today);
    await press(page, 'Enter');
    await expect(page).toHaveURL(new RegExp(`start_date=${hotel.today}`));
    await press(page, 'Alt+j');
    await expect(screen.tables).toBeFocused();
    await press(page, 'Alt+j');
    await expect(screen.first).toBeFocused();
    await press(page, 'Alt+j', 'Tab', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect(screen.table('リードタイムの分布')).toBeVisible();
  });

  await test.step('units and comparison survive a reload', async () => {
    await screen.period('先月').click();
    await page.getByLabel('単位').selectOption('週別');
    await page.getByLabel('比較').selectOption('前年同期');
    await expect(page).toHaveURL('/reports?period=last-month&by=week&compare=year');
    await page.reload();
    const before = await reportOf(hotel, addMonths(month, -13), lastDayOf(addMonths(month, -13)), 'week');
    await expect(screen.tile('稼働率')).toContainText(`前年同期 ${percent(before.total.occupancy)}`);
    await page.getByLabel('比較').selectOption('比較なし');
    await expect(page.locator('.report-before')).toHaveCount(0);
    await page.goBack();
    await expect(page.locator('.report-before').first()).toBeVisible();
  });

  await test.step('what another terminal books is in the figures at once, which are saved as a file', async () => {
    const stay = hotel.nextStay();
    const last = addDays(stay.end, -1);
    const [room] = await hotel.freeRooms(stay);
    const { total: former } = await reportOf(hotel, stay.start, last);
    await openReports(page, `?start_date=${stay.start}&end_date=${last}`);
    await expect(screen.tile('売上')).toContainText(yen(former.revenue));
    await hotel.book(stay, room, { total_fee: 12_345 });
    await expect(screen.tile('売上')).toContainText(yen(former.revenue + 12_345));
    const answering = page.waitForResponse(/\/api\/reports\.csv\?/);
    const text = (await savedBy(page, () => press(page, 'Alt+u'))).toString();
    const disposition = (await (await answering).headerValue('content-disposition')) ?? '';
    expect(decodeURIComponent(disposition)).toContain(
      `filename*=UTF-8''レポート_日別_${stay.start}_${last}.csv`,
    );
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^,${stay.start},${stay.start},\\d+,`));
  });
});

test('a report and the calendar are put on paper by button and key, in light colours, and nothing else', {
  tag: '@long',
}, async ({ hotel, desk: { page } }) => {
  const prints = (count: number) =>
    expect(page.locator('body')).toHaveAttribute('data-prints', String(count));
  const screen = await openReports(page);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.prints = String(Number(document.body.dataset.prints ?? 0) + 1);
    };
  });
  await buttonOf(page, '暗い画面にする').click();
  await expect(page.locator('body')).toHaveClass(/bp6-dark/);
  await press(page, 'Alt+i');
  await prints(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).not.toHaveClass(/bp6-dark/);
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(screen.period('今月')).toBeHidden();
  await expect(page.getByText('サンプルホテル レポート')).toBeVisible();
  await expect(screen.table('期間ごとの数値')).toBeVisible();
  const box = await screen.chart('稼働率').locator('svg').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(520);
  await page.emulateMedia({ media: null });

  const fortnight = [hotel.today, addDays(hotel.today, 13)] as const;
  await goTo(page, '/reservation-registration', fortnight);
  await expect(page.locator('.printed')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed tr[data-room]')).toHaveCount(ROOMS);
  await expect(page.locator('body')).not.toHaveClass(/bp6-dark/);
  await expect(page.locator('.printed-sheet')).toHaveCount(1);
  await expect(page.locator('.printed thead tr[data-row="date"] td')).toHaveCount(14);
  await expect(page.getByRole('heading', { name: 'サンプルホテル' })).toBeVisible();
  for (const name of ['登録', '表示', '部屋検索']) await expect(buttonOf(page, name)).toBeHidden();
  await expect(page.getByRole('grid')).toBeHidden();
  const active = (await hotel.bookings(...fortnight)).filter(({ is_cancelled }) => is_cancelled === 0);
  await expect(page.locator('.printed .stay')).toHaveCount(active.length);
  await expect(page.locator('.printed .bar')).toHaveCount(new Set(active.map(({ id }) => id)).size);
  const unpaid = page.locator('.printed .stay[data-unpaid="true"] > .bar').first();
  await expect(unpaid).toHaveCSS('background-image', /repeating-linear-gradient/);
  await expect(unpaid).toHaveCSS('print-color-adjust', 'exact');
  await expect(unpaid).toHaveCSS('color', 'rgb(16, 34, 47)');
  const table = await page.locator('.printed table').boundingBox();
  expect(table?.width).toBeLessThanOrEqual(((297 - 16) / 25.4) * 96);
  await page.emulateMedia({ media: null });
  await expect(page.locator('.printed')).toHaveCount(0);
  await buttonOf(page, '明るい画面にする').click();

  await goTo(page, '/', fortnight);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length;
  expect(pages).toBeGreaterThanOrEqual(4);
  expect(pages).toBeLessThanOrEqual(6);
  await showRange(page, hotel.today, addDays(hotel.today, 27));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-sheet')).toHaveCount(2);
  await page.emulateMedia({ media: null });
  await buttonOf(page, '印刷').click();
  await prints(2);
});

test('on paper a table of several pages has its headings on each and its sums once, behind the last row', async ({
  desk: { page },
}) => {
  await visit(page, '/reports');
  const table = page.getByRole('table', { name: '期間ごとの数値' });
  await expect(table.locator('tfoot')).toContainText('合計');
  // Longer than any page.
  await table.evaluate((element) => {
    const rows = element.querySelectorAll('tbody tr');
    for (let more = 0; more < 4; more += 1)
      for (const row of rows) row.parentElement?.append(row.cloneNode(true));
  });
  const { headings, sums } = await countOnPaper(page, {
    headings: '.figure-table thead th',
    sums: '.figure-table tfoot th',
  });
  expect(sums).toBe(1);
  expect(headings).toBeGreaterThan(2);
});
