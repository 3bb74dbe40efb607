import type { Day } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf } from './support/calendar.js';
import { acceptAlert, dialogOf } from './support/dialogs.js';
import { buttonOf, fieldOf, fillForm, roomOptions, searchRooms } from './support/form.js';
import { openAs, REFUSED, signInAs, signInDialog, test } from './support/signed-in.fixture.js';
import type { Member, SignedInHotel } from './support/signed-in-hotel.js';

const FORM = '/reservation-registration';

/** Types a booking for a stay of its own as far as 登録; answers the day it begins. */
async function typeBooking(page: Page, { hotel }: SignedInHotel, guest: string): Promise<Day> {
  const stay = hotel.nextStay();
  await expect(calendarOf(page).grid).toBeVisible();
  await searchRooms(page, stay);
  const room = await roomOptions(page).nth(1).innerText();
  const entries = { 予約者名: guest, 宿泊者名: guest, チェックイン時間: '15:00', 合計料金: '8000' };
  await fillForm(page, { ルームタイプ: room, ...entries });
  return stay.start;
}

const bookedAs = async ({ hotel }: SignedInHotel, day: Day, guest: string) =>
  (await hotel.bookings(day, day)).filter(({ guest_name_1 }) => guest_name_1 === guest);

/** Waits until the live connection is there, which hears of the end. */
const connected = (page: Page) => expect(page.locator('.connection[data-connected="true"]')).toBeVisible();

async function save(page: Page): Promise<void> {
  await buttonOf(page, '登録').click();
}

test('the session ends while a booking is typed: it is saved once, with the key that it had', async ({
  house,
  openTerminal,
}) => {
  const member = await house.member('staff');
  const terminal = await openTerminal();
  terminal.allowError(REFUSED);
  const { page } = terminal;
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/booking'))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  await openAs(page, member, FORM);
  const day = await typeBooking(page, house, '中断 太郎');
  await house.endSilently(member, 'gone');
  await save(page);
  await expect(signInDialog(page)).toBeVisible();
  await expect(signInDialog(page)).toContainText('入力中の内容もそのまま');
  expect(await bookedAs(house, day, '中断 太郎')).toEqual([]);
  await signInAs(page, member);
  await acceptAlert(page, '登録');
  const booked = await bookedAs(house, day, '中断 太郎');
  expect(booked).toHaveLength(1);
  expect(booked[0]).toMatchObject({ staff_id: member.id });
  expect(new Set(keys).size).toBe(1);
});

test('another member of staff begins anew: nothing that was typed or waited becomes theirs', async ({
  house,
  openTerminal,
}) => {
  const [first, second] = [await house.member('staff'), await house.member('staff')];
  const terminal = await openTerminal();
  terminal.allowError(REFUSED);
  const { page } = terminal;
  await openAs(page, first, FORM);
  await connected(page);
  const day = await typeBooking(page, house, '交代 花子');
  await house.endSilently(first, 'gone');
  await save(page);
  await expect(signInDialog(page)).toBeVisible();
  await signInAs(page, second);
  await expect(page.locator('.staff-menu')).toContainText(second.name);
  await expect(fieldOf(page, '予約者名')).toHaveValue('');
  await expect(page.getByRole('status').filter({ hasText: '入力途中' })).toBeHidden();
  expect(await bookedAs(house, day, '交代 花子')).toEqual([]);
});

const ENDS: Record<string, (house: SignedInHotel, member: Member) => Promise<unknown>> = {
  'nobody called for half an hour': (house, member) => house.endSilently(member, 'idle'),
  'the password was chosen anew elsewhere': async (house, member) =>
    house.elsewhere().redeem(await house.codeFor(member), 'よそで決めた別の合言葉'),
  'the member of staff was taken out of use': ({ hotel }, member) =>
    hotel.api.put(`/api/staff/${member.id}/retired`, { is_retired: 1 }),
};

for (const [how, end] of Object.entries(ENDS)) {
  test(`${how}: the dialog opens by itself and hides what is there`, async ({ house, openTerminal }) => {
    const member = await house.member('staff');
    const { page } = await openTerminal();
    await openAs(page, member, '/reservation-status');
    await expect(calendarOf(page).grid).toBeVisible();
    await connected(page);
    await end(house, member);
    await expect(signInDialog(page)).toBeVisible();

    await expect(page.locator('#app')).toHaveCSS('filter', 'blur(16px)');
    const reached = await page.evaluate(() => {
      const link = document.querySelector<HTMLElement>('.top-bar a');
      link?.focus();
      const hit = document.elementFromPoint(10, 10);
      return [document.activeElement === link, hit?.closest('#app') ?? null];
    });
    expect(reached).toEqual([false, null]);
    await page.keyboard.press('Alt+o');
    await expect(page).toHaveURL(/reservation-status$/);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('#app')).toBeHidden();
  });
}

test('over a dialog that is open already: what was typed there stays', async ({ house, openTerminal }) => {
  const member = await house.member('staff');
  const { page } = await openTerminal();
  await openAs(page, member, FORM);
  await connected(page);
  const weather = calendarOf(page).header('weather', house.hotel.today);
  await weather.click();
  const typed = dialogOf(page, '天気の登録').getByLabel('天気');
  await typed.fill('ひょう');
  await house.endSilently(member, 'idle');
  await expect(signInDialog(page)).toBeVisible();
  await signInAs(page, member);
  await expect(typed).toHaveValue('ひょう');
  await expect(typed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(weather).toHaveText('ひょう');
});
