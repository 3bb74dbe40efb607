import { addDays, dayIn } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { calendarOf, openScreen } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf } from './support/form.js';
import { holdAnswers } from './support/held-answers.js';
import { test } from './support/hotel.fixture.js';
import { expectPast, momentAt, movedBooking, openPast, pastOf, positionNow } from './support/past.js';

test('the slider goes by one event, by a hundredth and to both ends, and says in words where it is', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { grid } = await openScreen(page, '/');
  await grid.evaluate((element) => element.scrollTo(0, 300));
  const past = pastOf(page);
  await past.open.click();
  await expect(past.slider).toBeFocused();
  const head = await positionNow(hotel);
  const press = async (key: string, position: number) => {
    await page.keyboard.press(key);
    await expect(past.slider, key).toHaveValue(String(position));
    await expectPast(page, position);
  };
  await expect(past.slider).toHaveValue(String(head));
  const leap = Math.round(head / 100);
  await press('ArrowLeft', head - 1);
  await press('ArrowRight', head);
  await press('PageDown', head - leap);
  await press('PageDown', head - 2 * leap);
  await press('PageUp', head - leap);
  const { recorded_at } = await momentAt(hotel, String(head - leap));
  const instant = new Date(Date.parse(String(recorded_at)) + 9 * 3_600_000);
  const [date, time] = instant.toISOString().slice(0, 19).split('T') as [string, string];
  const [year, month, day] = date.split('-').map(Number);
  const [hour, minute, second] = time.split(':').map(Number);
  await expect(past.slider).toHaveAttribute(
    'aria-valuetext',
    `${year}年${month}月${day}日 ${hour}時${minute}分${second}秒、位置 ${(head - leap).toLocaleString('en-US')}`,
  );
  await expect(past.date).toHaveValue(date);
  await expect(past.time).toHaveValue(time);
  await press('Home', 0);
  await expect(past.band).toContainText('最初のイベントより前');
  await expect(past.back).toBeDisabled();
  await expect(grid.locator('[data-room]')).toHaveCount(0);
  await press('End', head);
  await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  await expect(past.forward).toBeDisabled();
  await past.back.click();
  await expectPast(page, head - 1);
  await past.forward.click();
  await expectPast(page, head);
  await past.toNow.click();
  await expect(past.band).toBeHidden();
});

test('a date, with or without a time by the hotel’s clock, leads to what was recorded by then', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { header } = await openScreen(page, '/');
  const past = pastOf(page);
  await past.open.click();
  await expect(past.slider).toBeFocused();
  const yesterday = addDays(hotel.today, -1);
  await past.date.fill('昨日');
  await past.time.fill('');
  await past.time.press('Enter');
  await expectPast(page, (await momentAt(hotel, yesterday)).position);
  await expect(header('date', yesterday)).toHaveAttribute('aria-current', 'date');
  await expect(header('date', hotel.today)).not.toHaveAttribute('aria-current');

  await past.time.fill('１０３０');
  await past.time.press('Enter');
  await expectPast(page, (await momentAt(hotel, `${yesterday}T10:30:00.999999+09:00`)).position);

  await past.time.fill('25:00');
  await past.time.press('Enter');
  await acceptAlert(page, '時刻は 14:03 のように入力してください。');
  await expect(past.time).toBeFocused();
  await past.date.fill('いつか');
  await past.date.press('Enter');
  await acceptAlert(page, '日付を入力してください。');
  await expect(past.date).toBeFocused();

  await past.date.fill(yesterday);
  await past.time.fill('12:00');
  await buttonOf(page, 'カレンダーから選ぶ').click();
  const earlier = addDays(hotel.today, -2);
  await dialogOf(page, '日付の選択').locator(`[data-day="${earlier}"]`).click();
  await expect(past.date).toHaveValue(earlier);
  await buttonOf(page, 'この日時へ').click();
  const { position, recorded_at } = await momentAt(hotel, earlier);
  await expectPast(page, position);
  expect(dayIn('Asia/Tokyo', new Date(String(recorded_at))) <= earlier).toBe(true);
});

test('of many moments gone through only the newest is read, and an older answer never replaces a newer one', async ({
  hotel,
  openTerminal,
}) => {
  const { stay, room, otherRoom, then } = await movedBooking(hotel);
  const { page } = await openTerminal();
  const calendar = await openPast(page, then + 1, stay);
  await expectPast(page, then + 1);
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('今 太郎');
  const held = await holdAnswers(page, 'GET', /\/api\/bookings\?/);
  const past = pastOf(page);
  await past.slider.focus();
  for (const _ of [1, 2, 3, 4, 5]) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight');
  await expect(past.slider).toHaveValue(String(then));
  await expect(page.getByRole('status').filter({ hasText: '/' })).toContainText(
    `位置 ${then.toLocaleString('en-US')} /`,
  );
  await expect(past.slider).toHaveAttribute('aria-valuetext', /秒、位置/);
  expect(held.requests).toHaveLength(1);
  expect(held.requests[0]).toContain(`as_of=${then}`);
  await expectPast(page, then + 1);

  const read: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/bookings') read.push(searchParams.get('as_of'));
  });
  await held.release();
  await expectPast(page, then);
  await expect(calendar.cell(room.number, stay.start)).toContainText('昔 太郎');
  expect(read.filter((asOf) => asOf !== String(then))).toEqual([]);
});

test('an answer that comes after the return changes nothing', async ({ hotel, openTerminal }) => {
  const { stay, room, otherRoom, then } = await movedBooking(hotel);
  const { page } = await openTerminal();
  const calendar = await openPast(page, then + 1, stay);
  await expectPast(page, then + 1);
  const held = await holdAnswers(page, 'GET', /\/api\/bookings\?/);
  await pastOf(page).back.click();
  await expect.poll(() => held.requests.length).toBe(1);
  await pastOf(page).toNow.click();
  await expect(pastOf(page).band).toBeHidden();
  const late = page.waitForResponse(/\/api\/bookings\?.*as_of=/);
  await held.release();
  await (await late).finished();
  await page.evaluate(async () => {
    for (const _ of ['taken in', 'drawn', 'seen']) await new Promise(requestAnimationFrame);
  });
  await expect(calendar.cell(otherRoom.number, stay.start)).toContainText('今 太郎');
  await expect(calendar.cell(room.number, stay.start)).not.toHaveAttribute('data-booking-id');
  await expect(page).toHaveURL('/');
});

test('an address that names no moment is told, and leads to the present', async ({ openTerminal, hotel }) => {
  const { page, allowError } = await openTerminal();
  allowError(/status of 400/);
  await page.goto(`/?as_of=${(await positionNow(hotel)) + 1_000_000}`);
  await acceptAlert(page, 'より後を指定できません');
  await expect(page).toHaveURL('/');
  await expect(pastOf(page).band).toBeHidden();
  await expect(calendarOf(page).header('total', hotel.today)).toHaveText(/\d/);
});

test('Escape while an input method composes, or in a dialog, does not return', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const { grid } = await openScreen(page, `/?as_of=${await positionNow(hotel)}`);
  const past = pastOf(page);
  await past.date.focus();
  await past.date.evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', isComposing: true, bubbles: true }),
    ),
  );
  await expect(past.band).toBeVisible();
  await grid.locator('[data-booking-id]').first().click();
  await expect(dialogOf(page, '予約詳細')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(past.band).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(past.band).toBeHidden();
});
