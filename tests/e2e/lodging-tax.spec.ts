import { addDays, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { AccountRecord } from '@wire/account.js';
import type { LodgingTaxMonthRecord } from '@wire/lodging-tax.js';
import { countedTax } from '#tests/support/lodging-tax-count.js';
import { visit } from './support/calendar.js';
import { buttonOf, dialogOf, press, tabTo } from './support/controls.js';
import { expectInDaily, sumsOf } from './support/counter.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { holdAnswers } from './support/held-answers.js';
import { ownHotelTest } from './support/own-hotel.fixture.js';

const test = ownHotelTest();

test('京都市 is set up from the usual rules; a stay pays its tax in cash, its paper and the month tell of it', async ({
  hotel,
  server,
  desk: { page, allowError },
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  allowError(/422 .*lodging-tax\/rules/);
  await visit(page, '/masters?tab=lodging-tax');
  const rules = page.getByRole('region', { name: '宿泊税', exact: true });
  await expect(rules).toContainText('宿泊税は登録されていません。');
  await buttonOf(page, '追加').click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('名称')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog.getByText('名称を入力してください。')).toBeVisible();
  await expect(dialog.getByLabel('名称')).toBeFocused();
  await dialog.getByLabel('よくある宿泊税').selectOption('京都市');
  await expect(dialog.getByLabel('課税団体1の税額2')).toHaveValue('400円');
  await expect(dialog.getByLabel('課税団体1の料金の下限5')).toHaveValue('100,000');
  await dialog.getByLabel('課税団体1の税額2').fill('四百円');
  await press(page, 'Enter');
  await expect(dialog.getByRole('alert')).toContainText('税額は数値で入力してください。');
  await dialog.getByLabel('課税団体1の税額2').fill('４００円');
  const held = await holdAnswers(page, 'POST', /lodging-tax\/rules/);
  await press(page, 'Enter');
  await expect(dialog.getByRole('status')).toHaveText('保存して、今日以降に泊がある予約に反映しています…');
  await held.release();
  await expect(dialog).toBeHidden();
  await expect(rules.getByRole('article', { name: '京都市' })).toContainText('¥6,000 以上 ¥20,000 未満400円');
  await expect(page.getByRole('status').filter({ hasText: '宿泊税「京都市」を保存しました' })).toContainText(
    '件に反映',
  );

  const fields = {
    guest_name_1: '税 太郎',
    total_fee: 24_600,
    csv_notes: '0',
    mens_count: 1,
    womens_count: 0,
  };
  const { id } = await bookAtDesk(hotel, 0, 3, fields);
  const before = await sumsOf(hotel);
  const desk = await openDesk(page);
  await desk.filter.fill('税 太郎');
  await desk.row(id).click();
  await buttonOf(page, '入金してチェックイン').press('Enter');
  const question = page.getByRole('dialog', { name: 'チェックイン' });
  await expect(question).toContainText('¥25,800');
  await press(page, 'Tab');
  await expect(question.getByLabel('お預かり')).toBeFocused();
  await page.keyboard.type('30000');
  await expect(question.getByRole('status')).toContainText('¥4,200');
  await press(page, 'Enter');
  await expect(question).toBeHidden();
  const account = async () => (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
  expect(await account()).toMatchObject({ taken: 25_800, balance: 0, payment_flag: 1, lodging_tax: 1_200 });

  await page.evaluate(() => {
    window.print = () => {
      const copy = document.querySelector('.printed-receipt')?.cloneNode(true) as HTMLElement;
      copy.dataset.copy = 'true';
      document.body.append(copy);
    };
  });
  await desk.row(id).click();
  await buttonOf(page, '領収書').click();
  await expect(dialogOf(page).getByLabel('宛名')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialogOf(page)).toBeHidden();
  const paper = page.locator('.printed-receipt[data-copy]');
  await expect(paper.getByText('宿泊税 ¥1,200（不課税）', { exact: true })).toBeAttached();
  for (const text of ['¥25,800-', '10%対象 ¥24,600（うち消費税 ¥2,236）', '不課税 ¥1,200'])
    await expect(paper).toContainText(text);
  await paper.evaluate((copy) => copy.remove());
  await expect(page.locator('.printed-receipt')).toHaveCount(0);

  await tabTo(page, buttonOf(page, '明細'));
  await press(page, 'Enter');
  const lines = dialogOf(page).getByRole('table', { name: '明細' });
  await expect(lines).toContainText('宿泊税 京都市 400円×1名×3泊（不課税）¥1,200');
  await dialogOf(page).getByLabel('宿泊税の免除').selectOption('修学旅行');
  await expect(lines).toContainText('宿泊税 京都市 免除（修学旅行）¥0');
  await expect(lines).toContainText('ご返金¥1,200');
  await press(page, 'Escape');
  expect(await account()).toMatchObject({ balance: -1_200, exemption: '修学旅行' });

  await visit(page, '/masters?tab=lodging-tax');
  const region = page.getByRole('region', { name: '宿泊税の月計' });
  const sums = region.getByRole('table', { name: '宿泊税の月計' });
  for (const month of [monthOf(hotel.today), monthOf(addDays(hotel.today, 31))]) {
    if (month !== monthOf(hotel.today)) await buttonOf(page, '次の月').click();
    const told = (await hotel.api.get<LodgingTaxMonthRecord>(`/api/lodging-tax/month?month=${month}`)).body;
    const counted = await countedTax(server.databaseUrl, { today: hotel.today, month });
    expect(counted).toEqual({ nights: told.nights, exempt_nights: told.exempt_nights, tax: told.tax });
    expect(counted.tax).toBeGreaterThan(0);
    const figures = (amount: number) => amount.toLocaleString('en-US');
    await expect(sums.getByRole('row').last()).toContainText(
      `${figures(told.nights)}人泊¥${figures(told.tax)}`,
    );
  }
  await expect(buttonOf(page, '次の月')).toBeFocused();
  await page.evaluate(() => {
    window.print = () =>
      document.body.append(document.querySelector('.printed-tax-month')?.cloneNode(true) ?? '');
  });
  await buttonOf(page, '月計を印刷').click();
  const printed = page.locator('.printed-tax-month');
  await expect(printed).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(rules).toBeHidden();
  await expect(printed).toContainText('京都市¥6,000 以上 ¥20,000 未満400円');
  await expect(printed).toContainText('サンプルホテル');
  await page.emulateMedia({ media: 'screen' });
  await printed.evaluate((copy) => copy.remove());

  await expectInDaily(page, before, '税 太郎', { rows: [/現金¥25,800/], more: { 現金: 25_800 } });
});
