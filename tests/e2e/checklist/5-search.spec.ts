import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { openScreen } from '../support/calendar.js';
import { dialogOf } from '../support/dialogs.js';
import { type FormEntries, fillForm, roomOptions, searchRooms } from '../support/form.js';
import { test } from '../support/hotel.fixture.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { blankForm, complaints } from '../support/wrong-input.js';
import { checkRows } from './check-rows.js';

const NO_GUESTS = '宿泊人数を選択してください。';
const TOO_MANY = '宿泊人数が2名を超えています。';
const NO_CHECK_IN = 'チェックイン日を入力してください。';
const NO_CHECK_OUT = 'チェックアウト日を入力してください。';
const NOT_AFTER = '宿泊終了日は宿泊開始日より後の日付を選択してください。';

const rows = {
  checkIn: `it requires check-in: ${NO_CHECK_IN}`,
  checkOut: `it requires check-out: ${NO_CHECK_OUT}`,
  oneGuest: `it requires 1 guest at least: ${NO_GUESTS}`,
  twoGuests: `it requires 2 guests at most: ${TOO_MANY}`,
  order: `it requires a check-out after the check-in: ${NOT_AFTER}`,
  together: 'all that is missing is told in one alert, as on save',
  nothingElse: 'it requires nothing else',
} as const;

/** Searches with everything that is required but for these entries: nothing is searched. */
async function complaintsOfSearch(page: Page, hotel: Hotel, entries: FormEntries): Promise<string[]> {
  const complete = {
    チェックイン日: addDays(hotel.today, 30),
    チェックアウト日: addDays(hotel.today, 32),
    男性: '1',
    女性: '0',
  };
  await fillForm(page, { ...complete, ...entries });
  const told = await complaints(page, '部屋検索');
  await expect(roomOptions(page)).toHaveCount(1);
  return told;
}

const refuses =
  (message: string, ...wrong: FormEntries[]) =>
  async ({ desk: { page }, hotel }: { desk: Terminal; hotel: Hotel }) => {
    await blankForm(page);
    for (const entries of wrong) expect(await complaintsOfSearch(page, hotel, entries)).toEqual([message]);
  };

test.afterAll(
  async ({ sharedTerminal: { page } }) => void (await openScreen(page, '/reservation-registration')),
);

checkRows('5 Room search', rows, {
  checkIn: refuses(NO_CHECK_IN, { チェックイン日: '' }),
  checkOut: refuses(NO_CHECK_OUT, { チェックアウト日: '' }),
  oneGuest: refuses(NO_GUESTS, { 男性: '0' }),
  twoGuests: refuses(TOO_MANY, { 男性: '1', 女性: '2' }, { 男性: '2', 女性: '1' }),

  async order({ desk: { page }, hotel }) {
    await blankForm(page);
    for (const ahead of [30, 29]) {
      const entries = { チェックアウト日: addDays(hotel.today, ahead) };
      expect(await complaintsOfSearch(page, hotel, entries)).toEqual([NOT_AFTER]);
    }
  },

  async together({ desk: { page }, hotel }) {
    await blankForm(page);
    expect(await complaints(page, '部屋検索')).toEqual([NO_GUESTS, NO_CHECK_IN, NO_CHECK_OUT]);
    const entries = { 男性: '2', 女性: '2', チェックアウト日: hotel.today };
    expect(await complaintsOfSearch(page, hotel, entries)).toEqual([TOO_MANY, NOT_AFTER]);
  },

  async nothingElse({ desk: { page }, hotel }) {
    const stay = { start: addDays(hotel.today, 120), end: addDays(hotel.today, 121) };
    await blankForm(page);
    await fillForm(page, { 合計料金: '', 利用ポイント: '' });
    for (const [men, women] of [
      ['1', '0'],
      ['0', '1'],
      ['1', '1'],
    ] as const) {
      await searchRooms(page, stay, { 男性: men, 女性: women });
      await expect(dialogOf(page)).toHaveCount(0);
    }
  },
});
