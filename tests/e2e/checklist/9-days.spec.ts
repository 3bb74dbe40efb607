import { addDays, type Day, weekdayOf } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/category.js';
import { expect, type Locator } from '@playwright/test';
import { type Calendar, figuresIn } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { dialogOf } from '../support/dialogs.js';
import { buttonOf } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const REGISTRATION = '/reservation-registration';

const rows = {
  saturday: 'Weekend colouring applies on Saturday',
  sunday: 'Weekend colouring applies on Sunday',
  holiday: 'Weekend colouring applies on a holiday flag of 1',
  notByColourAlone: 'Saturday, Sunday and a holiday flag of 1 are told by more than their colour',
  formula: 'Booking count formula, left to right, as the help tells it',
  free: 'Booking count formula, left: rooms minus actual bookings',
  imported: 'Booking count formula, middle: auto-registration bookings',
  atDesk: 'Booking count formula, right: rooms minus (rooms minus actual) minus auto-registration',
} as const;

type Week = { calendar: Calendar; sunday: Day; workdays: Day[]; saturday: Day };

/** Shows a week to come that has no holiday. */
async function showPlainWeek({ page }: Terminal, hotel: Hotel): Promise<Week> {
  for (let ahead = 7; ; ahead += 7) {
    const sunday = addDays(hotel.today, ahead - weekdayOf(hotel.today));
    const [saturday, workdays] = [addDays(sunday, 6), [1, 2, 3, 4, 5].map((days) => addDays(sunday, days))];
    const weather = await hotel.weather(sunday, saturday);
    if (weather.some(({ holiday_flag }) => holiday_flag === 1)) continue;
    const calendar = await deskAt(page, REGISTRATION, { first: sunday, last: saturday });
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

/** One of the three figures, in every count cell in sight, against the counts of the server. */
const showsFigure =
  (at: 0 | 1 | 2, figure: (total: number, actual: number, tema: number) => number) =>
  async ({ desk: { page }, hotel }: { desk: Terminal; hotel: Hotel }): Promise<void> => {
    const days = [0, 1, 2, 3, 4].map((ahead) => addDays(hotel.today, ahead));
    const [first, last] = [addDays(hotel.today, -1), addDays(hotel.today, 5)];
    const { header } = await deskAt(page, REGISTRATION, { first, last });
    const counts = await hotel.counts(first, last);
    const shown = new Set<number>();
    for (const day of days) {
      const count = counts[day];
      if (!count) throw new Error(`no counts of ${day}`);
      const expected = CATEGORIES.map((category) =>
        figure(count[`total_${category}`], count[`actual_${category}`], count[`tema_${category}`]),
      );
      for (const [index, category] of CATEGORIES.entries()) {
        expect((await figuresIn(header(category, day)))[at]).toBe(expected[index]);
      }
      const sum = expected.reduce((all, one) => all + one, 0);
      expect((await figuresIn(header('total', day)))[at]).toBe(sum);
      shown.add(sum);
    }
    expect(Math.max(...shown)).toBeGreaterThan(0);
  };

checkRows('9 Business constants: days', rows, {
  async saturday({ desk, hotel }) {
    const week = await showPlainWeek(desk, hotel);
    await expectColoured(week, week.saturday);
  },

  async sunday({ desk, hotel }) {
    const week = await showPlainWeek(desk, hotel);
    await expectColoured(week, week.sunday);
  },

  async holiday({ desk, hotel }) {
    const week = await showPlainWeek(desk, hotel);
    const day = week.workdays[2] as Day;
    const plain = await coloursOf(week.calendar, day);
    await asHoliday(hotel, week, day, () => expectColoured(week, day));
    expect(await coloursOf(week.calendar, day)).toEqual(plain);
  },

  async notByColourAlone({ desk, hotel }) {
    const week = await showPlainWeek(desk, hotel);
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

  async formula({ desk: { page } }) {
    const { grid } = await deskAt(page, REGISTRATION);
    await grid.getByRole('button', { name: '予約数の計算式' }).click();
    await expect(dialogOf(page).getByRole('listitem')).toHaveText([
      /^左 室数 − 予約数/,
      /^中 自動登録の予約数$/,
      /^右 室数 −（室数 − 予約数）− 自動登録の予約数$/,
    ]);
    await buttonOf(page, '閉じる').click();
  },

  free: showsFigure(0, (total, actual) => total - actual),
  imported: showsFigure(1, (_total, _actual, tema) => tema),
  atDesk: showsFigure(2, (total, actual, tema) => total - (total - actual) - tema),
});
