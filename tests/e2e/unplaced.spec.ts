import { stayRangeText } from '@domain/calendar/stay-text.js';
import { expect, type Page } from '@playwright/test';
import { around, goTo } from './support/calendar.js';
import { anUnknownType, importRows, recordOf, rowFor } from './support/channel.js';
import { fieldOf } from './support/controls.js';
import { dragOver, moveOver, openGrid, wordsOf } from './support/gestures.js';
import { test } from './support/hotel.fixture.js';

const lane = (page: Page) => page.getByRole('rowgroup', { name: '未配室の予約' });
const barOf = (page: Page, guest: string) => lane(page).getByRole('button', { name: guest });

test('an imported reservation without a room stands above the rooms of its days on every terminal, and is dragged onto one; undone it is there again', async ({
  hotel,
  desk: { page },
  elsewhere: { page: other },
}) => {
  const [stay, room, taken] = await hotel.freeStay();
  await hotel.book(stay, taken);
  const { cell } = await openGrid(page, stay);
  await goTo(other, '/reservation-registration', around(stay));
  const row = rowFor(stay, { 部屋記号: anUnknownType(), 宿泊者氏名: '未定 一郎' });
  await importRows(hotel, row);
  for (const each of [page, other]) await expect(barOf(each, '未定 一郎')).toBeVisible();
  await expect(lane(page).getByRole('link')).toHaveText('未配室 1件');
  const [bar, night] = await Promise.all([
    barOf(page, '未定 一郎').boundingBox(),
    cell(room.number, stay.start).boundingBox(),
  ]);
  // The bar begins where its first night does.
  expect(Math.abs((bar?.x ?? 0) - (night?.x ?? 0))).toBeLessThan(4);

  await dragOver(page, barOf(page, '未定 一郎'), [cell(taken.number, stay.start)]);
  await expect(wordsOf(page)).toContainText('の予約が入っています。');
  await page.mouse.up();
  expect((await recordOf(hotel, row.予約番号)).status).toBe('failed');

  await dragOver(page, barOf(page, '未定 一郎'), [cell(room.number, stay.start)]);
  await expect(wordsOf(page)).toContainText(`未定 一郎 ${room.number} ${stayRangeText(stay)}`);
  await page.mouse.up();
  for (const each of [page, other]) {
    await expect(barOf(each, '未定 一郎')).toHaveCount(0);
    await expect(each.locator(`.cell[data-room="${room.number}"][data-date="${stay.start}"]`)).toContainText(
      '未定 一郎',
    );
  }
  const { status, booking_id } = await recordOf(hotel, row.予約番号);
  expect(status).toBe('registered');
  expect(await hotel.booking(Number(booking_id))).toMatchObject({
    stay_start: stay.start,
    stay_end: stay.end,
  });

  await page.locator('.undo-toast').getByRole('button', { name: '元に戻す' }).click();
  for (const each of [page, other]) await expect(barOf(each, '未定 一郎')).toBeVisible();
});

test('a bar is opened in the form by keys, and also when it is dropped while it lacks what a booking needs', async ({
  hotel,
  desk: { page },
}) => {
  const [stay, room] = await hotel.freeStay();
  const { cell } = await openGrid(page, stay);
  const whole = rowFor(stay, { 部屋記号: anUnknownType(), 宿泊者氏名: '未定 二郎' });
  const lacking = rowFor(stay, { 部屋記号: anUnknownType(), 宿泊者氏名: '' });
  await importRows(hotel, whole, lacking);
  await expect(lane(page).getByRole('link')).toHaveText('未配室 2件');

  await barOf(page, '未定 二郎').focus();
  await page.keyboard.press('End');
  const last = await page.locator(':focus').getAttribute('data-unplaced');
  await page.keyboard.press('Home');
  await expect(page.locator(':focus')).not.toHaveAttribute('data-unplaced', String(last));
  await barOf(page, '未定 二郎').focus();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, '宿泊者名')).toHaveValue('未定 二郎');

  const { id } = await recordOf(hotel, lacking.予約番号);
  await dragOver(page, page.locator(`[data-unplaced="${id}"]`), [cell(room.number, stay.start)]);
  await moveOver(page, cell(room.number, stay.start));
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`/${id}\\?type=csvReservation`));
  expect((await recordOf(hotel, lacking.予約番号)).status).toBe('failed');
});
