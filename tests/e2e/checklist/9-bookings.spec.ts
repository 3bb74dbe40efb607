import { addDays, type Day, type Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Calendar } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import type { FreeRoom, Hotel } from '../support/hotel.js';
import type { Terminal } from '../support/terminal.js';
import { checkRows } from './check-rows.js';

const SOURCES = [
  '自社',
  '楽天',
  '電話',
  '企業(法人)',
  '訪問',
  'るるぶ',
  '宿泊時',
  'その他',
  'じゃらん',
] as const;
const CIRCLED = ['①', '②', '③', '④', '⑤', '⑥', '⑦', '⑧', '⑨'];

const rows = {
  source1: 'Booking source 1: 自社',
  source2: 'Booking source 2: 楽天',
  source3: 'Booking source 3: 電話',
  source4: 'Booking source 4: 企業(法人)',
  source5: 'Booking source 5: 訪問',
  source6: 'Booking source 6: るるぶ',
  source7: 'Booking source 7: 宿泊時',
  source8: 'Booking source 8: その他',
  source9: 'Booking source 9: じゃらん',
  circled: 'A circled digit is used when the stay exceeds 1 night',
  nextdayOut: 'A 翌OUT marker shows on the last night when nextday_out_flag is 1',
  shades: 'Booked colour cycle is 0-5',
  choices: 'The booking sources stand in this order in the form',
} as const;

/** Stays of every source one after another: of one night each in one room, of two nights each in another. */
type Series = { first: Day; single: FreeRoom; double: FreeRoom };

let series: Promise<Series> | undefined;

async function bookSeries(hotel: Hotel): Promise<Series> {
  const whole = hotel.nextStay(2 * SOURCES.length);
  const first = whole.start;
  const [single, double] = await hotel.freeRooms(whole);
  for (const [index, source] of SOURCES.entries()) {
    const one: Stay = { start: addDays(first, index), end: addDays(first, index + 1) };
    const two: Stay = { start: addDays(first, 2 * index), end: addDays(first, 2 * index + 2) };
    await hotel.book(one, single, { guest_name_1: '短期 一郎', booking_source: source });
    await hotel.book(two, double, { guest_name_1: '長期 二郎', booking_source: source });
  }
  return { first, single, double };
}

async function showSeries({ page }: Terminal, hotel: Hotel): Promise<Series & { calendar: Calendar }> {
  series ??= bookSeries(hotel);
  const { first } = await series;
  const last = addDays(first, 2 * SOURCES.length - 1);
  return { ...(await series), calendar: await deskAt(page, '/', { first, last }) };
}

const marksSource =
  (number: number) =>
  async ({ desk, hotel }: { desk: Terminal; hotel: Hotel }): Promise<void> => {
    const { first, single, calendar } = await showSeries(desk, hotel);
    const cell = calendar.cell(single.number, addDays(first, number - 1));
    await expect(cell).toHaveText(`${number}短期 一郎`);
    const id = Number(await cell.getAttribute('data-booking-id'));
    expect((await hotel.booking(id)).booking_source).toBe(SOURCES[number - 1]);
  };

const shadesOf = (cells: Locator) =>
  cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('data-shade'))));

const coloursOf = (cells: Locator) =>
  cells.evaluateAll((all) =>
    all.map((cell) => cell.firstElementChild && getComputedStyle(cell.firstElementChild).backgroundColor),
  );

const bookedIn = (page: Page, { number }: FreeRoom) =>
  page.getByRole('grid').locator(`[data-booking-id][data-room="${number}"]`);

checkRows('9 Business constants: bookings in the calendar', rows, {
  source1: marksSource(1),
  source2: marksSource(2),
  source3: marksSource(3),
  source4: marksSource(4),
  source5: marksSource(5),
  source6: marksSource(6),
  source7: marksSource(7),
  source8: marksSource(8),
  source9: marksSource(9),

  async circled({ desk, hotel }) {
    const { first, double, calendar } = await showSeries(desk, hotel);
    for (const [index, mark] of CIRCLED.entries()) {
      const [firstNight, secondNight] = [0, 1].map((night) =>
        calendar.cell(double.number, addDays(first, 2 * index + night)),
      ) as [Locator, Locator];
      await expect(firstNight).toHaveText(`${mark}長期 二郎`);
      await expect(secondNight).toHaveText('');
    }
  },

  async nextdayOut({ desk: { page }, hotel }) {
    const stay = hotel.nextStay(3);
    const [late, usual] = await hotel.freeRooms(stay);
    const { id } = await hotel.book(stay, late, { nextday_out_flag: 1 });
    await hotel.book(stay, usual, { nextday_out_flag: 0 });
    const calendar = await deskAt(page, '/', { first: addDays(stay.start, -1), last: addDays(stay.end, 1) });
    const nights = [0, 1, 2].map((night) => addDays(stay.start, night));
    const marked = async (room: FreeRoom) => {
      const texts = await Promise.all(nights.map((night) => calendar.cell(room.number, night).textContent()));
      return texts.map((text) => text?.includes('翌OUT'));
    };
    await expect.poll(() => marked(late)).toEqual([false, false, true]);
    expect(await marked(usual)).toEqual([false, false, false]);
    await hotel.amend(id, { nextday_out_flag: 0 });
    await expect.poll(() => marked(late)).toEqual([false, false, false]);
  },

  async shades({ desk, hotel }) {
    const { single, double } = await showSeries(desk, hotel);
    const [ones, twos] = [bookedIn(desk.page, single), bookedIn(desk.page, double)];
    expect(await shadesOf(ones)).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2]);
    expect(await shadesOf(twos)).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2].flatMap((shade) => [shade, shade]));
    const colours = await coloursOf(ones);
    expect(new Set(colours.slice(0, 6)).size).toBe(6);
    expect(colours.slice(6)).toEqual(colours.slice(0, 3));
  },

  async choices({ desk: { page } }) {
    await deskAt(page, '/reservation-registration');
    await expect(page.getByLabel('予約媒体', { exact: true }).locator('option')).toHaveText(SOURCES);
  },
});
