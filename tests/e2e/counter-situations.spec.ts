import { addDays } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { DailyPayments } from '@wire/payment.js';
import { importRows, recordOf, rowFor } from './support/channel.js';
import { buttonOf, dialogOf, findBoxOf, press } from './support/controls.js';
import {
  accountOf,
  chargeTax,
  expectInDaily,
  keepPrints,
  openAccount,
  openDaily,
  printPaper,
  sumsOf,
  wayOf,
} from './support/counter.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { terminalNameOf } from './support/handover.js';
import { aName } from './support/masters.js';
import { ownHotelTest } from './support/own-hotel.fixture.js';

const test = ownHotelTest();

test.beforeEach(async ({ hotel, desk, elsewhere }) => {
  for (const { page } of [desk, elsewhere]) await page.setViewportSize({ width: 1366, height: 768 });
  await chargeTax(hotel);
});

test('two of three paid nights are given back with their 宿泊税: 17,200 in cash, a 適格返還請求書, a receipt that stands in', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('早発 太郎');
  const fields = { guest_name_1: guest, total_fee: 24_600, csv_notes: '0' };
  const { id } = await bookAtDesk(hotel, 0, 3, fields);
  await hotel.checkIn(id, hotel.today);
  await hotel.api.post(`/api/booking/${id}/payments`, {
    payment_type: await wayOf(hotel, '現金'),
    amount: 25_800,
  });
  await openAccount(page, id, guest);
  await press(page, 'Escape');
  const first = await printPaper(page);
  await expect(first).toContainText('¥25,800-');
  const number = (await first.textContent())?.match(/No\. (\d{6})/)?.[1];

  const desk = await openDesk(page);
  await desk.filter.fill(guest);
  await desk.row(id).focus();
  await press(page, 'l');
  const leaving = dialogOf(page, '早期出発');
  await expect(leaving.getByLabel('手数料')).toBeFocused();
  await expect(leaving).toContainText('¥16,400＋宿泊税 ¥800');
  await expect(leaving.getByRole('status')).toHaveText('返金 ¥17,200');
  await press(page, 'Enter');
  await expect(leaving).toBeHidden();

  await findBoxOf(page).type(guest);
  await findBoxOf(page).option(id).click();
  await buttonOf(page, '明細').click();
  const dialog = dialogOf(page, '明細');
  const lines = dialog.getByRole('table', { name: '明細' });
  await expect(lines).toContainText('宿泊税 京都市 400円×1名×1泊（不課税）¥400');
  await expect(lines).toContainText('早期出発 2泊分（10%）−¥16,400');
  await expect(lines).toContainText('お支払いの残り¥0');

  const print = await keepPrints(page);
  await buttonOf(page, '適格返還請求書').click();
  await expect(dialogOf(page, '適格返還請求書').getByLabel('宛名')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialogOf(page, '適格返還請求書')).toBeHidden();
  for (const text of ['¥17,200-', '10%対象 ¥16,400（うち消費税 ¥1,490）', '不課税 ¥800'])
    await expect(print).toContainText(text);
  await press(page, 'Escape');
  const receipt = await printPaper(page);
  for (const text of [
    '¥8,600-',
    `No. ${number} に代わるものです`,
    '10%対象 ¥8,200（うち消費税 ¥745）',
    '不課税 ¥400',
  ])
    await expect(receipt).toContainText(text);

  const table = await openDaily(page, hotel.today);
  const row = table('入金の明細').getByRole('row').filter({ hasText: guest });
  await expect(row).toHaveText([/現金¥25,800/, /現金−¥17,200/]);
  await expect(table('支払方法ごとの集計').getByRole('row', { name: '現金' })).toContainText('−¥17,200');
  await expect(table('担当者ごとの集計')).toContainText('1件 ¥17,200');
});

test('a day is closed with −100; a payment of it that is corrected the next morning stands there, and both sums are right', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('訂正 花子');
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: guest, total_fee: 8_200, csv_notes: '0' });
  const dialog = await openAccount(page, id, guest);
  const lines = dialog.getByRole('table', { name: '明細' });
  await dialog.getByLabel('支払方法', { exact: true }).selectOption({ label: '現金' });
  await expect(dialog.getByLabel('金額', { exact: true })).toHaveValue('8600');
  await dialog.getByLabel('金額', { exact: true }).press('Enter');
  await expect(lines).toContainText('お支払いの残り¥0');
  await press(page, 'Escape');

  const table = await openDaily(page, hotel.today);
  await expect(table('入金の明細').getByRole('row').filter({ hasText: guest })).toContainText('現金¥8,600');
  await buttonOf(page, '日締め').click();
  const { cash } = (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;
  await dialogOf(page).getByLabel('釣銭準備金').fill('30000');
  await dialogOf(page)
    .getByLabel('実際の現金')
    .fill(String(30_000 + cash - 100));
  await expect(dialogOf(page).getByRole('status')).toHaveText('過不足 −¥100');
  await dialogOf(page).getByLabel('過不足の理由').fill('両替の誤り');
  await press(page, 'Enter');
  await expect(table('日締め')).toContainText('過不足−¥100（両替の誤り）');
  const sums = await table('支払方法ごとの集計').innerText();

  await openAccount(page, id, guest);
  await dialog.getByText('返金', { exact: true }).click();
  await dialog.getByLabel('支払方法', { exact: true }).selectOption({ label: '現金' });
  await dialog.getByLabel('金額', { exact: true }).fill('8600');
  await dialog.getByLabel('返金の理由').fill('カードの誤り');
  await dialog.getByLabel('返金の理由').press('Enter');
  await expect(lines).toContainText('お支払いの残り¥8,600');
  await dialog.getByText('入金', { exact: true }).click();
  await dialog.getByLabel('支払方法', { exact: true }).selectOption({ label: 'クレジットカード' });
  await dialog.getByLabel('金額', { exact: true }).press('Enter');
  await expect(lines).toContainText('お支払いの残り¥0');
  await press(page, 'Escape');
  const paper = await printPaper(page);
  for (const text of [
    '¥8,600-',
    '10%対象 ¥8,200（うち消費税 ¥745）',
    '不課税 ¥400',
    'クレジットカード払い ¥8,600',
  ])
    await expect(paper).toContainText(text);

  await openDaily(page, hotel.today);
  await expect(table('訂正')).toContainText('訂正 1件');
  await expect(table('訂正').getByRole('row').filter({ hasText: guest })).toContainText('現金−¥8,600');
  expect(await table('支払方法ごとの集計').innerText()).toBe(sums);
  await openDaily(page, addDays(hotel.today, 1));
  const rows = table('支払方法ごとの集計').getByRole('row');
  await expect(rows.filter({ hasText: '現金' })).toContainText('−¥8,600−¥8,600');
  await expect(rows.filter({ hasText: 'クレジットカード' })).toContainText('1¥8,600¥8,600');
  await expect(rows.last()).toContainText('合計2¥8,600−¥8,600');
});

test('two terminals take the same 8,400: the second is told who took the first', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other, allowError },
}) => {
  allowError(/status of 409/);
  const guest = aName('二重 太郎');
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: guest, total_fee: 8_000, csv_notes: '0' });
  const before = await sumsOf(hotel);
  const here = await openAccount(page, id, guest);
  const there = await openAccount(other, id, guest);
  for (const dialog of [here, there])
    await dialog.getByLabel('支払方法', { exact: true }).selectOption({ label: '現金' });
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
  const paper = await printPaper(page);
  await expect(paper).toContainText('¥8,400-');
  await expectInDaily(page, before, guest, { rows: [/現金¥8,400/], more: { 現金: 8_400 } });
});

test('breakfasts at 10 % and a lunch box at 8 % are entered, paid and printed by rate', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('朝食 花子');
  const before = await sumsOf(hotel);
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
  await dialog.getByLabel('支払方法', { exact: true }).selectOption({ label: '現金' });
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
  await expectInDaily(page, before, guest, { rows: [/現金¥12,400/], more: { 現金: 12_400 } });
});

test('a stay that a booking site was paid for owes the 宿泊税 alone, and gets a 領収書 for no more', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('事前 次郎');
  const before = await sumsOf(hotel);
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
  await dialog.getByLabel('支払方法', { exact: true }).selectOption({ label: '現金' });
  await expect(dialog.getByLabel('金額', { exact: true })).toHaveValue(String(tax));
  await dialog.getByLabel('金額', { exact: true }).press('Enter');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥0');
  await press(page, 'Escape');
  const paper = await printPaper(page);
  await expect(paper).toContainText(`¥${tax.toLocaleString('en-US')}-`);
  await expect(paper).not.toContainText('¥64,500-');
  const taken = `¥${tax.toLocaleString('en-US')}`;
  await expectInDaily(page, before, guest, { rows: [new RegExp(`現金${taken}`)], more: { 現金: tax } });
});

test('two rooms of a party are paid by card for 25,000 and in cash for the rest; the receipts add up', async ({
  hotel,
  desk: { page },
}) => {
  const guest = aName('二室 一郎');
  const before = await sumsOf(hotel);
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
  await expectInDaily(page, before, guest, {
    rows: [/クレジットカード¥20,400/, /クレジットカード¥4,600/, /現金¥15,800/],
    more: { クレジットカード: 25_000, 現金: 15_800 },
  });
});
