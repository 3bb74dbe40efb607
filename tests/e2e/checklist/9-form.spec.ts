import { addDays } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf, openScreen } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { acceptAlert, sentencesOf } from '../support/dialogs.js';
import { buttonOf, enterBooking, fieldOf, fillForm, searchRooms } from '../support/form.js';
import { holdAnswers } from '../support/held-answers.js';
import { checkRows } from './check-rows.js';

const REGISTRATION = '/reservation-registration';

const rows = {
  men: 'Guests per booking: men 0-2',
  women: 'Guests per booking: women 0-2',
  guests: 'Guests per booking: at most 2',
  widened: 'Room search widens the calendar by 5 days before check-in and 5 days after check-out',
  range: 'Default calendar for a new form: 5 days back to 14 days ahead',
  step: 'Check-in time step is 10 minutes',
  suggestions: 'Check-in time suggestions run from 13:00 to 22:50',
  otherTimes: 'Check-in time suggestions are no limit: other times can be typed',
  purpose: 'Default purpose 出張',
  source: 'Default booking source 自社',
  overlay: 'The loading overlay fade closes after 150 ms',
} as const;

/** Throws away what was typed. */
async function discard(page: Page): Promise<void> {
  await buttonOf(page, 'クリア').click();
  await buttonOf(page, '入力途中の内容を破棄').click();
}

checkRows('9 Business constants: form', rows, {
  async men({ desk: { page } }) {
    await deskAt(page, REGISTRATION);
    await expect(fieldOf(page, '男性').locator('option')).toHaveText(['0', '1', '2']);
  },

  async women({ desk: { page } }) {
    await deskAt(page, REGISTRATION);
    await expect(fieldOf(page, '女性').locator('option')).toHaveText(['0', '1', '2']);
  },

  async guests({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const [room] = await hotel.freeRooms(stay);
    await deskAt(page, REGISTRATION);
    await enterBooking(page, stay, room.number, '大勢 太郎');
    for (const [men, women] of [
      ['2', '1'],
      ['1', '2'],
      ['2', '2'],
    ] as const) {
      await fillForm(page, { 男性: men, 女性: women });
      await buttonOf(page, '登録').click();
      const sentences = await sentencesOf(page, '入力内容にエラーがあります');
      expect(sentences).toContain('宿泊人数が2名を超えています。');
      await acceptAlert(page, '宿泊人数が2名を超えています。');
    }
    for (const [men, women] of [
      ['2', '0'],
      ['1', '1'],
      ['0', '2'],
    ] as const) {
      await searchRooms(page, stay, { 男性: men, 女性: women });
      await expect(calendarOf(page).grid.locator('[data-candidate="true"]').first()).toBeAttached();
    }
    await discard(page);
  },

  async widened({ desk: { page }, hotel }) {
    const stay = hotel.nextStay(3);
    const { firstDay, lastDay, grid } = await deskAt(page, REGISTRATION);
    await searchRooms(page, stay);
    await expect(firstDay).toHaveValue(addDays(stay.start, -5));
    await expect(lastDay).toHaveValue(addDays(stay.end, 5));
    const dates = grid.locator('[data-header="date"]');
    await expect(dates).toHaveCount(5 + 3 + 1 + 5);
    await expect(dates.first()).toHaveAttribute('data-date', addDays(stay.start, -5));
    await expect(dates.last()).toHaveAttribute('data-date', addDays(stay.end, 5));
    await discard(page);
  },

  async range({ desk: { page }, hotel: { today } }) {
    const { firstDay, lastDay, grid } = await openScreen(page, REGISTRATION);
    await expect(firstDay).toHaveValue(addDays(today, -5));
    await expect(lastDay).toHaveValue(addDays(today, 14));
    await expect(grid).toHaveAttribute('aria-colcount', String(1 + 5 + 1 + 14));
    await expect(grid.locator('[data-header="date"]').first()).toHaveAttribute(
      'data-date',
      addDays(today, -5),
    );
  },

  async step({ desk: { page } }) {
    await deskAt(page, REGISTRATION);
    const time = fieldOf(page, 'チェックイン時間');
    for (const wrong of ['15:05', '1501', '15:59']) {
      await fillForm(page, { チェックイン時間: wrong });
      await expect(time).toHaveAccessibleDescription(/10分単位/);
    }
    for (const minutes of ['00', '10', '20', '30', '40', '50']) {
      await fillForm(page, { チェックイン時間: `15:${minutes}` });
      await expect(time).toHaveAccessibleDescription('');
      await expect(time).toHaveValue(`15:${minutes}`);
    }
    await discard(page);
  },

  async suggestions({ desk: { page } }) {
    await deskAt(page, REGISTRATION);
    const suggested = await fieldOf(page, 'チェックイン時間').evaluate((field) =>
      [...((field as HTMLInputElement).list?.options ?? [])].map(({ value }) => value),
    );
    const hours = ['13', '14', '15', '16', '17', '18', '19', '20', '21', '22'];
    expect(suggested).toEqual(hours.flatMap((hour) => [0, 1, 2, 3, 4, 5].map((ten) => `${hour}:${ten}0`)));
  },

  async otherTimes({ desk: { page }, hotel }) {
    const stay = hotel.nextStay();
    const rooms = await hotel.freeRooms(stay);
    const { cell } = await deskAt(page, REGISTRATION);
    for (const [index, time] of ['12:50', '23:00'].entries()) {
      const { number } = rooms[index] ?? rooms[0];
      await enterBooking(page, stay, number, '時刻 太郎');
      await fillForm(page, { チェックイン時間: time });
      await buttonOf(page, '登録').click();
      await acceptAlert(page, '登録');
      const id = Number(await cell(number, stay.start).getAttribute('data-booking-id'));
      expect((await hotel.booking(id)).checkin_time).toBe(time);
    }
  },

  async purpose({ desk: { page } }) {
    await deskAt(page, REGISTRATION);
    await expect(fieldOf(page, '利用目的')).toHaveValue('出張');
  },

  async source({ desk: { page } }) {
    await deskAt(page, REGISTRATION);
    await expect(fieldOf(page, '予約媒体')).toHaveValue('自社');
  },

  async overlay({ openTerminal }) {
    const { page } = await openTerminal();
    await page.clock.install();
    await openScreen(page, REGISTRATION);
    const overlay = page.getByRole('status', { name: '読み込み中' });
    await expect(overlay).toBeHidden();
    const answers = await holdAnswers(page, 'GET', /\/api\/bookings\?/);
    await buttonOf(page, '表示').click();
    await expect(overlay).toHaveCSS('opacity', '1');
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await answers.release();
    await expect(overlay).toHaveCSS('transition', /^opacity 0\.15s/);
    await expect(overlay).toHaveCSS('opacity', '0');
    await page.clock.runFor(149);
    await expect(overlay).toBeAttached();
    await page.clock.runFor(1);
    await expect(overlay).not.toBeAttached();
  },
});
