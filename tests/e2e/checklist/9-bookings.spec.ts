import { addDays, type Day } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Calendar, reveal } from '../support/calendar.js';
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

const NIGHTS = 10;
const PAIRS = NIGHTS / 2;

/** Stays of every source one after another: of one night each in one room, of two nights each in two others. */
type Series = { first: Day; single: FreeRoom; doubles: [FreeRoom, FreeRoom] };

let series: Promise<Series> | undefined;

/** The room and the first night of the stay of two nights of a source. */
function doubleOf({ first, doubles }: Series, index: number): { room: FreeRoom; start: Day } {
  const room = index < PAIRS ? doubles[0] : doubles[1];
  return { room, start: addDays(first, 2 * (index % PAIRS)) };
}

async function bookSeries(hotel: Hotel): Promise<Series> {
  const whole = hotel.nextStay(NIGHTS);
  const [single, double, other] = await hotel.freeRooms(whole);
  if (!other) throw new Error(`fewer than three rooms are free around ${whole.start}`);
  const booked: Series = { first: whole.start, single, doubles: [double, other] };
  for (const [index, source] of SOURCES.entries()) {
    const start = addDays(whole.start, index);
    const one = { start, end: addDays(start, 1) };
    await hotel.book(one, single, { guest_name_1: '短期 一郎', booking_source: source });
    const pair = doubleOf(booked, index);
    const two = { start: pair.start, end: addDays(pair.start, 2) };
    await hotel.book(two, pair.room, { guest_name_1: '長期 二郎', booking_source: source });
  }
  return booked;
}

async function showSeries({ page }: Terminal, hotel: Hotel): Promise<Series & { calendar: Calendar }> {
  series ??= bookSeries(hotel);
  const { first } = await series;
  const last = addDays(first, NIGHTS - 1);
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
    const { calendar, ...booked } = await showSeries(desk, hotel);
    for (const [index, mark] of CIRCLED.entries()) {
      const { room, start } = doubleOf(booked, index);
      await expect(calendar.cell(room.number, start)).toHaveText(`${mark}長期 二郎`);
      await expect(calendar.cell(room.number, addDays(start, 1))).toHaveText('');
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
    await reveal(calendar, calendar.cell(usual.number, stay.start));
    await expect.poll(() => marked(usual)).toEqual([false, false, false]);
    await reveal(calendar, calendar.cell(late.number, stay.start));
    await expect.poll(() => marked(late)).toEqual([false, false, true]);
    await hotel.amend(id, { nextday_out_flag: 0 });
    await expect.poll(() => marked(late)).toEqual([false, false, false]);
  },

  async shades({ desk, hotel }) {
    const { single, doubles } = await showSeries(desk, hotel);
    const [ones, twos] = [bookedIn(desk.page, single), bookedIn(desk.page, doubles[0])];
    expect(await shadesOf(ones)).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2]);
    expect(await shadesOf(twos)).toEqual([0, 1, 2, 3, 4].flatMap((shade) => [shade, shade]));
    const colours = await coloursOf(ones);
    expect(new Set(colours.slice(0, 6)).size).toBe(6);
    expect(colours.slice(6)).toEqual(colours.slice(0, 3));
  },

  async choices({ desk: { page } }) {
    await deskAt(page, '/reservation-registration');
    await expect(page.getByLabel('予約媒体', { exact: true }).locator('option')).toHaveText(SOURCES);
  },
});
