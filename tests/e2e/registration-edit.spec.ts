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
