import { expect, type Page } from '@playwright/test';
import type { AccountRecord } from '@wire/account.js';
import { importRows, recordOf, rowFor } from './support/channel.js';
import { buttonOf, dialogOf, findBoxOf, press } from './support/controls.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { terminalNameOf } from './support/handover.js';
import type { Hotel } from './support/hotel.js';
import { aName } from './support/masters.js';
import { test } from './support/own-hotel.fixture.js';

const levies = [
  {
    name: '京都市',
    brackets: [
      { from: 0, yen: 200 },
      { from: 6_000, yen: 400 },
      { from: 20_000, yen: 1_000 },
    ],
  },
];

const accountOf = async (hotel: Hotel, id: number) =>
  (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;

/** Charges the 宿泊税 of 京都市, which the tests of this file share. */
async function chargeTax(hotel: Hotel): Promise<void> {
  const { body } = await hotel.api.get<unknown[]>('/api/lodging-tax/rules');
  if (JSON.stringify(body).includes('京都市')) return;
  const rule = { name: '京都市', first_day: '2026-03-01', is_included: 0, exemptions: [], levies };
  expect((await hotel.api.post('/api/lodging-tax/rules', rule)).status).toBeLessThan(300);
}

test.beforeEach(async ({ hotel, desk, elsewhere }) => {
  for (const { page } of [desk, elsewhere]) await page.setViewportSize({ width: 1366, height: 768 });
  await chargeTax(hotel);
});

/** Opens 明細 of a stay that arrives today. */
async function openAccount(page: Page, id: number, guest: string) {
  const desk = await openDesk(page);
  await desk.filter.fill(guest);
  await desk.row(id).click();
  await buttonOf(page, '明細').click();
  const dialog = dialogOf(page, '明細');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText(/お支払いの残り|未払い/);
  return dialog;
}

/** Issues the paper of the stay that is open, and returns its printed copy. */
async function printPaper(page: Page) {
  await page.evaluate(() => {
    for (const old of document.querySelectorAll('.kept-print')) old.remove();
    window.print = () => {
      const copy = document.querySelector('.printed-receipt')?.cloneNode(true) as Element;
      copy.classList.add('kept-print');
      document.body.append(copy);
    };
  });
  await buttonOf(page, '領収書').click();
  await expect(dialogOf(page).getByLabel('宛名')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialogOf(page)).toBeHidden();
  return page.locator('.kept-print');
}

test('two terminals take the same 8,400: the second is told who took the first', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other, allowError },
}) => {
  allowError(/status of 409/);
  const guest = aName('二重 太郎');
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: guest, total_fee: 8_000, csv_notes: '0' });
  const here = await openAccount(page, id, guest);
  const there = await openAccount(other, id, guest);
  // The other terminal has not heard of the first payment when its own is sent.
  await other.route('**/payments', async (route) => {
    await here.getByLabel('金額', { exact: true }).press('Enter');
    await expect.poll(async () => (await accountOf(hotel, id)).balance).toBe(0);
    await route.continue();
  });
  await expect(there.getByLabel('金額', { exact: true })).toHaveValue('8400');
  await there.getByLabel('金額', { exact: true }).press('Enter');
  await expect(
    other.getByText(/お支払いの残りはありません。最後の入金: \d{4}\/\d\d\/\d\d \d\d:\d\d/),
  ).toContainText(await terminalNameOf(page));
  await press(other, 'Enter');
  await expect(there.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥0');
  for (const [one, dialog] of [
    [page, here],
    [other, there],
  ] as const) {
    await press(one, 'Escape');
    await expect(dialog).toBeHidden();
    await expect(one.getByText('未払い ¥8,400')).toBeHidden();
  }
  expect(await accountOf(hotel, id)).toMatchObject({ taken: 8_400, balance: 0 });
});

test('breakfasts at 10 % and a lunch box at 8 % are entered, paid and printed by rate', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('朝食 花子');
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: guest, total_fee: 8_200, csv_notes: '0' });
  const dialog = await openAccount(page, id, guest);
  const lines = dialog.getByRole('table', { name: '明細' });
  for (const [name, amount, text] of [
    ['朝食', '3000', '朝食（10%）¥3,000'],
    ['弁当', '800', '弁当（8%）¥800'],
  ] as const) {
    await dialog.getByText('追加・値引', { exact: true }).click();
    await dialog.getByLabel('金額', { exact: true }).fill(amount);
    await dialog.getByLabel('内容').fill(name);
    if (name === '弁当') await dialog.getByLabel('税率').selectOption('8');
    await dialog.getByLabel('内容').press('Enter');
    await expect(lines).toContainText(text);
  }
  await expect(lines).toContainText('お支払いの残り¥12,400');
  await dialog.getByText('入金', { exact: true }).click();
  await dialog.getByLabel('金額', { exact: true }).press('Enter');
  await expect(lines).toContainText('お支払いの残り¥0');
  await press(page, 'Escape');
  const paper = await printPaper(page);
  for (const text of [
    '弁当※ ¥800',
    '10%対象 ¥11,200（うち消費税 ¥1,018）',
    '8%対象 ¥800（うち消費税 ¥59）',
    '不課税 ¥400',
  ])
    await expect(paper).toContainText(text);
});

test('a stay that a booking site was paid for owes the 宿泊税 alone, and gets a 領収書 for no more', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('事前 次郎');
  const cells = {
    支払方法: 'オンラインカード決済',
    合計料金: '66000',
    ポイント: '1500',
    請求料金: '64500',
    宿泊者氏名: guest,
  };
  const row = rowFor(hotel.nextStay(), cells);
  await importRows(hotel, row);
  const id = Number((await recordOf(hotel, row.予約番号)).booking_id);
  const tax = (await accountOf(hotel, id)).lodging_tax;
  expect(await accountOf(hotel, id)).toMatchObject({ fee: 64_500, prepaid: 64_500, balance: tax });
  expect(tax).toBeGreaterThan(0);
  await openDesk(page);
  await findBoxOf(page).type(guest);
  await findBoxOf(page).option(id).click();
  const statement = await printPaper(page);
  for (const text of ['宿泊明細書', 'ポイント利用']) await expect(statement).toContainText(text);
  await buttonOf(page, '明細').click();
  const dialog = dialogOf(page, '明細');
  await expect(dialog.getByLabel('金額', { exact: true })).toHaveValue(String(tax));
  await dialog.getByLabel('金額', { exact: true }).press('Enter');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥0');
  await press(page, 'Escape');
  const paper = await printPaper(page);
  await expect(paper).toContainText(`¥${tax.toLocaleString('en-US')}-`);
  await expect(paper).not.toContainText('¥64,500-');
});

test('two rooms of a party are paid by card for 25,000 and in cash for the rest; the receipts add up', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('二室 一郎');
  const fields = { guest_name_1: guest, total_fee: 20_000, csv_notes: '0' };
  const one = await bookAtDesk(hotel, 0, 1, fields);
  const other = await bookAtDesk(hotel, 0, 1, { ...fields, party_of: one.id });
  const pay = async (id: number, first: string, rest?: string) => {
    const dialog = await openAccount(page, id, guest);
    await dialog.getByLabel('支払方法', { exact: true }).selectOption({ label: 'クレジットカード' });
    await dialog.getByLabel('金額', { exact: true }).fill(first);
    if (rest) {
      await buttonOf(page, '別の支払方法も').click();
      await expect(dialog.getByLabel('金額2')).toHaveValue(rest);
      await dialog.getByLabel('支払方法2').selectOption({ label: '現金' });
    }
    await dialog.getByLabel('金額', { exact: true }).press('Enter');
    await expect(dialog.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥0');
    await press(page, 'Escape');
    await expect(dialog).toBeHidden();
    const paper = await printPaper(page);
    await expect(paper).toContainText('¥20,400-');
  };
  await pay(one.id, '20400');
  await pay(other.id, '4600', '15800');
  for (const { id } of [one, other])
    expect(await accountOf(hotel, id)).toMatchObject({ taken: 20_400, balance: 0, payment_flag: 1 });
});
