import { expect } from '@playwright/test';
import { openScreen } from './support/calendar.js';
import { acceptAlert } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from './support/form.js';
import { test } from './support/hotel.fixture.js';

test('a booking that was clicked is in the address: a reload keeps it, Back returns to the one before', async ({
  hotel,
  openTerminal,
}) => {
  const stay = hotel.nextStay();
  const [room, otherRoom] = await hotel.freeRooms(stay);
  const { id } = await hotel.book(stay, room, { guest_name_1: '番地 一郎' });
  const other = await hotel.book(stay, otherRoom, { guest_name_1: '番地 二郎' });
  const { page } = await openTerminal();
  page.on('dialog', (dialog) => void dialog.accept());
  const calendar = await openScreen(page, `/reservation-registration/${id}`);
  const guest = fieldOf(page, '宿泊者名');
  await expect(guest).toHaveValue('番地 一郎');
  await calendar.grid.evaluate((grid) => Object.assign(grid, { isTheSame: true }));

  await calendar.cell(otherRoom.number, stay.start).click();
  await expect(guest).toHaveValue('番地 二郎');
  await expect(page).toHaveURL(`/reservation-registration/${other.id}`);
  expect(await calendar.grid.evaluate((grid) => 'isTheSame' in grid)).toBe(true);
  await fillForm(page, { 備考: '変更の途中' });
  await page.goBack();
  await expect(guest).toHaveValue('番地 一郎');
  await page.goForward();
  await expect(guest).toHaveValue('番地 二郎');
  await expect(fieldOf(page, '備考')).toHaveValue('変更の途中');

  await page.reload();
  await expect(page.getByText(`編集中: ${otherRoom.number} 番地 二郎`)).toBeVisible();
  await expect(fieldOf(page, '備考')).toHaveValue('変更の途中');
  await buttonOf(page, '更新').click();
  await acceptAlert(page, '予約が更新されました！');
  await expect(page).toHaveURL('/reservation-registration');
  await expect(guest).toHaveValue('');

  await calendar.cell(room.number, stay.start).click();
  await expect(page).toHaveURL(`/reservation-registration/${id}`);
  await page.reload();
  await expect(guest).toHaveValue('番地 一郎');
  await buttonOf(page, '新規に戻る').click();
  await expect(page).toHaveURL('/reservation-registration');
});
