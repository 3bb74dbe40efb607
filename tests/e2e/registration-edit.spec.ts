import { addDays, type Day, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

test('another booked cell opens beside an addressed booking, and the address lets go of it', async ({
  desk: { page },
  hotel,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '住所 太郎' });
  await hotel.book(stay, otherRoom, { guest_name_1: '隣室 次郎' });
  const calendar = await openScreen(page, `/reservation-registration/${id}`);
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('住所 太郎');
  await calendar.cell(otherRoom.number, stay.start).click();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('隣室 次郎');
  await expect(page).toHaveURL('/reservation-registration');
  await expect(buttonOf(page, '更新')).toBeVisible();
  await expect(calendar.cell(room.number, stay.start)).toHaveAttribute('data-booking-id', String(id));
});

test('the date pickers offer what lies between the neighbours, and at least one night', async ({
  hotel,
  openTerminal,
}) => {
  let { start } = hotel.nextStay();
  const day = (ahead: number) => addDays(start, ahead);
  // The picker opens at the month of the stay, and must show the day before it as well.
  while (monthOf(start) !== monthOf(day(2))) start = hotel.nextStay().start;
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
