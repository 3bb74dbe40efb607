import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { openScreen } from '../support/calendar.js';
import { importedBooking } from '../support/channel.js';
import { deskAt } from '../support/desk.js';
import { acceptAlert, dialogOf } from '../support/dialogs.js';
import { buttonOf, fieldOf, fillForm } from '../support/form.js';
import { holdAnswers } from '../support/held-answers.js';
import type { Hotel } from '../support/hotel.js';
import { checkRows } from './check-rows.js';

const PATH = '/reservation-registration';

const rows = {
  weather: 'modal: weather entry',
  help: 'modal: help showing the booking-count formula',
  cancel: 'modal: cancel confirmation',
  returned: 'modal: return-to-auto-registration-failure confirmation',
  overlayRooms: 'a full-page loading overlay shows while rooms load',
  overlaySave: 'a full-page loading overlay shows while a save runs',
} as const;

async function booked(hotel: Hotel) {
  const stay = hotel.nextStay();
  const [room] = await hotel.freeRooms(stay);
  return hotel.book(stay, room);
}

async function expectWholePageCovered(page: Page) {
  const overlay = page.getByRole('status', { name: '読み込み中' });
  await expect(overlay).toBeVisible();
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  const hits = await overlay.evaluate((cover) =>
    [0.02, 0.3, 0.6, 0.98].map((part) => {
      const hit = document.elementFromPoint(innerWidth * part, innerHeight * part);
      return cover.contains(hit);
    }),
  );
  expect(hits).toEqual([true, true, true, true]);
  return overlay;
}

/** Asks the question of a button, closes it again: nothing has happened. */
async function expectQuestion(page: Page, hotel: Hotel, button: string, text: string) {
  const booking = await importedBooking(hotel, '確認 太郎');
  await openScreen(page, `${PATH}/${booking.id}`);
  await buttonOf(page, button).click();
  const question = dialogOf(page, `${button}${button === '予約取消' ? 'の' : ''}確認`);
  await expect(question).toContainText(text);
  await expect(question.getByRole('button', { name: button, exact: true })).toBeVisible();
  await expect(question.getByRole('button', { name: '閉じる' })).toBeFocused();
  await question.getByRole('button', { name: '閉じる' }).click();
  await expect(question).toBeHidden();
  await expect(fieldOf(page, '宿泊者名')).toHaveValue(booking.guest_name_1);
  expect(await hotel.booking(booking.id)).toMatchObject({ is_cancelled: 0, version: booking.version });
}

checkRows('2 registration screen, over the page', rows, {
  async weather({ desk: { page }, hotel }) {
    const { start } = hotel.nextStay();
    const calendar = await deskAt(page, PATH, { first: start, last: addDays(start, 3) });
    for (const weather of ['大雪', '晴れ']) {
      await calendar.header('weather', start).click();
      await expect(fieldOf(page, '天気')).toBeFocused();
      await fieldOf(page, '天気').fill(weather);
      await dialogOf(page).getByRole('button', { name: '保存' }).click();
      await expect(dialogOf(page)).toBeHidden();
      await expect(calendar.header('weather', start)).toHaveText(weather);
      expect((await hotel.weather(start, start))[0]?.weather).toBe(weather);
    }
    await calendar.header('weather', start).click();
    await expect(fieldOf(page, '天気')).toHaveValue('晴れ');
    await fieldOf(page, '天気').fill('雷雨');
    await dialogOf(page).getByRole('button', { name: '閉じる' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(calendar.header('weather', start)).toHaveText('晴れ');
    expect((await hotel.weather(start, start))[0]?.weather).toBe('晴れ');
  },

  async help({ desk: { page } }) {
    const calendar = await deskAt(page, PATH);
    await calendar.grid.getByRole('button', { name: '予約数の計算式' }).click();
    const formula = dialogOf(page, '予約数の計算式').getByRole('listitem');
    await expect(formula).toHaveCount(3);
    const parts = await formula.allTextContents();
    expect(parts.map((part) => part.replaceAll(/\s/g, ''))).toEqual([
      expect.stringMatching(/室数−予約数/),
      expect.stringMatching(/自動登録の予約数/),
      expect.stringMatching(/室数−（室数−予約数）−自動登録の予約数/),
    ]);
    await buttonOf(page, '閉じる').click();
    await expect(dialogOf(page)).toBeHidden();
  },

  async cancel({ desk: { page }, hotel }) {
    await expectQuestion(page, hotel, '予約取消', 'この予約を取り消します。');
  },

  async returned({ desk: { page }, hotel }) {
    await expectQuestion(page, hotel, '自動登録失敗に戻す', '手間いらずの自動登録失敗に戻します。');
  },

  async overlayRooms({ desk: { page }, hotel }) {
    const calendar = await deskAt(page, PATH);
    const held = await holdAnswers(page, 'GET', /\/api\/rooms/);
    await calendar.firstDay.fill(hotel.today);
    await calendar.lastDay.fill(hotel.today);
    await buttonOf(page, '表示').click();
    const overlay = await expectWholePageCovered(page);
    expect(held.requests).toHaveLength(1);
    await held.release();
    await expect(overlay).toBeHidden();
    await expect(calendar.grid).toHaveAttribute('aria-colcount', '2');
  },

  async overlaySave({ desk: { page }, hotel }) {
    const booking = await booked(hotel);
    await openScreen(page, `${PATH}/${booking.id}`);
    await fillForm(page, { 備考: '幕の下' });
    const held = await holdAnswers(page, 'PUT', /\/api\/booking\//);
    await buttonOf(page, '更新').click();
    const overlay = await expectWholePageCovered(page);
    await expect(dialogOf(page)).toBeHidden();
    await held.release();
    await acceptAlert(page, '予約が更新されました！');
    await expect(overlay).toBeHidden();
  },
});
