import { addDays, type Day } from '@domain/dates.js';
import { chromium, expect, type Page } from '@playwright/test';
import { calendarOf, openScreen, showRange } from '#tests/e2e/support/calendar.js';
import type { Hotel } from '#tests/e2e/support/hotel.js';
import { launchOptions } from '#tests/support/browser/browser-launch.js';
import { findBrowser } from '#tests/support/browser/find-browser.js';
import { repeated } from '../harness.js';
import { restPointer, VIEWPORT, withYardstick } from './yardstick.js';

/** Results of a calendar: milliseconds of paints, and of frames each time it was scrolled. */
export type ScrolledFigures = { painted: number[]; down: number[][]; across: number[][] };

/** The same, milliseconds of changes, and how many elements it has. */
export type CalendarFigures = ScrolledFigures & { changed: number[]; elements: number };

/** A change that came over the socket: milliseconds until it was painted, and how many rows of the calendar it touched. */
type SeenChange = { ms: number; rows: number };
type Watched = Window & { paints: number[]; nextChange(): Promise<SeenChange> };

const LOADS = 6;
const ROUNDS = 3;
const CHANGES = 5;
const PATIENCE_MS = 120_000;

/** Notes every paint of a calendar that was mounted, and every change of it that a message of the socket brings about. */
async function watch(page: Page): Promise<void> {
  await withYardstick(page);
  await page.addInitScript(() => {
    const paints: number[] = [];
    let heard = 0;
    let told = (_seen: SeenChange) => {};
    const nextChange = () => {
      heard = 0;
      return new Promise((resolve) => {
        told = resolve;
      });
    };
    Object.assign(window, { paints, nextChange });
    const mark = performance.mark.bind(performance);
    performance.mark = (name, options) => {
      const made = mark(name, options);
      if (name === 'calendar:mount')
        void window.yardstick.painted().then((at) => paints.push(at - made.startTime));
      return made;
    };
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener('message', () => {
          heard = performance.now();
        });
      }
    };
    const observer = new MutationObserver((records) => {
      const began = heard;
      heard = 0;
      const elements = records.map(({ target }) =>
        target instanceof Element ? target : target.parentElement,
      );
      const rows = new Set(elements.map((element) => element?.closest('[role=row]')).filter(Boolean)).size;
      if (began === 0 || rows === 0) return;
      void window.yardstick.painted().then((at) => told({ ms: at - began, rows }));
    });
    const observe = () => {
      const grid = document.querySelector('[role=grid]');
      if (!grid) return void setTimeout(observe, 50);
      observer.observe(grid, { subtree: true, childList: true, characterData: true, attributes: true });
    };
    document.addEventListener('DOMContentLoaded', observe);
  });
}

const paintsOf = (page: Page) => page.evaluate(() => (window as unknown as Watched).paints);
const nextChange = (page: Page) => page.evaluate(() => (window as unknown as Watched).nextChange());

/** Scrolls the calendar back and forth, down and then across; the frames of both. */
async function scrolled(page: Page): Promise<[number[], number[]]> {
  const { grid } = calendarOf(page);
  const down = await grid.evaluate((element) => window.yardstick.scroll(element, 'scrollTop', 60));
  const across = await grid.evaluate((element) => window.yardstick.scroll(element, 'scrollLeft', 80));
  return [down, across];
}

/** Opens the list screen in a browser of its own, as a desk does first of all, and scrolls at once. */
export async function measureListScreen(baseURL: string): Promise<ScrolledFigures> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const desk = { baseURL, viewport: VIEWPORT, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' };
  const page = await browser.newPage(desk);
  await watch(page);
  await openScreen(page, '/reservation-status');
  const painted = await paintsOf(page);
  await restPointer(page);
  const [down, across] = await scrolled(page);
  await browser.close();
  return { painted, down: [down], across: [across] };
}

/** Loads the product's calendar of a range again and again, changes a booking that is in sight, and scrolls. */
export async function measureProduct(
  page: Page,
  hotel: Hotel,
  { first, last, bookingId }: { first: Day; last: Day; bookingId: number },
): Promise<CalendarFigures & { rowsTouched: number }> {
  page.setDefaultTimeout(PATIENCE_MS);
  await watch(page);
  await openScreen(page, '/reservation-registration');
  await showRange(page, first, last);
  for (let load = 1; load < LOADS; load++) {
    const before = (await paintsOf(page)).length;
    // What the load before left behind is not collected in the next: the others are loaded into fresh pages.
    await page.requestGC();
    await page.getByRole('button', { name: '表示', exact: true }).click();
    await expect.poll(async () => (await paintsOf(page)).length, { timeout: PATIENCE_MS }).toBe(before + 1);
  }
  const painted = (await paintsOf(page)).slice(1 - LOADS);
  const { grid, night } = calendarOf(page);
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await expect(night(bookingId).first()).toBeVisible();
  await page.requestGC();
  let change = 0;
  const changes = await repeated(async () => {
    const next = nextChange(page);
    await page.evaluate(() => null); // It is watched for from here on.
    await hotel.amend(bookingId, { guest_name_1: `佐藤 花子${change++}` });
    return next;
  }, CHANGES);
  const elements = await page.locator('[role=grid] *').count();
  await restPointer(page);
  const rounds = await repeated(() => scrolled(page), ROUNDS);
  return {
    painted,
    elements,
    down: rounds.map(([down]) => down),
    across: rounds.map(([, across]) => across),
    changed: changes.map(({ ms }) => ms),
    rowsTouched: Math.max(...changes.map(({ rows }) => rows)),
  };
}

/** A booking of the real hotel in the first days and the first rows of a range. */
export async function bookingInSight(hotel: Hotel, first: Day): Promise<{ id: number; room: string }> {
  const months = await hotel.rooms(first, addDays(first, 40));
  const roomOf = (roomId: number | null) => months.find(({ id }) => id === roomId)?.room_number ?? '';
  const nights = await hotel.bookings(first, addDays(first, 6));
  const found = nights.find(
    ({ is_cancelled, room_id, stay_start }) =>
      is_cancelled === 0 && stay_start > first && roomOf(room_id).startsWith('10'),
  );
  if (!found) throw new Error('nobody stays on the first floor of the calendar');
  return { id: found.id, room: roomOf(found.room_id) };
}
