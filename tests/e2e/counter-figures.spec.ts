import { addDays, monthOf } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { goTo, visit } from './support/calendar.js';
import { acceptAlert, buttonOf, dialogOf, findBoxOf, press, tabTo } from './support/controls.js';
import {
  accountOf,
  chargeTax,
  expectInDaily,
  keepPrints,
  openDaily,
  openShownAccount,
  printPaper,
  sumsOf,
  wayOf,
} from './support/counter.js';
import { bookAtDesk, freeRoom, openDesk } from './support/front-desk.js';
import type { Hotel } from './support/hotel.js';
import { aName } from './support/masters.js';
import { ownHotelTest } from './support/own-hotel.fixture.js';
import { reportOf, reportsOf } from './support/reports.js';

const test = ownHotelTest();

test.beforeEach(async ({ hotel, desk: { page } }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await chargeTax(hotel);
});

/** Opens the panel of a booking, also of a cancelled one, and its 明細. */
async function openAccountOf(page: Page, id: number, guest: string) {
  await openDesk(page);
  await findBoxOf(page).type(guest);
  await findBoxOf(page).option(id).click();
  return openShownAccount(page);
}

/** Pays what is due by card. */
async function payByCard(page: Page, account: Locator) {
  await account.getByLabel('支払方法', { exact: true }).selectOption({ label: 'クレジットカード' });
  await account.getByLabel('金額', { exact: true }).press('Enter');
  await expect(account.getByRole('table', { name: '明細' })).toContainText('お支払いの残り¥0');
  await press(page, 'Escape');
  await expect(account).toBeHidden();
}

type Figures = { revenue: number; fees: number; rooms: number };

/** Reads figures of some days from the server. */
async function figuresOf(hotel: Hotel, first: string, last: string): Promise<Figures> {
  const { revenue, cancellation_fees: fees, nights: rooms } = (await reportOf(hotel, first, last)).total;
  return { revenue, fees, rooms };
}

/** Looks at the figures of the whole period on the screen of reports, by the names of its columns. */
async function expectFigures(page: Page, [first, last]: readonly [string, string], figures: Figures) {
  await visit(page, `/reports?start_date=${first}&end_date=${last}&compare=none`);
  const table = reportsOf(page).table('期間ごとの数値');
  const total = table.getByRole('row').last();
  await expect(total).toContainText('¥');
  const names = await table.getByRole('columnheader').allInnerTexts();
  const figure = async (name: string) => {
    const text = await total.locator('th, td').nth(names.indexOf(name)).innerText();
    return Number(text.replace(/[^\d]/g, ''));
  };
  const shown = async () => ({
    revenue: await figure('売上'),
    fees: await figure('キャンセル料'),
    rooms: await figure('販売室数'),
  });
  await expect.poll(shown).toEqual(figures);
}

test('half of the fee for a cancellation the day before is on the screen of reports beside the rooms, on its paper and in 日計', async ({
  hotel,
  desk: { page },
}) => {
  await hotel.api.post('/api/cancellation_rules', {
    ...{ name: '前日', occasion: 'キャンセル', days_from: 0, days_to: 1, percent: 50 },
  });
  const days = [addDays(hotel.today, 1), addDays(hotel.today, 3)] as const;
  // What a full house cancels for it is not counted.
  await freeRoom(hotel, { start: days[0], end: addDays(hotel.today, 4) });
  const [former, before] = [await figuresOf(hotel, ...days), await sumsOf(hotel)];
  const guest = aName('取消 太郎');
  const fields = { guest_name_1: guest, total_fee: 24_600, csv_notes: '0' };
  const { id } = await bookAtDesk(hotel, 1, 3, fields);
  expect(await accountOf(hotel, id)).toMatchObject({ lodging_tax: 1_200, balance: 25_800 });
  const { revenue, rooms } = former;
  await expectFigures(page, days, { ...former, revenue: revenue + 24_600, rooms: rooms + 3 });

  await goTo(page, `/reservation-registration/${id}`);
  await buttonOf(page, '予約取消').first().click();
  const question = dialogOf(page, '予約取消の確認');
  await expect(question.getByLabel('キャンセル料', { exact: true })).toHaveValue('12300');
  await tabTo(page, question.getByRole('button', { name: '予約取消', exact: true }));
  await press(page, 'Enter');
  await acceptAlert(page, '予約がキャンセルされました');
  const cancelled = { ...former, fees: former.fees + 12_300 };
  await expectFigures(page, days, cancelled);

  const account = await openAccountOf(page, id, guest);
  const lines = account.getByRole('table', { name: '明細' });
  await expect(lines).toContainText('キャンセル料（不課税）¥12,300');
  await expect(lines).toContainText('お支払いの残り¥12,300');
  await expect(lines).not.toContainText('宿泊税');
  await payByCard(page, account);
  const paper = await printPaper(page);
  for (const text of ['キャンセル料 領収書', '¥12,300-', '不課税 ¥12,300', 'クレジットカード払い ¥12,300'])
    await expect(paper).toContainText(text);
  for (const text of ['宿泊税', '10%対象']) await expect(paper).not.toContainText(text);
  await expectInDaily(page, before, guest, {
    rows: [/クレジットカード¥12,300/],
    more: { クレジットカード: 12_300 },
  });
  await expectFigures(page, days, cancelled);
});

test('a no-show for 4,000 of the whole fee is on the screen of reports, on its paper and in 日計', async ({
  hotel,
  desk: { page },
}) => {
  await hotel.api.post('/api/cancellation_rules', { name: '不泊', occasion: 'ノーショー', percent: 100 });
  await freeRoom(hotel, { start: hotel.today, end: addDays(hotel.today, 1) });
  const former = await figuresOf(hotel, hotel.today, hotel.today);
  const before = await sumsOf(hotel);
  const guest = aName('不泊 太郎');
  const { id } = await bookAtDesk(hotel, 0, 1, { guest_name_1: guest, total_fee: 8_200, csv_notes: '0' });
  const desk = await openDesk(page);
  await desk.filter.fill(guest);
  await desk.row(id).focus();
  await press(page, 'x');
  const question = dialogOf(page, 'ノーショーの確認');
  const fee = question.getByLabel('キャンセル料', { exact: true });
  await expect(fee).toHaveValue('8200');
  await fee.fill('4000');
  await question.getByLabel('減額の理由').fill('台風のため');
  await tabTo(page, question.getByRole('button', { name: 'ノーショーにする', exact: true }));
  await press(page, 'Enter');
  await expect(question).toBeHidden();
  const account = await openAccountOf(page, id, guest);
  const lines = account.getByRole('table', { name: '明細' });
  await expect(lines).toContainText('キャンセル料（不課税） 規定¥8,200: 台風のため¥4,000');
  await expect(lines).toContainText('お支払いの残り¥4,000');
  await payByCard(page, account);
  const paper = await printPaper(page);
  for (const text of ['キャンセル料 領収書', '¥4,000-', '不課税 ¥4,000'])
    await expect(paper).toContainText(text);
  await expect(paper).not.toContainText('宿泊税');
  await expectInDaily(page, before, guest, {
    rows: [/クレジットカード¥4,000/],
    more: { クレジットカード: 4_000 },
  });
  const { revenue, fees, rooms } = former;
  await expectFigures(page, [hotel.today, hotel.today], { revenue, fees: fees + 4_000, rooms: rooms + 1 });
});

test('four stays of a company are 93,600 at 10 % and 4,800 of 宿泊税 on the 請求書; 90,000 stand in 日計, 8,400 in the list of debts', async ({
  hotel,
  desk: { page },
}) => {
  const name = '㈱宿泊税商事';
  const company = { corporate_short_name: name, corporate_flag: 0 };
  const { id } = (await hotel.api.post<{ id: number }>('/api/corporate_master', company)).body;
  const ways = (await hotel.api.get<{ id: number; kind: string }[]>('/api/payment_master')).body;
  const payment_type = ways.find(({ kind }) => kind === '請求書')?.id ?? null;
  const before = await sumsOf(hotel);
  for (const guest of ['一郎', '二郎', '三郎', '四郎']) {
    const fields = { guest_name_1: `出張 ${guest}`, total_fee: 23_400, csv_notes: '0' };
    const booked = await bookAtDesk(hotel, 0, 3, { ...fields, corporateID: id, payment_type });
    await hotel.api.post(`/api/booking/${booked.id}/check-in`, { date: hotel.today });
    expect(await accountOf(hotel, booked.id)).toMatchObject({ lodging_tax: 1_200, balance: 24_600 });
  }
  const month = monthOf(addDays(hotel.today, 3));
  await visit(page, `/reports?tab=receivables&month=${month}`);
  const list = page.getByRole('table', { name: '法人ごとの売掛' });
  const row = list.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('4件 ¥98,400');
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('table', { name: '請求待ち' })).toContainText('選択 4件（4件中）¥98,400');
  const print = await keepPrints(page, '.printed-invoice');
  await buttonOf(page, '請求書を作る').click();
  await expect(dialogOf(page)).toContainText('4件　¥98,400');
  await expect(buttonOf(page, '発行して印刷')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialogOf(page)).toBeHidden();
  for (const text of [
    `${name} 御中`,
    'ご請求金額 ¥98,400-',
    '10%対象 ¥93,600（うち消費税 ¥8,509）',
    '不課税 ¥4,800',
  ])
    await expect(print).toContainText(text);

  const invoices = page.getByRole('table', { name: '請求書', exact: true });
  await invoices.getByRole('button', { name: /^No\.\d{6}$/ }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('金額')).toHaveValue('98400');
  await dialog.getByLabel('支払方法').selectOption(String(await wayOf(hotel, 'クレジットカード')));
  await dialog.getByLabel('金額').fill('90000');
  await dialog.getByLabel('金額').press('Enter');
  await expect(dialog).toContainText('残り ¥8,400');
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: '法人の一覧' }).click();
  await expect(row).toContainText('¥8,400');
  await expect(row).not.toContainText('4件');

  const table = await openDaily(page, before.day);
  const sums = table('支払方法ごとの集計');
  const card = `¥${((before.sums.クレジットカード ?? 0) + 90_000).toLocaleString('en-US')}`;
  await expect(
    sums.getByRole('row').filter({ hasText: 'クレジットカード' }).getByRole('cell').last(),
  ).toHaveText(card);
  await expect(table('入金の明細').getByRole('row').filter({ hasText: '出張' }).last()).toContainText(
    'クレジットカード',
  );
});
