import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, addMonths, lastDayOf, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { goTo, showRange } from './support/calendar.js';
import { buttonOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';
import { openReports, reportOf, reportsOf, textsOf } from './support/reports.js';

const ROOMS = 117;

const percent = (share: number | null) => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);
const yen = (value: number | null) => (value === null ? '—' : `¥${value.toLocaleString('en-US')}`);

test('this month is shown first: tiles, charts and tables say what the server reports', async ({
  hotel,
  desk: { page },
}) => {
  const month = monthOf(hotel.today);
  const { total, slices, categories, sources } = await reportOf(hotel, month, lastDayOf(month));
  const screen = await openReports(page);
  await expect(screen.period('今月')).toHaveAttribute('aria-pressed', 'true');
  await expect(screen.tile('稼働率')).toContainText(percent(total.occupancy));
  await expect(screen.tile('売上')).toContainText(yen(total.revenue));
  await expect(screen.tile('ADR')).toContainText(yen(total.adr));
  await expect(screen.tile('RevPAR')).toContainText(yen(total.revpar));
  const drawn = (name: string) => screen.chart(name).locator('.chart-bar');
  const tip = (name: string) => screen.chart(name).locator('.chart-tip');
  await expect(drawn('稼働率')).toHaveCount(slices.filter(({ occupancy }) => occupancy !== null).length);
  await drawn('稼働率').first().hover();
  await expect(tip('稼働率')).toContainText(
    `${dayText(slices[0]?.first ?? month)}${percent(slices[0]?.occupancy ?? null)}`,
  );
  await drawn('カテゴリ別の稼働率').first().hover();
  await expect(tip('カテゴリ別の稼働率')).toContainText(percent(categories[0]?.occupancy ?? null));
  await expect(tip('稼働率')).toHaveCount(0);
  await expect(screen.chart('リードタイムの分布').locator('svg')).toBeVisible();

  const [, ...rows] = await textsOf(screen.table('期間ごとの数値'));
  const expected = [
    ...slices.map((slice) => [dayText(slice.first), slice] as const),
    ['合計', total] as const,
  ];
  expect(rows.map((row) => row.slice(0, 7))).toEqual(
    expected.map(([head, figures]) => [
      head,
      figures.rooms.toLocaleString('en-US'),
      figures.nights.toLocaleString('en-US'),
      percent(figures.occupancy),
      yen(figures.revenue),
      yen(figures.adr),
      yen(figures.revpar),
    ]),
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

test('what another terminal books is in the figures at once, which are saved as a file', async ({
  hotel,
  desk: { page },
}) => {
  const stay = hotel.nextStay();
  const last = addDays(stay.end, -1);
  const [room] = await hotel.freeRooms(stay);
  const { total } = await reportOf(hotel, stay.start, last);
  const screen = await openReports(page, `?start_date=${stay.start}&end_date=${last}`);
  await expect(screen.tile('売上')).toContainText(yen(total.revenue));
  await hotel.book(stay, room, { total_fee: 12_345 });
  await expect(screen.tile('売上')).toContainText(yen(total.revenue + 12_345));
  await expect(screen.tile('到着').locator('strong')).toHaveText(String(total.arrivals + 1));

  const name = `レポート_日別_${stay.start}_${last}.csv`;
  for (const save of [() => buttonOf(page, 'CSV').click(), () => page.keyboard.press('Alt+u')]) {
    const answering = page.waitForResponse(/\/api\/reports\.csv\?/);
    const saving = page.waitForEvent('download');
    await save();
    const disposition = (await (await answering).headerValue('content-disposition')) ?? '';
    expect(decodeURIComponent(disposition)).toContain(`filename*=UTF-8''${name}`);
    const text = (await (await (await saving).createReadStream()).toArray()).join('');
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^,${stay.start},${stay.start},\\d+,`));
  }
});

test('periods, days, units and comparison are chosen, stand in the address and survive a reload', async ({
  hotel,
  desk: { page },
}) => {
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
  await page.getByLabel('比較').selectOption('比較なし');
  await expect(page.locator('.report-before')).toHaveCount(0);
  await page.goBack();
  await expect(page.locator('.report-before').first()).toBeVisible();
});

test('everything goes with the keyboard: periods, steps, days, tables and back', async ({
  hotel,
  desk: { page },
}) => {
  const { keyboard } = page;
  await goTo(page, '/');
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
  await keyboard.press('Control+a');
  await keyboard.type(hotel.today);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`start_date=${hotel.today}`));
  await keyboard.press('Alt+j');
  await expect(screen.tables).toBeFocused();
  await keyboard.press('Alt+j');
  await expect(screen.first).toBeFocused();
  for (const key of ['Alt+j', 'Tab', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await keyboard.press(key);
  await expect(screen.table('リードタイムの分布')).toBeVisible();
});

test('a report and the calendar are put on paper by button and key, in light colours, and nothing else', async ({
  hotel,
  desk: { page },
}) => {
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
  await page.keyboard.press('Alt+i');
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
  await expect(page.locator('.printed tbody tr')).toHaveCount(ROOMS);
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
  await expect(page.locator('body')).toHaveClass(/bp6-dark/);
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
  await page.keyboard.press('Alt+i');
  await prints(3);
});
