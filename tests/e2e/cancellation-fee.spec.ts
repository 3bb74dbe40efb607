import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { AccountRecord } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ManagedCancellationRule } from '@wire/money-masters.js';
import type { Report } from '@wire/report.js';
import { goTo, visit } from './support/calendar.js';
import { importRows, recordOf, rowFor } from './support/channel.js';
import { acceptAlert, buttonOf, dialogOf, fieldOf, findBoxOf, press, tabTo } from './support/controls.js';
import { bookAtDesk, openDesk } from './support/front-desk.js';
import { test } from './support/hotel.fixture.js';
import type { Hotel } from './support/hotel.js';
import { aName, openList } from './support/masters.js';

/** A source that no other test's bookings have. */
const SOURCE = 'るるぶ';
const QUESTION = 'この予約を取り消します。よろしいですか？';

test.beforeEach(({ desk: { page } }) => page.setViewportSize({ width: 1366, height: 768 }));

const accountOf = async (hotel: Hotel, id: number) =>
  (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;
const rulesOf = async (hotel: Hotel) =>
  (await hotel.api.get<ManagedCancellationRule[]>('/api/cancellation_rules?all=1')).body;
const feesOf = async (hotel: Hotel, first = 0, last = 7) => {
  const range = `start_date=${addDays(hotel.today, first)}&end_date=${addDays(hotel.today, last)}`;
  return (await hotel.api.get<Report>(`/api/reports?${range}`)).body.total.cancellation_fees;
};

/** Puts the rules of the source in force, which the tests of this file share. */
async function defineRules(hotel: Hotel): Promise<void> {
  const known = (await rulesOf(hotel)).some(
    ({ booking_source, is_retired }) => booking_source === SOURCE && is_retired === 0,
  );
  if (known) return;
  const eve = {
    name: '前日まで',
    booking_source: SOURCE,
    occasion: 'キャンセル',
    days_from: 0,
    days_to: 1,
    percent: 50,
  };
  const missed = { name: '不泊', booking_source: SOURCE, occasion: 'ノーショー', percent: 100 };
  for (const rule of [eve, missed]) await hotel.api.post('/api/cancellation_rules', rule);
}

const bookFor = (hotel: Hotel, guest: string, from: number): Promise<BookingRecord & { room: string }> =>
  bookAtDesk(hotel, from, 3, {
    ...{
      reserver_name: guest,
      guest_name_1: guest,
      booking_source: SOURCE,
      total_fee: 24_600,
      csv_notes: '0',
    },
  });

/** Cancels the booking that the form is open for, up to the question. */
async function askToCancel(page: Page, id: number) {
  await goTo(page, `/reservation-registration/${id}`);
  await buttonOf(page, '予約取消').first().click();
  const question = dialogOf(page, '予約取消の確認');
  await expect(question).toContainText(QUESTION);
  await expect(question.getByRole('button', { name: '閉じる', exact: true })).toBeFocused();
  return question;
}

/** Opens the panel of a booking, also of a cancelled one. */
async function openPanelOf(page: Page, id: number, guest: string): Promise<void> {
  await openDesk(page);
  await findBoxOf(page).type(guest);
  await findBoxOf(page).option(id).click();
  await expect(buttonOf(page, '明細')).toBeVisible();
}

test('rules are entered by keys, and lines that overlap are refused at the field', async ({
  hotel,
  desk: { page, allowError },
}) => {
  allowError(/status of 422/);
  const name = aName('規定');
  await openList(page, 'cancellation-rule');
  await press(page, 'Alt+n');
  await expect(fieldOf(page, '名称')).toBeFocused();
  await page.keyboard.type(name);
  await press(page, 'Tab');
  await expect(fieldOf(page, '予約媒体')).toBeFocused();
  await fieldOf(page, '予約媒体').selectOption('訪問');
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('２');
  await press(page, 'Tab');
  await page.keyboard.type('7');
  await press(page, 'Tab');
  await page.keyboard.type('30');
  await press(page, 'Enter');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('訪問');
  await expect(row).toContainText('30');
  await expect(fieldOf(page, '名称')).toBeFocused();

  await page.keyboard.type(`${name}の2`);
  await fieldOf(page, '予約媒体').selectOption('訪問');
  await fieldOf(page, '何日前から').fill('7');
  await fieldOf(page, '合計料金の何%').fill('20');
  await fieldOf(page, '名称').press('Enter');
  await expect(page.getByText(`同じ予約媒体・日数のキャンセル規定「${name}」があります。`)).toBeVisible();
  await expect(fieldOf(page, '何日前から')).toBeFocused();
  await press(page, 'Escape');
  const rule = (await rulesOf(hotel)).find((one) => one.name === name);
  expect(rule).toMatchObject({ days_from: 2, days_to: 7, percent: 30, tax_rate: 0 });
  await hotel.api.put(`/api/cancellation_rules/${rule?.id}/retired`, { is_retired: 1 });
});

test('cancelled one day before for 50 %: 12,300 不課税, paid by card later, on a paper of its own', async ({
  hotel,
  desk: { page },
}) => {
  await defineRules(hotel);
  const guest = aName('取消 太郎');
  const { id } = await bookFor(hotel, guest, 1);
  const before = await feesOf(hotel);
  const question = await askToCancel(page, id);
  await expect(question.getByLabel('キャンセル料', { exact: true })).toHaveValue('12300');
  await expect(question).toContainText('規定「前日まで」 ¥12,300');
  await expect(question.getByLabel('消費税')).toHaveValue('0');
  await tabTo(page, question.getByRole('button', { name: '予約取消', exact: true }));
  await press(page, 'Enter');
  await acceptAlert(page, '予約がキャンセルされました');
  expect(await accountOf(hotel, id)).toMatchObject({ fee: 0, charged: 12_300, balance: 12_300 });
  expect((await feesOf(hotel)) - before).toBe(12_300);

  await visit(page, '/reports?tab=receivables');
  const debts = page.getByRole('table', { name: '個人・取消' });
  await page.getByLabel('法人・宿泊者で絞り込み').fill(guest);
  await expect(debts.locator('tbody tr')).toHaveText(new RegExp(`^${guest}取消.*¥12,300¥12,300$`));
  await tabTo(page, debts.getByRole('button', { name: guest }));
  await press(page, 'Enter');
  await expect(page.getByText('未払い ¥12,300')).toBeVisible();
  await tabTo(page, buttonOf(page, '明細'));
  await press(page, 'Enter');
  const account = dialogOf(page, '明細');
  const lines = account.getByRole('table', { name: '明細' });
  await expect(lines).toContainText('キャンセル料（不課税）¥12,300');
  await account.getByLabel('支払方法').selectOption({ label: 'クレジットカード' });
  await account.getByLabel('金額', { exact: true }).press('Enter');
  await expect(lines).toContainText('お支払いの残り¥0');
  await press(page, 'Escape');
  await expect(account).toBeHidden();
  await expect(debts.getByText(guest)).toBeHidden();

  await page.evaluate(() => {
    window.print = () => {
      const copy = document.querySelector('.printed-receipt')?.cloneNode(true) as Element;
      copy.classList.add('kept-print');
      document.body.append(copy);
    };
  });
  await buttonOf(page, '領収書').click();
  await expect(dialogOf(page, 'キャンセル料 領収書').getByLabel('宛名')).toBeFocused();
  await expect(fieldOf(page, '但し書き')).toHaveValue('キャンセル料として');
  await press(page, 'Enter');
  const paper = page.locator('.kept-print');
  for (const text of ['キャンセル料 領収書', '¥12,300-', '不課税 ¥12,300', 'クレジットカード払い ¥12,300'])
    await expect(paper).toContainText(text);
  await expect(paper).not.toContainText('宿泊料金');
  await expect(paper).not.toContainText('のうち');
});

test('a no-show of 100 % is waived to 4,000 with a reason', async ({ hotel, desk: { page } }) => {
  await defineRules(hotel);
  const guest = aName('不泊 太郎');
  const { id } = await bookFor(hotel, guest, 0);
  const desk = await openDesk(page);
  await desk.filter.fill(guest);
  await desk.row(id).focus();
  await press(page, 'x');
  const question = dialogOf(page, 'ノーショーの確認');
  const fee = question.getByLabel('キャンセル料', { exact: true });
  await expect(fee).toHaveValue('24600');
  await fee.fill('99,999,999');
  const go = question.getByRole('button', { name: 'ノーショーにする', exact: true });
  await go.click();
  await expect(question.getByRole('alert')).toHaveText('0円から合計料金の24,600円までで入力してください。');
  await expect(fee).toBeFocused();
  await fee.fill('4000');
  await go.press('Enter');
  await expect(question.getByRole('alert')).toHaveText('キャンセル規定より減額する理由を入力してください。');
  await expect(question.getByLabel('減額の理由')).toBeFocused();
  await page.keyboard.type('初回のため');
  await tabTo(page, go);
  await press(page, 'Enter');
  await expect(question).toBeHidden();
  await expect(desk.row(id)).toHaveCount(0);
  expect(await accountOf(hotel, id)).toMatchObject({
    ...{ fee: 0, balance: 4_000 },
    charges: [{ amount: 4_000, tax_rate: 0, cancellation: { proposed: 24_600, reason: '初回のため' } }],
  });
  await page.locator('body').press('Control+z');
  await expect.poll(async () => (await accountOf(hotel, id)).balance).toBe(24_600);
});

test('what was paid in advance is set against the fee, and the rest is given back by 返金', async ({
  hotel,
  desk: { page },
}) => {
  await defineRules(hotel);
  const guest = aName('前金 太郎');
  const { id } = await bookFor(hotel, guest, 1);
  const ways = (await hotel.api.get<{ id: number; payment_name: string }[]>('/api/payment_master')).body;
  const cash = ways.find(({ payment_name }) => payment_name === '現金');
  await hotel.api.post(`/api/booking/${id}/payments`, { payment_type: cash?.id, amount: 24_600 });
  const question = await askToCancel(page, id);
  await question.getByRole('button', { name: '予約取消', exact: true }).click();
  await acceptAlert(page, '予約がキャンセルされました');
  await openPanelOf(page, id, guest);
  await expect(page.getByText('ご返金 ¥12,300')).toBeVisible();
  await buttonOf(page, '明細').click();
  const account = dialogOf(page, '明細');
  const lines = account.getByRole('table', { name: '明細' });
  await expect(lines).toContainText('ご返金¥12,300');
  await expect(account.getByRole('radio', { name: '返金' })).toBeChecked();
  await expect(account.getByLabel('金額', { exact: true })).toHaveValue('12300');
  await account.getByLabel('返金の理由').fill('取消のため');
  await press(page, 'Enter');
  await expect(lines).toContainText('お支払いの残り¥0');
  expect(await accountOf(hotel, id)).toMatchObject({ taken: 12_300, balance: 0, payment_flag: 1 });
  await press(page, 'Escape');
  await expect(account).toBeHidden();
});

test('a cancellation that a site sends waits with its fee at 自動登録, and is charged or waived in one step', async ({
  hotel,
  desk: { page },
}) => {
  await defineRules(hotel);
  const early = {
    name: '早めの取消',
    booking_source: SOURCE,
    occasion: 'キャンセル',
    days_from: 2,
    percent: 20,
  };
  const rule = (await hotel.api.post<{ id: number }>('/api/cancellation_rules', early)).body;
  const guests = [aName('媒体 一郎'), aName('媒体 二郎')] as const;
  const ids: number[] = [];
  for (const guest of guests) {
    const cells = { 予約サイト名: 'るるぶトラベル', 合計料金: '24600', 宿泊者氏名: guest };
    const row = rowFor(hotel.nextStay(), cells);
    await importRows(hotel, row);
    ids.push(Number((await recordOf(hotel, row.予約番号)).booking_id));
    await importRows(hotel, { ...row, 予約区分: 'キャンセル', キャンセル日時: `${hotel.today} 09:00:00` });
  }
  const [charged = 0, waived = 0] = ids;
  await visit(page, '/auto-registration');
  await page.getByRole('tab', { name: 'キャンセル料 2' }).click();
  const list = page.getByRole('list', { name: '確認待ちのキャンセル料' });
  const open = async (guest: string) => {
    await tabTo(page, list.getByRole('button', { name: `${guest} ¥4,920` }));
    await press(page, 'Enter');
    const form = page.getByRole('region', { name: 'キャンセル料の確認' });
    await expect(form).toContainText(
      /^るるぶで.*に取り消されました。キャンセル規定により ¥4,920 を請求できます。/,
    );
    return form;
  };
  const form = await open(guests[0]);
  await expect(form.getByLabel('キャンセル料', { exact: true })).toHaveValue('4920');
  await tabTo(page, buttonOf(page, 'キャンセル料を記録'));
  await press(page, 'Enter');
  await expect(page.getByText('未払い ¥4,920')).toBeVisible();
  await expect(form).toBeHidden();
  await press(page, 'Escape');
  await open(guests[1]);
  await tabTo(page, buttonOf(page, '請求しない'));
  await press(page, 'Enter');
  await expect(form).toBeHidden();
  await expect(page.getByText('確認待ちのキャンセル料はありません。')).toBeVisible();
  expect(await accountOf(hotel, charged)).toMatchObject({ charged: 4_920, balance: 4_920 });
  expect(await accountOf(hotel, waived)).toMatchObject({
    balance: 0,
    charges: [{ amount: 0, cancellation: { proposed: 4_920, reason: '予約元の取消のため請求しない' } }],
  });
  await hotel.api.put(`/api/cancellation_rules/${rule.id}/retired`, { is_retired: 1 });
});
