import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { fieldOf } from './support/form.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';

test('nothing is typed into a form that another booking is about to fill', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  await hotel.book(stay, room, { guest_name_1: '待つ 花子' });
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  await showRange(page, stay.start, stay.end);
  const held = await holdAnswers(page, 'GET', /fetch-reservation-data/);

  await calendar.cell(room.number, stay.start).focus();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '宿泊者名')).toBeDisabled();
  await held.release();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('待つ 花子');
  await expect(fieldOf(page, 'チェックイン日')).toBeFocused();
});
