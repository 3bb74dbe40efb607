import { addDays, type Day, weekdayOf } from '@domain/dates.js';
import { CATEGORIES } from '@domain/room/category.js';
import { expect } from '@playwright/test';
import { openScreen, showRange } from './support/calendar.js';
import { dialogOf } from './support/dialogs.js';
import {
  cellsInDocument,
  type DrawnNight,
  drawnNights,
  lastNightOf,
  nightsToDraw,
} from './support/drawn-nights.js';
import { buttonOf, fieldOf } from './support/form.js';
import { test } from './support/hotel.fixture.js';

const HEADER_ROWS = ['date', 'weekday', 'weather', 'total', ...CATEGORIES];
const SOURCES = ['自社', '楽天', '電話', '企業(法人)', '訪問', 'るるぶ', '宿泊時', 'その他', 'じゃらん'];

const byPlace = (a: DrawnNight, b: DrawnNight) => (`${a.room} ${a.date}` < `${b.room} ${b.date}` ? -1 : 1);

test('the header’s rows stand in order, their counts are those of the server', async ({
  hotel,
  openTerminal,
}) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  const [first, last] = [addDays(hotel.today, -5), addDays(hotel.today, 14)];
  const rows = calendar.grid.locator('[role="row"]:has([data-header])');
  const kinds = await rows.evaluateAll((all) =>
    all.map((row) => row.querySelector('[data-header]')?.getAttribute('data-header')),
  );
  expect(kinds).toEqual(HEADER_ROWS);
  const rooms = await hotel.rooms(hotel.today, hotel.today);
  await expect(calendar.grid).toHaveAttribute('aria-rowcount', String(HEADER_ROWS.length + rooms.length));
  await expect(calendar.grid).toHaveAttribute('aria-colcount', '21');

  const counts = await hotel.counts(first, last);
  const weather = new Map((await hotel.weather(first, last)).map((day) => [day.date, day.weather]));
  const dates = await calendar.grid
    .locator('[data-header="date"]')
    .evaluateAll((cells) => cells.map((cell) => String(cell.getAttribute('data-date'))));
  expect(dates.length).toBeGreaterThan(12);
  const expected = new Map<string, string>();
  for (const date of dates) {
    const day = counts[date] ?? {};
    const numbers = CATEGORIES.map((category) => {
      const [total, actual, tema] = ['total', 'actual', 'tema'].map((kind) =>
        Number(day[`${kind}_${category}` as keyof typeof day]),
      ) as [number, number, number];
      return [total - actual, tema, total - (total - actual) - tema];
    });
    for (const [index, category] of CATEGORIES.entries()) {
      expected.set(`${category} ${date}`, String(numbers[index]));
    }
    expected.set(
      `total ${date}`,
      [0, 1, 2].map((at) => numbers.reduce((sum, row) => sum + (row[at] ?? 0), 0)).join(),
    );
    expected.set(`weather ${date}`, weather.get(date as Day) ?? '');
    expected.set(`weekday ${date}`, '日月火水木金土'[weekdayOf(date as Day)] ?? '');
  }
  const shown = await calendar.grid.locator('[data-header]:not([data-header="date"])').evaluateAll((cells) =>
    cells.map((cell) => {
      const text = (cell.textContent ?? '').trim();
      const isCount = /\d/.test(text);
      return [
        `${cell.getAttribute('data-header')} ${cell.getAttribute('data-date')}`,
        isCount ? String(text.match(/-?\d+/g)) : text,
      ] as const;
    }),
  );
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
});

test('every cell in sight is drawn as its night record says', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  const [first, last] = [addDays(hotel.today, -5), addDays(hotel.today, 14)];
  const records = await hotel.bookings(first, last);
  const inDocument = await cellsInDocument(page);
  const expected = nightsToDraw(records, await hotel.rooms(first, last)).filter(({ room, date }) =>
    inDocument.has(`${room} ${date}`),
  );
  expect(expected.length).toBeGreaterThan(100);
  expect(new Set(expected.map(({ shade }) => shade)).size).toBe(6);
  expect((await drawnNights(page)).sort(byPlace)).toEqual(expected.sort(byPlace));

  const starts = records.filter(
    ({ id, date, stay_start }) =>
      date === stay_start && expected.some((night) => night.id === id && night.date === date),
  );
  expect(starts.length).toBeGreaterThan(50);
  for (const start of starts) {
    const cell = calendar.night(start.id).first();
    const [nights, number] = [
      Date.parse(start.stay_end) - Date.parse(start.stay_start),
      SOURCES.indexOf(start.booking_source),
    ];
    const marker = nights > 86_400_000 ? '①②③④⑤⑥⑦⑧⑨'[number] : String(number + 1);
    await expect(cell).toContainText(new RegExp(`^${marker}\\s*${start.guest_name_1}`));
  }
  const outs = records.filter(
    ({ date, nextday_out_flag, stay_end }) => nextday_out_flag === 1 && addDays(date, 1) === stay_end,
  );
  const drawnOuts = outs.filter((out) => expected.some(({ id, date }) => id === out.id && date === out.date));
  expect(drawnOuts.length).toBeGreaterThan(0);
  await expect(calendar.grid.getByText('翌OUT')).toHaveCount(drawnOuts.length);
  for (const out of drawnOuts) {
    const cell = calendar.grid.locator(`[data-booking-id="${out.id}"][data-date="${lastNightOf(out)}"]`);
    await expect(cell).toContainText('翌OUT');
  }
});

test('a click on a weekday turns the holiday, on every terminal', async ({ hotel, openTerminal }) => {
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const { start } = hotel.nextStay();
  const sunday = addDays(start, -weekdayOf(start));
  const holidays = (await hotel.weather(sunday, addDays(sunday, 6))).filter((day) => day.holiday_flag === 1);
  const workdays = [1, 2, 3, 4, 5].map((days) => addDays(sunday, days));
  const date = workdays.find((day) => !holidays.some((holiday) => holiday.date === day)) ?? sunday;
  const own = await openScreen(a, '/reservation-registration');
  await showRange(a, sunday, addDays(sunday, 6));
  const seen = await openScreen(b, '/reservation-status');
  await showRange(b, sunday, addDays(sunday, 6));
  const colourOf = (day: Day) => seen.header('weekday', day).evaluate((cell) => getComputedStyle(cell).color);
  const [sundayColour, workdayColour] = [await colourOf(sunday), await colourOf(date)];
  expect(workdayColour).not.toBe(sundayColour);

  for (const [flag, colour] of [
    [1, sundayColour],
    [0, workdayColour],
  ] as const) {
    await own.header('weekday', date).click();
    await expect(seen.header('weekday', date)).toHaveCSS('color', colour, { timeout: 3_000 });
    expect((await hotel.weather(date, date))[0]?.holiday_flag).toBe(flag);
  }
});

test('the weather of a day is written in its modal and shown everywhere', async ({ hotel, openTerminal }) => {
  const [{ page: a }, { page: b }] = [await openTerminal(), await openTerminal()];
  const date = hotel.nextStay().start;
  const own = await openScreen(a, '/reservation-registration');
  await showRange(a, date, addDays(date, 3));
  const seen = await openScreen(b, '/');
  await showRange(b, date, addDays(date, 3));
  for (const weather of ['大雪', '晴れ']) {
    await own.header('weather', date).click();
    await expect(fieldOf(a, '天気')).toBeFocused();
    await fieldOf(a, '天気').fill(weather);
    await dialogOf(a).getByRole('button', { name: '保存' }).click();
    await expect(dialogOf(a)).toBeHidden();
    await expect(own.header('weather', date)).toHaveText(weather);
    await expect(seen.header('weather', date)).toHaveText(weather, { timeout: 3_000 });
    expect((await hotel.weather(date, date))[0]?.weather).toBe(weather);
  }
  await own.header('weather', date).click();
  await fieldOf(a, '天気').fill('雷雨');
  await dialogOf(a).getByRole('button', { name: '閉じる' }).click();
  await expect(own.header('weather', date)).toHaveText('晴れ');
});

test('the help explains the formula; a click on a date selects it', async ({ hotel, openTerminal }) => {
  const { page } = await openTerminal();
  const calendar = await openScreen(page, '/reservation-registration');
  const { today } = hotel;
  await calendar.grid.getByRole('button', { name: /予約数/ }).click();
  await expect(dialogOf(page)).toContainText('室数');
  await expect(dialogOf(page)).toContainText('自動登録');
  await buttonOf(page, '閉じる').click();
  await expect(dialogOf(page)).toBeHidden();

  const date = calendar.header('date', today);
  await expect(date).toHaveAttribute('aria-selected', 'false');
  await date.click();
  await expect(date).toHaveAttribute('aria-selected', 'true');
  await expect(date).toHaveCSS('box-shadow', /rgb\(217, 32, 26\)/);
  await calendar.header('date', addDays(today, 1)).click();
  await expect(date).toHaveAttribute('aria-selected', 'false');
});
