import { addDays, type Day } from '@domain/dates.js';
import { expect, type Page } from '@playwright/test';
import { calendarOf, openScreen, showRange } from '../../e2e/support/calendar.js';
import type { Hotel } from '../../e2e/support/hotel.js';
import type { CalendarFigures } from './calendar-records.js';
import { nextChange, type SeenChange, watchChanges } from './changes-seen.js';
import { paintsOf, scrollFrames, watchPaint } from './frames.js';

/** The window that every calendar is shown in. */
export const VIEWPORT = { width: 1440, height: 900 };

const LOADS = 6;
const ROUNDS = 3;
const CHANGES = 5;
const PATIENCE_MS = 120_000;

/** Loads the product's calendar of a range again and again, scrolls it, and changes a booking that is in sight. */
export async function measureProduct(
  page: Page,
  hotel: Hotel,
  first: Day,
  last: Day,
  bookingId: number,
): Promise<CalendarFigures & { rowsTouched: number }> {
  page.setDefaultTimeout(PATIENCE_MS);
  await watchPaint(page);
  await watchChanges(page);
  await openScreen(page, '/reservation-registration');
  await showRange(page, first, last);
  for (let load = 1; load < LOADS; load++) {
    const before = (await paintsOf(page)).length;
    await page.getByRole('button', { name: '表示', exact: true }).click();
    await expect.poll(async () => (await paintsOf(page)).length, { timeout: PATIENCE_MS }).toBe(before + 1);
  }
  const painted = (await paintsOf(page)).slice(1 - LOADS);
  await calendarOf(page).grid.evaluate((grid) => grid.scrollTo(0, 0));
  await expect(calendarOf(page).night(bookingId).first()).toBeVisible();
  const changes: SeenChange[] = [];
  for (let change = 0; change <= CHANGES; change++) {
    const next = nextChange(page);
    await page.evaluate(() => null); // It is watched for from here on.
    await hotel.amend(bookingId, { guest_name_1: `佐藤 花子${change}` });
    changes.push(await next);
  }
  changes.shift();
  const elements = await page.locator('[role=grid] *').count();
  const down: number[][] = [];
  const across: number[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    down.push(await scrollFrames(page, 'scrollTop', 60));
    across.push(await scrollFrames(page, 'scrollLeft', 80));
  }
  return {
    painted,
    elements,
    down: down.slice(1),
    across: across.slice(1),
    changed: changes.map(({ ms }) => ms),
    rowsTouched: Math.max(...changes.map(({ rows }) => rows)),
  };
}

/** A booking of the real hotel in the first days and the first rows of a range. */
export async function bookingInSight(hotel: Hotel, first: Day): Promise<{ id: number; room: string }> {
  const rooms = new Map(
    (await hotel.rooms(first, addDays(first, 40))).map((room) => [room.id, room.room_number]),
  );
  const nights = await hotel.bookings(first, addDays(first, 6));
  const found = nights.find(
    ({ is_cancelled, room_id, stay_start }) =>
      is_cancelled === 0 && stay_start > first && rooms.get(room_id ?? 0)?.startsWith('10'),
  );
  const room = rooms.get(found?.room_id ?? 0);
  if (!found || !room) throw new Error('nobody stays on the first floor of the calendar');
  return { id: found.id, room };
}
