import { addDays, type Day } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf, openScreen, showRange } from '../support/calendar.js';
import { test } from '../support/hotel.fixture.js';
import type { Hotel } from '../support/hotel.js';
import { complaints } from '../support/wrong-input.js';
import { checkRows } from './check-rows.js';

const REVERSED = '終了日は開始日より後の日付を選択してください。';

const rows = {
  list: `the end must not be before the start, on the list screen: ${REVERSED}`,
  registration: `the end must not be before the start, on the registration screen: ${REVERSED}`,
  sameDay: 'the end may be the start',
} as const;

/** The filter refuses these days, and goes on saying what is displayed. */
async function checkRefused(page: Page, first: Day, last: Day): Promise<void> {
  const { firstDay, lastDay, grid } = calendarOf(page);
  const state = async () => [
    await firstDay.inputValue(),
    await lastDay.inputValue(),
    await grid.getAttribute('aria-colcount'),
    await grid.locator('[data-header="date"]').first().getAttribute('data-date'),
  ];
  const before = await state();
  await firstDay.fill(first);
  await lastDay.fill(last);
  expect(await complaints(page, '表示')).toEqual([REVERSED]);
  await expect.poll(state).toEqual(before);
}

async function checkScreen(page: Page, path: string, { today }: Hotel): Promise<void> {
  await openScreen(page, path);
  await checkRefused(page, today, addDays(today, -1));
  await checkRefused(page, addDays(today, 60), addDays(today, 30));
}

test.afterAll(
  async ({ sharedTerminal: { page } }) => void (await openScreen(page, '/reservation-registration')),
);

checkRows('5 Date filter', rows, {
  list: async ({ desk: { page }, hotel }) => checkScreen(page, '/reservation-status', hotel),

  registration: async ({ desk: { page }, hotel }) => checkScreen(page, '/reservation-registration', hotel),

  async sameDay({ desk: { page }, hotel: { today } }) {
    const calendar = await openScreen(page, '/reservation-status');
    await showRange(page, today, today);
    await expect(calendar.grid.locator('[data-header="date"]')).toHaveCount(1);
    await expect(calendar.lastDay).toHaveValue(today);
  },
});
