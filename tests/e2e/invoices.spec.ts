import { addDays, monthOf } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { Receivables } from '@wire/invoice.js';
import { visit } from './support/calendar.js';
import { buttonOf, dialogOf, press, tabTo } from './support/controls.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';

/** Keeps what would be printed in the page, where it can be read. */
const keepPrints = (page: Page, selector = '.printed-invoice') =>
  page.evaluate((printed) => {
    window.print = () => {
      const paper = document.querySelector(printed);
      for (const old of document.querySelectorAll('.kept-print')) old.remove();
      const kept = document.body.appendChild(document.createElement('pre'));
      kept.className = 'kept-print';
      kept.textContent = paper?.textContent ?? '';
    };
  }, selector);

test('four stays of a company are billed by keys, paid in part, and the list of debts says what is left', async ({
  hotel,
  desk: { page },
}) => {
  const month = monthOf(addDays(hotel.today, 2));
  const name = '㈱売掛商事';
  const { id } = (
    await hotel.api.post<{ id: number }>('/api/corporate_master', {
      corporate_short_name: name,
      corporate_flag: 0,
    })
  ).body;
  const ways = (await hotel.api.get<{ id: number; kind: string }[]>('/api/payment_master')).body;
  const bill = ways.find(({ kind }) => kind === '請求書')?.id;
  for (const guest of ['一郎', '二郎', '三郎', '四郎']) {
    const fields = { guest_name_1: `出張 ${guest}`, total_fee: 24_600, csv_notes: '0' };
    const booked = await bookAtDesk(hotel, 0, 3, { ...fields, corporateID: id, payment_type: bill ?? null });
    await hotel.api.post(`/api/booking/${booked.id}/check-in`, { date: hotel.today });
  }
  await visit(page, `/reports?tab=receivables&month=${month}`);
  const list = page.getByRole('table', { name: '法人ごとの売掛' });
  const row = list.getByRole('row').filter({ hasText: name });
  await page.getByLabel('法人・宿泊者で絞り込み').fill('㈱ 売掛商事');
  await expect(row).toContainText('4件 ¥98,400');
  await tabTo(page, row.getByRole('link', { name }));
  await press(page, 'Enter');
  const waiting = page.getByRole('table', { name: '請求待ち' });
  await expect(waiting).toContainText('選択 4件（4件中）¥98,400');

  await tabTo(page, waiting.getByRole('checkbox').nth(1));
  await press(page, 'Space');
  await expect(waiting).toContainText('選択 3件（4件中）¥73,800');
  await press(page, 'ArrowDown', 'ArrowUp', 'Space');
  await expect(waiting).toContainText('選択 4件（4件中）¥98,400');
  await keepPrints(page);
  await tabTo(page, buttonOf(page, '請求書を作る'));
  await press(page, 'Enter');
  await expect(dialogOf(page)).toContainText('4件　¥98,400');
  await expect(buttonOf(page, '発行して印刷')).toBeFocused();
  await press(page, 'Shift+Tab');
  await expect(dialogOf(page).getByLabel('備考')).toBeFocused();
  await page.keyboard.type('注文番号 A-17');
  await press(page, 'Tab', 'Enter');
  await expect(dialogOf(page)).toBeHidden();
  const print = page.locator('.kept-print');
  for (const text of [
    `${name} 御中`,
    'お振込先 見本銀行',
    'ご請求金額 ¥98,400-',
    '10%対象 ¥98,400',
    '出張 四郎 様',
    '備考　注文番号 A-17',
    '登録番号',
  ])
    await expect(print).toContainText(text);
  await expect(print).not.toContainText('再発行');
  await expect(page.getByText('請求待ちの予約はありません。')).toBeVisible();

  const invoices = page.getByRole('table', { name: '請求書', exact: true });
  const open = invoices.getByRole('button', { name: /^No\.\d{6}$/ });
  await tabTo(page, open);
  await press(page, 'Enter');
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('金額')).toBeFocused();
  await expect(dialog.getByLabel('金額')).toHaveValue('98400');
  await dialog.getByLabel('金額').fill('90000');
  await press(page, 'Enter');
  await expect(dialog).toContainText('残り ¥8,400');
  await expect(dialog.getByLabel('金額')).toHaveValue('8400');
  await expect(dialog.getByRole('table', { name: '請求書の入金' })).toContainText('¥90,000');
  await buttonOf(page, '再発行して印刷').click();
  await expect(print).toContainText('請求書（再発行）');
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(invoices).toContainText('一部入金');

  await page.getByRole('link', { name: '法人の一覧' }).click();
  await expect(row).toContainText('¥8,400');
  await expect(row).not.toContainText('4件');
  const { body } = await hotel.api.get<Receivables>(`/api/receivables?month=${month}`);
  expect(body.companies.find(({ corporate_id }) => corporate_id === id)).toMatchObject({
    ...{ waiting: 0, current: 8_400, billed: 8_400, overdue: 0, sum: 8_400 },
  });

  await row.getByRole('link', { name }).click();
  await open.click();
  await buttonOf(page, '作り直す・取り消す').click();
  await expect(dialog.getByLabel('取消の理由')).toBeFocused();
  await buttonOf(page, '作り直して印刷').click();
  await expect(dialog).toBeHidden();
  await expect(print).toContainText('に代わるものです');
  await expect(invoices).toContainText('に差替');
  await expect(invoices.getByRole('row').nth(1)).toContainText('¥8,400');
});

test('a refund of two nights gets a paper of its own by keys: day, stay and amount by rate', async ({
  hotel,
  desk: { page },
}) => {
  const fields = { guest_name_1: '早発 太郎', total_fee: 24_600, csv_notes: '0' };
  const { id } = await bookAtDesk(hotel, 0, 3, fields);
  const ways = (await hotel.api.get<{ id: number; kind: string }[]>('/api/payment_master')).body;
  const payment_type = ways.find(({ kind }) => kind === '現金')?.id;
  await hotel.api.post(`/api/booking/${id}/payments`, { payment_type, amount: 24_600 });
  await hotel.api.post(`/api/booking/${id}/charges`, { kind: '値引', name: '早発ち', amount: 16_400 });
  const reason = '早発ち';
  await hotel.api.post(`/api/booking/${id}/refunds`, { payment_type, amount: 16_400, reason });
  const desk = await openDesk(page);
  await desk.filter.fill('早発 太郎');
  await desk.row(id).click();
  await tabTo(page, buttonOf(page, '明細'));
  await press(page, 'Enter');
  await tabTo(page, buttonOf(page, '適格返還請求書'));
  await keepPrints(page, '.printed-receipt');
  await press(page, 'Enter');
  const dialog = dialogOf(page, '適格返還請求書');
  await expect(dialog.getByLabel('宛名')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
  const print = page.locator('.kept-print');
  for (const text of [
    '適格返還請求書',
    '返還年月日',
    '¥16,400-',
    '10%対象 ¥16,400（うち消費税 ¥1,490）',
    '登録番号',
  ])
    await expect(print).toContainText(text);
  await expect(buttonOf(page, '適格返還請求書')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog.getByLabel('宛名')).toBeFocused();
  await press(page, 'Enter');
  await expect(print).toContainText('（再発行）');
  await expect(buttonOf(page, '適格返還請求書')).toBeFocused();
  await press(page, 'Escape');
  await expect(dialogOf(page)).toBeHidden();
});

test('a receipt is split by nights and by guests by keys, all printed at once; the whole stands in for the parts', async ({
  hotel,
  desk: { page },
}) => {
  const fields = {
    ...{ guest_name_1: '分割 太郎', guest_name_2: '分割 花子', mens_count: 1, womens_count: 1 },
    ...{ total_fee: 16_401, csv_notes: '0' },
  };
  const { id } = await bookAtDesk(hotel, 0, 2, fields);
  const ways = (await hotel.api.get<{ id: number; kind: string }[]>('/api/payment_master')).body;
  const payment_type = ways.find(({ kind }) => kind === 'カード')?.id;
  await hotel.api.post(`/api/booking/${id}/payments`, { payment_type, amount: 16_401 });
  const desk = await openDesk(page);
  await desk.filter.fill('分割 太郎');
  await desk.row(id).click();
  await page.evaluate(() => {
    window.print = () => {
      for (const old of document.querySelectorAll('.kept-print')) old.remove();
      for (const paper of document.querySelectorAll('.printed-receipt')) {
        const kept = document.body.appendChild(document.createElement('pre'));
        kept.className = 'kept-print';
        kept.textContent = paper.textContent;
      }
    };
  });
  const open = async () => {
    await buttonOf(page, '領収書').click();
    await tabTo(page, buttonOf(page, '泊・明細・宿泊者ごとに分ける'));
    await press(page, 'Enter');
    await expect(buttonOf(page, '2枚を発行して印刷')).toBeFocused();
  };
  await open();
  const dialog = dialogOf(page, '領収書を分けて発行');
  await expect(dialog).toContainText('合計（受け取った金額 ¥16,401）¥16,401');
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
  const prints = page.locator('.kept-print');
  await expect(prints).toHaveCount(2);
  await expect(prints.first()).toContainText('2枚のうち1枚目');
  await expect(prints.first()).toContainText('¥8,201-');
  await expect(prints.last()).toContainText('¥8,200-');

  await open();
  await dialog.getByText('宿泊者ごと').click();
  await expect(dialog.getByLabel('2枚目の宛名')).toHaveValue('分割 花子');
  await buttonOf(page, '2枚を発行して印刷').click();
  await expect(dialog).toBeHidden();
  await expect(prints.last()).toContainText('分割 花子 様');
  await expect(prints.last()).toContainText('（再発行）');

  await buttonOf(page, '領収書').click();
  await buttonOf(page, '発行して印刷').click();
  await expect(prints).toHaveCount(1);
  await expect(prints).toContainText(/No\. \d{6}・\d{6} に代わるものです/);
});
