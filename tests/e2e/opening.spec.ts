import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

test('nothing is typed into a form that another booking is about to fill', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '待つ 花子' });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  await showRange(page, stay.start, stay.end);
  let answer = (): void => undefined;
  const asked = new Promise<void>((held) => {
    void page.route(`**/api/fetch-reservation-data/${id}`, async (route) => {
      const released = new Promise<void>((release) => {
        answer = release;
      });
      held();
      await released;
      await route.continue();
    });
  });

  await calendar.cell(room.number, stay.start).focus();
  await page.keyboard.press('Enter');
  await asked;
  await expect(fieldOf(page, '宿泊者名')).toBeDisabled();
  answer();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('待つ 花子');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
});
