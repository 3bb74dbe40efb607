import { addDays, type Day, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { test } from './support/hotel.fixture.js';

test('the date pickers offer what lies between the neighbours, and at least one night', async ({
  hotel,
  openTerminal,
}) => {
  let { start } = hotel.nextStay();
  const day = (ahead: number) => addDays(start, ahead);
  // A picker opens at the month of its day, and must show the days before it as well.
  while (monthOf(start) !== monthOf(day(3))) start = hotel.nextStay().start;
  const [room] = await hotel.freeRooms({ start, end: day(5) });
  await hotel.book({ start, end: day(1) }, room);
  const { id } = await hotel.book({ start: day(2), end: day(3) }, room);
  await hotel.book({ start: day(4), end: day(5) }, room);
  const { page } = await openTerminal();
  await openScreen(page, `/reservation-registration/${id}`);

  for (const { label, first, last } of [
    { label: 'チェックイン日', first: day(1), last: day(3) },
    { label: 'チェックアウト日', first: day(3), last: day(4) },
  ]) {
    await page.getByRole('button', { name: 'カレンダーから選ぶ', description: label }).click();
    const picked = (date: Day) => page.locator(`.date-picker [data-day="${date}"]`);
    for (const date of [first, last]) await expect(picked(date), `${label} ${date}`).toBeEnabled();
    for (const date of [addDays(first, -1), addDays(last, 1)]) {
      await expect(picked(date), `${label} ${date}`).toBeDisabled();
    }
    await page.keyboard.press('Escape');
  }
});
