import { addDays } from '@domain/dates.js';
import { expect, type Locator } from '@playwright/test';
import type { Calendar } from '../support/calendar.js';
import { deskAt } from '../support/desk.js';
import { cellsInDocument, type DrawnNight, drawnNights, nightsToDraw } from '../support/drawn-nights.js';
import type { FreeRoom, Hotel } from '../support/hotel.js';
import { checkRows } from './check-rows.js';

const PATH = '/reservation-registration';

const rows = {
  shades: 'calendar cell colours cycle through six shades (0-5)',
  advance: 'the shade advances at each new stay start within a room row',
  unpaid: 'unpaid variants are used when payment_flag is 0',
  everyCell: 'every cell in sight has the colour of its booking',
} as const;

const byPlace = (a: DrawnNight, b: DrawnNight) => (`${a.room} ${a.date}` < `${b.room} ${b.date}` ? -1 : 1);

/** Books stays of so many nights each, one after the other; 0 leaves a night free. */
async function bookInARow(hotel: Hotel, lengths: number[]) {
  const stay = hotel.nextStay(lengths.reduce((sum, nights) => sum + Math.max(1, nights), 0));
  const [room, other] = await hotel.freeRooms(stay);
  let start = stay.start;
  for (const nights of lengths) {
    if (nights > 0) await hotel.book({ start, end: addDays(start, nights) }, room);
    start = addDays(start, Math.max(1, nights));
  }
  return { stay, room, other, range: { first: stay.start, last: stay.end } };
}

function shadesOf({ grid }: Calendar, { number }: FreeRoom): Promise<(string | undefined)[]> {
  const cells = grid.locator(`[role="gridcell"][data-room="${number}"]`);
  return cells.evaluateAll((all) => all.map((cell) => cell.dataset.shade));
}

/** How the bar that begins in a cell is painted. */
function paintOf(cell: Locator): Promise<{ ground: string; pattern: string }> {
  return cell
    .locator(':scope > *')
    .first()
    .evaluate((bar) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(bar);
      return { ground: backgroundColor, pattern: backgroundImage };
    });
}

checkRows('4 states: calendar cell colours', rows, {
  async shades({ desk: { page }, hotel }) {
    const { room, stay, range } = await bookInARow(hotel, [1, 1, 1, 1, 1, 1, 1, 1]);
    const calendar = await deskAt(page, PATH, range);
    await expect(calendar.cell(room.number, addDays(stay.end, -1))).toHaveAttribute('data-shade', '1');
    const shades = ['0', '1', '2', '3', '4', '5', '0', '1', undefined];
    expect(await shadesOf(calendar, room)).toEqual(shades);
    const paints: string[] = [];
    for (let night = 0; night < 8; night++) {
      paints.push((await paintOf(calendar.cell(room.number, addDays(stay.start, night)))).ground);
    }
    expect(new Set(paints.slice(0, 6)).size).toBe(6);
    expect(paints.slice(6)).toEqual(paints.slice(0, 2));
  },

  async advance({ desk: { page }, hotel }) {
    const { room, other, stay, range } = await bookInARow(hotel, [2, 0, 1, 3]);
    await hotel.book({ start: addDays(stay.start, 5), end: stay.end }, other);
    const calendar = await deskAt(page, PATH, range);
    await expect(calendar.cell(other.number, addDays(stay.start, 5))).toHaveAttribute('data-shade', '0');
    expect(await shadesOf(calendar, room)).toEqual(['0', '0', undefined, '1', '2', '2', '2', undefined]);
  },

  async unpaid({ desk: { page }, hotel }) {
    const { room, stay, range } = await bookInARow(hotel, [2]);
    const calendar = await deskAt(page, PATH, range);
    const [cell, next] = [stay.start, addDays(stay.start, 1)].map((date) => calendar.cell(room.number, date));
    if (!cell || !next) return;
    const pay = (flag: 0 | 1) =>
      cell
        .getAttribute('data-booking-id')
        .then((id) =>
          hotel.api.post(`/api/booking/${id}/payment`, { payment_type: null, payment_flag: flag }),
        );
    await expect(cell).toHaveAttribute('data-unpaid', 'true');
    await expect(next).toHaveAttribute('data-unpaid', 'true');
    const unpaid = await paintOf(cell);
    await pay(1);
    await expect(cell).toHaveAttribute('data-unpaid', 'false');
    await expect(next).toHaveAttribute('data-unpaid', 'false');
    await expect(cell).toHaveAttribute('data-shade', '0');
    const paid = await paintOf(cell);
    expect(paid.ground).toBe(unpaid.ground);
    expect(paid.pattern).not.toBe(unpaid.pattern);
    await pay(0);
    await expect(cell).toHaveAttribute('data-unpaid', 'true');
    expect(await paintOf(cell)).toEqual(unpaid);
  },

  async everyCell({ desk: { page }, hotel }) {
    const [first, last] = [addDays(hotel.today, -5), addDays(hotel.today, 14)];
    await deskAt(page, PATH, { first, last });
    const inDocument = await cellsInDocument(page);
    const records = await hotel.bookings(first, last);
    const expected = nightsToDraw(records, await hotel.rooms(first, last)).filter(({ room, date }) =>
      inDocument.has(`${room} ${date}`),
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(new Set(expected.map(({ shade }) => shade)).size).toBe(6);
    expect(new Set(expected.map(({ unpaid }) => unpaid)).size).toBe(2);
    expect((await drawnNights(page)).sort(byPlace)).toEqual(expected.sort(byPlace));
  },
});
