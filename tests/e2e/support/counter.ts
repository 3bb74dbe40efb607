import type { Day } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import type { AccountRecord } from '@wire/account.js';
import type { DailyPayments } from '@wire/payment.js';
import { visit } from './calendar.js';
import { buttonOf, dialogOf, press } from './controls.js';
import { openDesk } from './front-desk.js';
import type { Hotel } from './hotel.js';

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

/** Reads the account of a stay. */
export const accountOf = async (hotel: Hotel, id: number): Promise<AccountRecord> =>
  (await hotel.api.get<AccountRecord>(`/api/booking/${id}/account`)).body;

/** Charges the 宿泊税 of 京都市, which all tests of a hotel share. */
export async function chargeTax(hotel: Hotel): Promise<void> {
  const { body } = await hotel.api.get<unknown[]>('/api/lodging-tax/rules');
  if (JSON.stringify(body).includes('京都市')) return;
  const rule = { name: '京都市', first_day: '2026-03-01', is_included: 0, exemptions: [], levies };
  expect((await hotel.api.post('/api/lodging-tax/rules', rule)).status).toBeLessThan(300);
}

/** Opens 明細 of the stay whose panel is open. */
export async function openShownAccount(page: Page) {
  await buttonOf(page, '明細').click();
  const dialog = dialogOf(page, '明細');
  await expect(dialog.getByRole('table', { name: '明細' })).toContainText(/お支払いの残り|ご返金/);
  return dialog;
}

/** Opens 明細 of a stay that arrives today. */
export async function openAccount(page: Page, id: number, guest: string) {
  const desk = await openDesk(page);
  await desk.filter.fill(guest);
  await desk.row(id).click();
  return openShownAccount(page);
}

/** Keeps a copy of what is printed from now on, of the last paper alone. */
export async function keepPrints(page: Page, selector = '.printed-receipt') {
  await page.evaluate((printed) => {
    for (const old of document.querySelectorAll('.kept-print')) old.remove();
    window.print = () => {
      const copy = document.querySelector(printed)?.cloneNode(true) as Element;
      copy.classList.add('kept-print');
      document.body.append(copy);
    };
  }, selector);
  return page.locator('.kept-print');
}

/** Issues the paper of the stay that is open, and returns its printed copy. */
export async function printPaper(page: Page) {
  const print = await keepPrints(page);
  await buttonOf(page, '領収書').click();
  await expect(dialogOf(page).getByLabel('宛名')).toBeFocused();
  await press(page, 'Enter');
  await expect(dialogOf(page)).toBeHidden();
  return print;
}

/** Opens 日計 of a day; returns its tables. */
export async function openDaily(page: Page, date: Day) {
  await visit(page, `/reports?tab=daily&date=${date}`);
  await expect(page.getByLabel('日計の日付')).toHaveValue(date);
  return (name: string) => page.getByRole('table', { name });
}

/** Returns the id of a way of paying. */
export async function wayOf(hotel: Hotel, name: string): Promise<number> {
  const ways = (await hotel.api.get<{ id: number; payment_name: string }[]>('/api/payment_master')).body;
  return ways.find(({ payment_name }) => payment_name === name)?.id ?? 0;
}

/** Reads the yen of each way of paying on the day on which money counts now. */
export async function sumsOf(hotel: Hotel): Promise<{ day: Day; sums: Record<string, number> }> {
  const { counting_day: day } = (await hotel.api.get<DailyPayments>('/api/daily-payments')).body;
  const { ways } = (await hotel.api.get<DailyPayments>(`/api/daily-payments?date=${day}`)).body;
  return { day, sums: Object.fromEntries(ways.map(({ payment_name, sum }) => [payment_name, sum])) };
}

/** Looks at 日計: the rows of a guest, and by how much each way has more than `before`. */
export async function expectInDaily(
  page: Page,
  before: Awaited<ReturnType<typeof sumsOf>>,
  guest: string,
  { rows, more }: { rows: RegExp[]; more: Record<string, number> },
): Promise<void> {
  const table = await openDaily(page, before.day);
  await expect(table('入金の明細').getByRole('row').filter({ hasText: guest })).toHaveText(rows);
  for (const [name, yen] of Object.entries(more)) {
    const sum = yenTextOf((before.sums[name] ?? 0) + yen);
    const row = table('支払方法ごとの集計').getByRole('row').filter({ hasText: name });
    await expect(row.getByRole('cell').last()).toHaveText(sum);
  }
  const whole = [...Object.values(before.sums), ...Object.values(more)].reduce((sum, yen) => sum + yen, 0);
  const total = table('支払方法ごとの集計').getByRole('row').last();
  await expect(total.getByRole('cell').last()).toHaveText(yenTextOf(whole));
}

const yenTextOf = (yen: number) => `${yen < 0 ? '−' : ''}¥${Math.abs(yen).toLocaleString('en-US')}`;
