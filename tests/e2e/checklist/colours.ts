import { addDays, type Day, nightsOf, weekdayOf } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Calendar, deskAt, scrollCalendar } from '../support/calendar.js';
import type { Hotel } from '../support/hotel.js';
import type { BrowserRows } from './row.js';

const FORM = '/reservation-registration';

/** Reads the paint of the bars that begin in some cells, and the shade of each. */
function paintsOf(cells: Locator): Promise<{ shade: number; ground: string; pattern: string }[]> {
  return cells.evaluateAll((all) =>
    all.map((cell) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(cell.firstElementChild ?? cell);
      return { shade: Number(cell.dataset.shade), ground: backgroundColor, pattern: backgroundImage };
    }),
  );
}

/** Stays of one night each, one after the other, cycle through six shades, each of a colour of its own. */
async function expectCycle(page: Page, hotel: Hotel, path: string, nights: number): Promise<void> {
  const [stay, room] = await hotel.freeStay(nights);
  for (const start of nightsOf(stay)) await hotel.book({ start, end: addDays(start, 1) }, room);
  await deskAt(page, path, { first: stay.start, last: stay.end });
  const booked = page.getByRole('grid').locator(`[data-booking-id][data-room="${room.number}"]`);
  await expect(booked).toHaveCount(nights);
  const paints = await paintsOf(booked);
  const grounds = paints.map(({ ground }) => ground);
  expect(paints.map(({ shade }) => shade)).toEqual(paints.map((_, index) => index % 6));
  expect(new Set(grounds.slice(0, 6)).size).toBe(6);
  expect(grounds.slice(6)).toEqual(grounds.slice(0, nights - 6));
}

export const cellColours: BrowserRows<'cellColours'> = {
  shades: ({ page, hotel }) => expectCycle(page, hotel, FORM, 8),

  async unpaid({ page, hotel }) {
    const [stay, room] = await hotel.freeStay();
    const { id } = await hotel.book(stay, room);
    const calendar = await deskAt(page, FORM, { first: stay.start, last: stay.end });
    const pay = (flag: 0 | 1) =>
      hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: flag });
    const paint = async (isUnpaid: boolean) => {
      await expect(calendar.night(id).and(page.locator(`[data-unpaid="${isUnpaid}"]`))).toHaveCount(2);
      return (await paintsOf(calendar.night(id)))[0];
    };
    const unpaid = await paint(true);
    await pay(1);
    const paid = await paint(false);
    expect([paid?.shade, paid?.ground]).toEqual([unpaid?.shade, unpaid?.ground]);
    expect(paid?.pattern).not.toBe(unpaid?.pattern);
    await pay(0);
    expect(await paint(true)).toEqual(unpaid);
  },
};

export const bookings: BrowserRows<'bookings'> = {
  shades: ({ page, hotel }) => expectCycle(page, hotel, '/reservation-status', 9),
};

type Week = { calendar: Calendar; sunday: Day; workdays: Day[]; saturday: Day };

/** Shows a week to come that has no holiday. */
async function showPlainWeek(page: Page, hotel: Hotel): Promise<Week> {
  for (let ahead = 7; ; ahead += 7) {
    const sunday = addDays(hotel.today, ahead - weekdayOf(hotel.today));
    const [saturday, workdays] = [addDays(sunday, 6), [1, 2, 3, 4, 5].map((days) => addDays(sunday, days))];
    const weather = await hotel.weather(sunday, saturday);
    if (weather.some(({ holiday_flag }) => holiday_flag === 1)) continue;
    const calendar = await deskAt(page, FORM, { first: sunday, last: saturday });
    return { calendar, sunday, workdays, saturday };
  }
}

/** The colours of a day: its date, its weekday, the ground of its counts and of its column. */
async function coloursOf({ header, grid }: Calendar, day: Day): Promise<string[]> {
  const style = (element: Locator, property: 'color' | 'backgroundColor') =>
    element.evaluate((cell, name) => getComputedStyle(cell)[name], property);
  return [
    await style(header('date', day), 'color'),
    await style(header('weekday', day), 'color'),
    await style(header('total', day), 'backgroundColor'),
    await style(grid.locator('.column').nth(weekdayOf(day)), 'backgroundColor'),
  ];
}

async function expectColoured({ calendar, workdays }: Week, day: Day): Promise<void> {
  const colours = await coloursOf(calendar, day);
  for (const workday of workdays.filter((other) => other !== day)) {
    const plain = await coloursOf(calendar, workday);
    for (const [index, colour] of colours.entries()) expect(colour).not.toBe(plain[index]);
  }
}

/** Makes a day a holiday while something is looked at. */
async function asHoliday(hotel: Hotel, { calendar }: Week, date: Day, look: () => Promise<void>) {
  const kind = calendar.header('weekday', date);
  await hotel.api.post('/api/weather/holiday', { date, holiday_flag: 1 });
  await expect(kind).toHaveAttribute('data-kind', 'holiday');
  await look();
  await hotel.api.post('/api/weather/holiday', { date, holiday_flag: 0 });
  await expect(kind).not.toHaveAttribute('data-kind', 'holiday');
}

export const days: BrowserRows<'days'> = {
  async saturday({ page, hotel }) {
    const week = await showPlainWeek(page, hotel);
    await expectColoured(week, week.saturday);
  },

  async sunday({ page, hotel }) {
    const week = await showPlainWeek(page, hotel);
    await expectColoured(week, week.sunday);
  },

  async holiday({ page, hotel }) {
    const week = await showPlainWeek(page, hotel);
    const day = week.workdays[2] as Day;
    const plain = await coloursOf(week.calendar, day);
    await asHoliday(hotel, week, day, () => expectColoured(week, day));
    expect(await coloursOf(week.calendar, day)).toEqual(plain);
  },

  async notByColourAlone({ page, hotel }) {
    const week = await showPlainWeek(page, hotel);
    const { header } = week.calendar;
    await expect(header('weekday', week.saturday)).toContainText('土');
    await expect(header('weekday', week.sunday)).toContainText('日');
    const day = week.workdays[2] as Day;
    const told = () =>
      header('weekday', day).evaluate((cell) => ({
        spoken: cell.ariaLabel,
        marked: getComputedStyle(cell, '::after').content,
      }));
    const plain = await told();
    await asHoliday(hotel, week, day, async () => {
      const { spoken, marked } = await told();
      expect(spoken).toContain('休日');
      expect(marked).toMatch(/休|祝/);
      expect([spoken, marked]).not.toEqual([plain.spoken, plain.marked]);
    });
  },
};

const FLOORS = ['10', '9', '8', '7', '6', '5', '4', '3', '2'];

export const rooms: BrowserRows<'rooms'> = {
  async colours({ page }) {
    const calendar = await deskAt(page, FORM);
    const { scrollHeight, clientHeight } = await calendar.grid.evaluate((grid) => ({
      scrollHeight: grid.scrollHeight,
      clientHeight: grid.clientHeight,
    }));
    const coloursOfFloor = new Map<string, Set<string>>();
    for (let top = 0; top < scrollHeight; top += clientHeight / 2) {
      await scrollCalendar(calendar, top);
      // At once: heads that were looked up before may be gone by the time they are read.
      const seen = await calendar.grid.evaluate((grid) =>
        [...grid.querySelectorAll<HTMLElement>('[role="rowheader"][data-room]')].map((head) => [
          head.dataset.room?.slice(0, -2) ?? '',
          getComputedStyle(head).borderLeftColor,
        ]),
      );
      for (const [floor = '', colour = ''] of seen) {
        coloursOfFloor.set(floor, (coloursOfFloor.get(floor) ?? new Set()).add(colour));
      }
    }
    expect([...coloursOfFloor.keys()]).toEqual(FLOORS);
    expect([...coloursOfFloor.values()].map(({ size }) => size)).toEqual(FLOORS.map(() => 1));
    expect(new Set([...coloursOfFloor.values()].flatMap((colours) => [...colours])).size).toBe(FLOORS.length);
  },
};
