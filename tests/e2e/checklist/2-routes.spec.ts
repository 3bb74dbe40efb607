import { expect } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import { openScreen } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { dialogOf } from '../support/dialogs.js';
import { fieldOf, fillForm } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import { checkRows } from './check-rows.js';

const REGISTRATION = { role: 'form', name: '予約フォーム' } as const;
const LIST = { role: 'group', name: '表示項目' } as const;

const rows = {
  edit: '/reservation-registration/{id}: the registration screen with that reservation',
  list: '/reservation-status: the list of reservations',
  blank: '/reservation-registration: the same screen, no id, with a new reservation',
  history:
    'browser-history navigation: screens change without a page load, back and forward lead through them',
  noRedirects: 'no redirects: an address stays as it is',
  noGuards: 'no guards: nobody is turned away and nobody is held back',
  mount: 'the application is mounted on the page element with id app',
  screens: 'two screens: reservation_registration and reservation_list',
} as const;

async function booked(hotel: Hotel): Promise<BookingRecord> {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  return hotel.book(stay, room, { guest_name_1: '番地 太郎' });
}

checkRows('2 routes', rows, {
  async edit({ desk: { page }, hotel }) {
    const { id } = await booked(hotel);
    const calendar = await openScreen(page, `/reservation-registration/${id}`);
    await expect(page.getByRole(REGISTRATION.role, REGISTRATION)).toBeVisible();
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 太郎');
    await expect(calendar.night(id)).toHaveCount(2);
    await expect(page).toHaveURL(`/reservation-registration/${id}`);
  },

  async list({ desk: { page } }) {
    await openScreen(page, '/reservation-status');
    await expect(page.getByRole(LIST.role, LIST)).toBeVisible();
    await expect(page.getByRole(REGISTRATION.role, REGISTRATION)).toBeHidden();
    await expect(page).toHaveURL('/reservation-status');
  },

  async blank({ desk: { page } }) {
    await openScreen(page, '/reservation-registration');
    await expect(page.getByRole(REGISTRATION.role, REGISTRATION)).toBeVisible();
    await expect(page.getByRole('heading', { name: '新規予約' })).toBeVisible();
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('');
    await expect(page).toHaveURL('/reservation-registration');
  },

  async history({ desk: { page }, hotel }) {
    const { id } = await booked(hotel);
    await openScreen(page, `/reservation-registration/${id}`);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 太郎');
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    const list = page.getByRole(LIST.role, LIST);
    await page.getByRole('link', { name: '予約一覧' }).click();
    await expect(list).toBeVisible();
    await expect(page).toHaveURL('/reservation-status');
    await page.goBack();
    await expect(page).toHaveURL(`/reservation-registration/${id}`);
    await expect(fieldOf(page, '宿泊者名')).toHaveValue('番地 太郎');
    await page.goForward();
    await expect(list).toBeVisible();
    await expect(page).toHaveURL('/reservation-status');
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  },

  async noRedirects({ desk: { page }, hotel }) {
    const { id } = await booked(hotel);
    const addresses = [
      '/',
      '/reservation-status',
      '/reservation-registration',
      `/reservation-registration/${id}`,
      `/reservation-registration/${id}?type=somethingElse`,
      '/no-such-screen',
    ];
    for (const address of addresses) {
      const answer = await page.request.get(address, { maxRedirects: 0 });
      expect([address, answer.status()]).toEqual([address, 200]);
    }
    await openScreen(page, '/');
    await expect(page.getByRole(LIST.role, LIST)).toBeVisible();
    await expect(page).toHaveURL('/');
    await openScreen(page, `/reservation-registration/${id}?type=somethingElse`);
    await expect(page).toHaveURL(`/reservation-registration/${id}?type=somethingElse`);
    await page.goto('/no-such-screen');
    await expect(page.getByText('この画面はありません。')).toBeVisible();
    await expect(page).toHaveURL('/no-such-screen');
  },

  async noGuards({ openTerminal }) {
    const { page, allowError } = await openTerminal();
    allowError(/404|予約が見つかりません/);
    await openScreen(page, '/reservation-registration/999999999');
    await expect(page.getByRole('heading', { name: '新規予約' })).toBeVisible();
    await expect(page).toHaveURL('/reservation-registration/999999999');
    await expect(dialogOf(page)).toBeHidden();

    await fillForm(page, { 宿泊者名: '途中 太郎' });
    await page.getByRole('link', { name: '予約一覧' }).click();
    await expect(page.getByRole(LIST.role, LIST)).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page).toHaveURL('/reservation-status');
  },

  async mount({ desk: { page } }) {
    await deskAt(page, '/reservation-status');
    await expect(page.locator('#app').getByRole('grid')).toBeVisible();
    await expect(page.locator('#app').getByRole('navigation')).toBeVisible();
  },

  async screens({ desk: { page } }) {
    await deskAt(page, '/reservation-status');
    const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name });
    await tab('予約登録').click();
    await expect(page.getByRole(REGISTRATION.role, REGISTRATION)).toBeVisible();
    await expect(page.getByRole(LIST.role, LIST)).toBeHidden();
    await expect(tab('予約登録')).toHaveAttribute('aria-current', 'page');
    await tab('予約一覧').click();
    await expect(page.getByRole(LIST.role, LIST)).toBeVisible();
    await expect(page.getByRole(REGISTRATION.role, REGISTRATION)).toBeHidden();
    await expect(tab('予約一覧')).toHaveAttribute('aria-current', 'page');
    await expect(tab('予約登録')).not.toHaveAttribute('aria-current');
  },
});
