import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, daysFromTo, weekdayOf } from '@domain/dates.js';
import { CATEGORIES, type Category } from '@domain/room/room-month.js';
import { expect } from '@jest/globals';
import type { Hotel } from '#tests/e2e/support/hotel.js';

import { button, calendar, click, deskAt, dialog, FORM, figuresIn, press, soon } from './support/page.js';
import type { PageRows, Proof } from './support/terminal.js';

const HEADER_ROWS = 4 + CATEGORIES.length;

const week = ({ today }: Hotel) => ({ first: addDays(today, -1), last: addDays(today, 6) });
const daysOf = (hotel: Hotel): Day[] => daysFromTo(week(hotel).first, week(hotel).last);
const atWeek = (hotel: Hotel) => deskAt(FORM, week(hotel));
const textsOf = (row: string, hotel: Hotel) =>
  daysOf(hotel).map((date) => calendar.header(row, date)?.textContent);

/** The figures of a count cell as the counts of the server give them (spec 9). */
function figuresOf(count: object | undefined, categories: readonly Category[]): number[] {
  const figures = new Map(Object.entries(count ?? {}));
  const sum = (kind: string) =>
    categories.reduce((all, category) => all + Number(figures.get(`${kind}_${category}`)), 0);
  const [total, actual, tema] = [sum('total'), sum('actual'), sum('tema')];
  return [total - actual, tema, total - (total - actual) - tema];
}

const counts =
  (...categories: Category[]): Proof =>
  async ({ hotel }) => {
    await atWeek(hotel);
    const { first, last } = week(hotel);
    const told = await hotel.counts(first, last);
    for (const category of categories) {
      const drawn = daysOf(hotel).map((date) => figuresIn(calendar.header(category, date)));
      expect(drawn).toEqual(daysOf(hotel).map((date) => figuresOf(told[date], [category])));
    }
  };

async function isHoliday(hotel: Hotel, date: Day): Promise<boolean> {
  return (await hotel.weather(date, date))[0]?.holiday_flag === 1;
}

/** One of the three figures, in every count cell of the week, against the counts of the server. */
export const showsFigure =
  (at: 0 | 1 | 2): Proof =>
  async ({ hotel }) => {
    await atWeek(hotel);
    const { first, last } = week(hotel);
    const told = await hotel.counts(first, last);
    const figure = (row: string) => daysOf(hotel).map((date) => figuresIn(calendar.header(row, date))[at]);
    const expected = (...categories: Category[]) =>
      daysOf(hotel).map((date) => figuresOf(told[date], categories)[at]);
    for (const category of CATEGORIES) expect(figure(category)).toEqual(expected(category));
    expect(figure('total')).toEqual(expected(...CATEGORIES));
    expect(Math.max(...figure('total').map(Number))).toBeGreaterThan(0);
  };

export const calendarTable: PageRows<'calendarTable'> = {
  async date({ hotel }) {
    await atWeek(hotel);
    const numbers = textsOf('date', hotel).map((text) => Number(text?.match(/\d+$/)?.[0]));
    expect(numbers).toEqual(daysOf(hotel).map((date) => Number(date.slice(8))));
  },

  async weekday({ hotel }) {
    await atWeek(hotel);
    expect(textsOf('weekday', hotel)).toEqual(daysOf(hotel).map((date) => '日月火水木金土'[weekdayOf(date)]));
  },

  async weather({ hotel }) {
    const { first, last } = week(hotel);
    await atWeek(hotel);
    const texts = new Map((await hotel.weather(first, last)).map(({ date, weather }) => [date, weather]));
    expect([...texts.values()].filter(Boolean)).not.toEqual([]);
    expect(textsOf('weather', hotel)).toEqual(daysOf(hotel).map((date) => texts.get(date) ?? ''));
  },

  async total({ hotel }) {
    await atWeek(hotel);
    const { first, last } = week(hotel);
    const told = await hotel.counts(first, last);
    for (const date of daysOf(hotel)) {
      const [free = 0, imported = 0, atDesk = 0] = figuresIn(calendar.header('total', date));
      expect([free, imported, atDesk]).toEqual(figuresOf(told[date], CATEGORIES));
      const records = await hotel.bookings(date, date);
      expect(imported + atDesk).toBe(records.filter(({ is_cancelled }) => is_cancelled === 0).length);
    }
  },

  normalNonSmoking: counts('normal_non_smoking'),
  normalSmoking: counts('normal_smoking'),
  womenNonSmoking: counts('women_non_smoking'),
  furtherSmoking: counts('twin_smoking', 'corporate_smoking'),
  furtherNonSmoking: counts('twin_non_smoking', 'corporate_non_smoking'),

  async rooms({ hotel }) {
    await atWeek(hotel);
    const { first, last } = week(hotel);
    const numbers = new Set((await hotel.rooms(first, last)).map(({ room_number }) => room_number));
    expect(calendar.rows()).toBe(HEADER_ROWS + numbers.size);
    const drawn = calendar.heads().map(({ dataset }) => String(dataset.room));
    expect(drawn.length).toBeGreaterThan(15);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn.filter((number) => !numbers.has(number))).toEqual([]);
    const cells = calendar.cells().map(({ dataset }) => `${dataset.room} ${dataset.date}`);
    const expected = drawn.flatMap((number) => daysOf(hotel).map((date) => `${number} ${date}`));
    expect(cells.sort()).toEqual(expected.sort());
  },

  async holiday({ hotel }) {
    const { start } = hotel.nextStay();
    let workday = start;
    while (weekdayOf(workday) % 6 === 0 || (await isHoliday(hotel, workday))) workday = addDays(workday, 1);
    await deskAt(FORM, { first: workday, last: addDays(workday, 6) });
    for (const flag of [true, false]) {
      await click(() => calendar.header('weekday', workday));
      await soon(() => expect(calendar.header('weekday', workday)?.dataset.kind === 'holiday').toBe(flag));
      await soon(async () => expect(await isHoliday(hotel, workday)).toBe(flag));
    }
  },

  async weatherModal({ hotel }) {
    await atWeek(hotel);
    for (const date of [hotel.today, addDays(hotel.today, 1)]) {
      await click(() => calendar.header('weather', date));
      await soon(() => expect(dialog(`天気の登録 ${dayText(date)}`)).toBeDefined());
      await press('閉じる');
      await soon(() => expect(dialog()).toBeUndefined());
    }
  },

  async help({ hotel }) {
    await atWeek(hotel);
    const help = button('予約数の計算式', calendar.grid());
    expect(help?.querySelector('svg')).not.toBeNull();
    help?.click();
    await soon(() => expect(dialog('予約数の計算式')).toBeDefined());
    await press('閉じる');
    await soon(() => expect(dialog()).toBeUndefined());
  },
};
