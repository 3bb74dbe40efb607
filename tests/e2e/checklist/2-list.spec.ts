import { addDays, lastDayOf, monthOf } from '@domain/dates.js';
import { expect } from '@playwright/test';
import { deskAt, scrollCalendar } from '../support/desk.js';
import { dialogOf } from '../support/dialogs.js';
import { buttonOf } from '../support/form.js';
import { checkRows } from './check-rows.js';

const PATH = '/reservation-status';

const rows = {
  readOnly: 'reservation list screen: a read-only calendar',
  filter: 'it has the date filter',
  preview: 'it has a preview-field filter',
  calendar: 'it has the calendar',
  click: 'a click on a booked cell opens the detail modal',
  rooms: 'it shows only rooms that are 予約可能 or of type 倉庫',
} as const;

checkRows('2 reservation list screen', rows, {
  async readOnly({ desk: { page }, hotel }) {
    const calendar = await deskAt(page, PATH, { first: hotel.today, last: addDays(hotel.today, 14) });
    for (const name of ['登録', '更新', '部屋検索', '予約取消', '自動登録失敗に戻す', 'クリア']) {
      await expect(buttonOf(page, name)).toBeHidden();
    }
    const before = await hotel.weather(hotel.today, hotel.today);
    const writes: string[] = [];
    const note = (request: { method(): string; url(): string }) => {
      if (request.method() !== 'GET') writes.push(request.url());
    };
    page.on('request', note);
    for (const row of ['weekday', 'weather']) {
      await calendar.header(row, hotel.today).click();
      await expect(dialogOf(page)).toBeHidden();
    }
    await calendar.grid.locator('[role="gridcell"][data-room]:not([data-booking-id])').first().click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page).toHaveURL(PATH);
    page.off('request', note);
    expect(writes).toEqual([]);
    expect(await hotel.weather(hotel.today, hotel.today)).toEqual(before);
  },

  async filter({ desk: { page }, hotel }) {
    const [first, last] = [addDays(hotel.today, 40), addDays(hotel.today, 50)];
    const calendar = await deskAt(page, PATH, { first, last });
    await expect(calendar.firstDay).toHaveValue(first);
    await expect(calendar.lastDay).toHaveValue(last);
    await expect(calendar.grid.locator('[data-header="date"]')).toHaveCount(11);
    await expect(calendar.header('date', first)).toBeVisible();
    await expect(calendar.header('date', last)).toBeVisible();
  },

  async preview({ desk: { page }, hotel }) {
    const stay = hotel.nextStay(4);
    const [room] = await hotel.freeRooms(stay);
    await hotel.book(stay, room, { guest_name_1: '抜粋 太郎', purpose: '帰省' });
    const calendar = await deskAt(page, PATH, { first: addDays(stay.start, -1), last: addDays(stay.end, 1) });
    const field = (name: string) => page.getByRole('checkbox', { name, exact: true });
    const bar = calendar.cell(room.number, stay.start);
    await expect(bar).toContainText('抜粋 太郎');
    await expect(bar).not.toContainText('帰省');
    await field('利用目的').check({ force: true });
    await expect(bar).toContainText('帰省');
    await field('宿泊者名1').uncheck({ force: true });
    await expect(bar).not.toContainText('抜粋 太郎');
    await expect(bar).toContainText('帰省');
    await field('宿泊者名1').check({ force: true });
    await field('利用目的').uncheck({ force: true });
    await expect(bar).not.toContainText('帰省');
  },

  async calendar({ desk: { page }, hotel }) {
    const { today } = hotel;
    const calendar = await deskAt(page, PATH, { first: today, last: addDays(today, 14) });
    for (const row of ['date', 'weekday', 'weather', 'total']) {
      await expect(calendar.header(row, today)).toBeVisible();
    }
    const nights = (await hotel.bookings(today, today)).filter(({ is_cancelled }) => is_cancelled === 0);
    const drawn = calendar.grid.locator(`[data-booking-id][data-date="${today}"]`);
    const ids = await drawn.evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.bookingId)));
    expect(ids.length).toBeGreaterThan(5);
    expect(nights.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  },

  async click({ desk: { page }, hotel }) {
    const calendar = await deskAt(page, PATH, { first: hotel.today, last: addDays(hotel.today, 14) });
    const night = calendar.grid.locator('[data-booking-id]').first();
    const { guest_name_1 } = await hotel.booking(Number(await night.getAttribute('data-booking-id')));
    await expect(dialogOf(page)).toBeHidden();
    await night.click();
    await expect(dialogOf(page, '予約詳細')).toContainText(guest_name_1);
    await buttonOf(page, '閉じる').click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page).toHaveURL(PATH);
  },

  async rooms({ desk: { page }, hotel }) {
    const month = monthOf(hotel.today);
    const range = { first: month, last: lastDayOf(month) };
    const all = await hotel.rooms(month, month);
    const listed = all.filter(
      ({ reservable_status, room_type }) => reservable_status === '予約可能' || room_type === '倉庫',
    );
    const closed = all.filter((room) => !listed.includes(room));
    expect(closed.length).toBeGreaterThan(0);
    expect(listed.some(({ reservable_status }) => reservable_status !== '予約可能')).toBe(true);

    const calendar = await deskAt(page, PATH, range);
    const headerRows = await calendar.grid.locator('[role="row"]:has([data-header])').count();
    await expect(calendar.grid).toHaveAttribute('aria-rowcount', String(headerRows + listed.length));
    const shown = new Set<string>();
    const height = await calendar.grid.evaluate((grid) => grid.scrollHeight);
    for (let top = 0; top < height; top += 400) {
      await scrollCalendar(calendar, top);
      const heads = calendar.grid.locator('[role="rowheader"][data-room]');
      for (const number of await heads.evaluateAll((all) => all.map((head) => head.dataset.room))) {
        shown.add(String(number));
      }
    }
    expect([...shown].sort()).toEqual(listed.map(({ room_number }) => room_number).sort());

    const everyRoom = await deskAt(page, '/reservation-registration', range);
    await expect(everyRoom.grid).toHaveAttribute('aria-rowcount', String(headerRows + all.length));
  },
});
