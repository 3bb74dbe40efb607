import { expect, type Page } from '@playwright/test';
import { goTo } from './support/calendar.js';
import { acceptAlert, buttonOf, enterBooking } from './support/controls.js';
import { test } from './support/hotel.fixture.js';

/** Makes every new text one too many, as at the limit of a browser. */
const fillUp = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('exceeded the quota', 'QuotaExceededError');
    };
  });

/** Refuses what a browser refuses to a page whose site data a policy blocks. */
const block = (page: Page) =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse });
    LockManager.prototype.request = async () => refuse();
  });

for (const [state, hinder] of [
  ['full', fillUp],
  ['blocked by a policy', block],
] as const)
  test(`the storage of a terminal that is ${state} hinders neither opening the page nor saving`, async ({
    hotel,
    openTerminal,
  }) => {
    const { page, allowError } = await openTerminal();
    allowError(/error: (storage|kept|drafts) .*(QuotaExceededError|SecurityError)/);
    await hinder(page);
    const [stay, room] = await hotel.freeStay();
    await goTo(page, '/reservation-registration');
    await enterBooking(page, stay, room.number, '保存 花子');
    await buttonOf(page, '登録').click();
    await acceptAlert(page, '登録');
    const saved = await hotel.bookings(stay.start, stay.start);
    expect(saved.map(({ guest_name_1 }) => guest_name_1)).toContain('保存 花子');
  });
