import { addDays, type Day, daysFromTo, weekdayOf } from '@domain/dates.js';
import { CATEGORIES, type Category } from '@domain/room/category.js';
import { expect, type Locator } from '@playwright/test';
import { type Calendar, figuresIn } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { dialogOf } from '../support/dialogs.js';
import { buttonOf } from '../support/form.js';
import type { Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const PATH = '/reservation-registration';
const HEADER_ROWS = ['date', 'weekday', 'weather', 'total', ...CATEGORIES];

const rows = {
  order: 'the rows stand in this order from the top',
  date: '1. date header',
  weekday: '2. weekday',
  weather: '3. weather',
  total: '4. total booked count',
  normalNonSmoking: '5. per-type counts: normal non-smoking',
  normalSmoking: '5. per-type counts: normal smoking',
  womenNonSmoking: '5. per-type counts: women non-smoking',
  furtherSmoking: '5. per-type counts: smoking for two further room categories',
  furtherNonSmoking: '5. per-type counts: non-smoking for two further room categories',
  rooms: '6. then one row per room number',
  columns: 'there is one column per date',
  select: 'a click on a date header selects that date, shown with a red border',
  holiday: 'a click on a weekday cell toggles the holiday flag for that day',
  weatherModal: 'a click on a weather cell opens the weather modal',
  help: 'a help icon opens the booking-count formula modal',
} as const;

const week = (hotel: Hotel) => ({ first: addDays(hotel.today, -1), last: addDays(hotel.today, 6) });
const atWeek = ({ page }: Terminal, hotel: Hotel) => deskAt(page, PATH, week(hotel));

async function expectCounts({ desk, hotel }: { desk: Terminal; hotel: Hotel }, categories: Category[]) {
  const calendar = await atWeek(desk, hotel);
  const { first, last } = week(hotel);
  const counts = await hotel.counts(first, last);
  for (const category of categories) {
    for (const date of daysFromTo(first, last)) {
      expect(await figuresIn(calendar.header(category, date))).toEqual(figuresOf(counts[date], [category]));
    }
  }
}

function figuresOf(count: object | undefined, categories: readonly Category[]): number[] {
  const figures = new Map(Object.entries(count ?? {}));
  const sum = (kind: string) =>
    categories.reduce((all, category) => all + Number(figures.get(`${kind}_${category}`)), 0);
  const [total, actual, tema] = [sum('total'), sum('actual'), sum('tema')];
  return [total - actual, tema, total - (total - actual) - tema];
}

/** Whether something red is drawn around an element. */
function hasRedBorder(element: Locator): Promise<boolean> {
  return element.evaluate((cell) => {
    const { borderTopColor, borderTopWidth, outlineColor, outlineStyle, boxShadow } = getComputedStyle(cell);
    const lines = [
      borderTopWidth === '0px' ? '' : borderTopColor,
      outlineStyle === 'none' ? '' : outlineColor,
      boxShadow,
    ];
    const [red = 0, green = 255, blue = 255] =
      lines
        .join()
        .match(/rgb\((\d+), (\d+), (\d+)\)/)
        ?.slice(1)
        .map(Number) ?? [];
    return red > 180 && green < 80 && blue < 80;
  });
}

async function isHoliday(hotel: Hotel, date: Day): Promise<boolean> {
  return (await hotel.weather(date, date))[0]?.holiday_flag === 1;
}

async function workdayOf(hotel: Hotel): Promise<{ sunday: Day; workday: Day }> {
  const { start } = hotel.nextStay();
  const sunday = addDays(start, -weekdayOf(start));
  for (const workday of daysFromTo(addDays(sunday, 1), addDays(sunday, 5))) {
    if (!(await isHoliday(hotel, workday))) return { sunday, workday };
  }
  throw new Error(`every day of the week of ${sunday} is a holiday`);
}

const colourOf = (calendar: Calendar, date: Day) =>
  calendar.header('weekday', date).evaluate((cell) => getComputedStyle(cell).color);

checkRows('2 calendar table', rows, {
  async order({ desk, hotel }) {
    const { grid } = await atWeek(desk, hotel);
    const drawn = await grid
      .getByRole('row')
      .evaluateAll((all) =>
        all
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((row) => row.querySelector<HTMLElement>('[data-header]')?.dataset.header ?? 'room'),
      );
    expect(drawn.slice(0, HEADER_ROWS.length)).toEqual(HEADER_ROWS);
    expect(new Set(drawn.slice(HEADER_ROWS.length))).toEqual(new Set(['room']));
  },

  async date({ desk, hotel }) {
    const calendar = await atWeek(desk, hotel);
    for (const date of daysFromTo(week(hotel).first, week(hotel).last)) {
      await expect(calendar.header('date', date)).toContainText(
        new RegExp(`(^|\\D)${Number(date.slice(8))}$`),
      );
    }
  },

  async weekday({ desk, hotel }) {
    const calendar = await atWeek(desk, hotel);
    for (const date of daysFromTo(week(hotel).first, week(hotel).last)) {
      await expect(calendar.header('weekday', date)).toHaveText('日月火水木金土'[weekdayOf(date)] ?? '');
    }
  },

  async weather({ desk, hotel }) {
    const { first, last } = week(hotel);
    const calendar = await atWeek(desk, hotel);
    const texts = new Map((await hotel.weather(first, last)).map(({ date, weather }) => [date, weather]));
    expect([...texts.values()].filter(Boolean).length).toBeGreaterThan(0);
    for (const date of daysFromTo(first, last)) {
      await expect(calendar.header('weather', date)).toHaveText(texts.get(date) ?? '');
    }
  },

  async total({ desk, hotel }) {
    const { first, last } = week(hotel);
    const calendar = await atWeek(desk, hotel);
    const counts = await hotel.counts(first, last);
    for (const date of daysFromTo(first, last)) {
      const [free = 0, imported = 0, atDesk = 0] = await figuresIn(calendar.header('total', date));
      expect([free, imported, atDesk]).toEqual(figuresOf(counts[date], CATEGORIES));
      const records = await hotel.bookings(date, date);
      expect(imported + atDesk).toBe(records.filter(({ is_cancelled }) => is_cancelled === 0).length);
    }
  },

  normalNonSmoking: ({ desk, hotel }) => expectCounts({ desk, hotel }, ['normal_non_smoking']),
  normalSmoking: ({ desk, hotel }) => expectCounts({ desk, hotel }, ['normal_smoking']),
  womenNonSmoking: ({ desk, hotel }) => expectCounts({ desk, hotel }, ['women_non_smoking']),
  furtherSmoking: ({ desk, hotel }) => expectCounts({ desk, hotel }, ['twin_smoking', 'corporate_smoking']),
  furtherNonSmoking: ({ desk, hotel }) =>
    expectCounts({ desk, hotel }, ['twin_non_smoking', 'corporate_non_smoking']),

  async rooms({ desk, hotel }) {
    const { grid } = await atWeek(desk, hotel);
    const { first, last } = week(hotel);
    const numbers = new Set((await hotel.rooms(first, last)).map(({ room_number }) => room_number));
    await expect(grid).toHaveAttribute('aria-rowcount', String(HEADER_ROWS.length + numbers.size));
    const heads = grid.locator('[role="rowheader"][data-room]');
    const drawn = await heads.evaluateAll((all) => all.map((head) => String(head.dataset.room)));
    expect(drawn.length).toBeGreaterThan(15);
    expect(new Set(drawn).size).toBe(drawn.length);
    for (const number of drawn) {
      expect(numbers).toContain(number);
      const row = grid.locator(`[role="row"]:has(> [role="rowheader"][data-room="${number}"])`);
      await expect(row.locator(`[data-room="${number}"][data-date]`)).toHaveCount(8);
    }
  },

  async columns({ desk, hotel }) {
    const { grid } = await atWeek(desk, hotel);
    const days = daysFromTo(week(hotel).first, week(hotel).last);
    await expect(grid).toHaveAttribute('aria-colcount', String(days.length + 1));
    const dates = grid.locator('[data-header="date"]');
    expect(await dates.evaluateAll((all) => all.map((cell) => cell.dataset.date))).toEqual(days);
    const edges = await dates.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().left));
    expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
  },

  async select({ desk, hotel }) {
    const calendar = await atWeek(desk, hotel);
    const [date, other] = [hotel.today, addDays(hotel.today, 1)].map((day) => calendar.header('date', day));
    if (!date || !other) return;
    expect(await hasRedBorder(date)).toBe(false);
    await date.click();
    await expect(date).toHaveAttribute('aria-selected', 'true');
    expect(await hasRedBorder(date)).toBe(true);
    expect(await hasRedBorder(other)).toBe(false);
    await other.click();
    await expect(date).toHaveAttribute('aria-selected', 'false');
    expect([await hasRedBorder(date), await hasRedBorder(other)]).toEqual([false, true]);
    await other.click();
    await expect(other).toHaveAttribute('aria-selected', 'false');
  },

  async holiday({ desk: { page }, hotel }) {
    const { sunday, workday } = await workdayOf(hotel);
    const calendar = await deskAt(page, PATH, { first: sunday, last: addDays(sunday, 6) });
    const [holidayColour, workdayColour] = [
      await colourOf(calendar, sunday),
      await colourOf(calendar, workday),
    ];
    expect(workdayColour).not.toBe(holidayColour);
    for (const [flag, colour] of [
      [true, holidayColour],
      [false, workdayColour],
    ] as const) {
      await calendar.header('weekday', workday).click();
      await expect(calendar.header('weekday', workday)).toHaveCSS('color', colour);
      expect(await isHoliday(hotel, workday)).toBe(flag);
    }
  },

  async weatherModal({ desk, hotel }) {
    const calendar = await atWeek(desk, hotel);
    const { page } = desk;
    for (const date of [hotel.today, addDays(hotel.today, 1)]) {
      await calendar.header('weather', date).click();
      const heading = `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`;
      await expect(dialogOf(page).getByRole('heading')).toContainText(new RegExp(`天気.*${heading}\\(`));
      await buttonOf(page, '閉じる').click();
      await expect(dialogOf(page)).toBeHidden();
    }
  },

  async help({ desk, hotel }) {
    const { grid } = await atWeek(desk, hotel);
    await grid.getByRole('button', { name: '予約数の計算式' }).locator('svg').click();
    await expect(dialogOf(desk.page, '予約数の計算式')).toBeVisible();
    await buttonOf(desk.page, '閉じる').click();
    await expect(dialogOf(desk.page)).toBeHidden();
  },
});
