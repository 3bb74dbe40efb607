import type { Day } from '@domain/dates.js';
import type { Page } from '@playwright/test';
import { type Calendar, calendarOf, openScreen, showRange } from './calendar.js';

/** Brings the shared terminal to a screen and range; what it shows already is not loaded anew. */
export async function deskAt(page: Page, path: string, range?: { first: Day; last: Day }): Promise<Calendar> {
  if (new URL(page.url()).pathname !== path) await openScreen(page, path);
  const calendar = calendarOf(page);
  await scrollCalendar(calendar, 0);
  if (!range) return calendar;
  const shown = [await calendar.firstDay.inputValue(), await calendar.lastDay.inputValue()];
  if (shown.join() !== [range.first, range.last].join()) await showRange(page, range.first, range.last);
  return calendar;
}

/** Scrolls the calendar this far down, and waits until it has drawn what is there. */
export async function scrollCalendar({ grid }: Calendar, top: number): Promise<void> {
  await grid.evaluate(async (element, scrollTop) => {
    element.scrollTo(0, scrollTop);
    for (const _ of ['scrolled', 'drawn']) await new Promise(requestAnimationFrame);
  }, top);
}

/** Scrolls the calendar to where a room's row is drawn. */
export async function scrollToRoom(calendar: Calendar, room: string): Promise<void> {
  const height = await calendar.grid.evaluate(({ scrollHeight }) => scrollHeight);
  for (let top = 0; (await calendar.roomHead(room).count()) === 0; top += 300) {
    if (top > height) throw new Error(`no row of the calendar is room ${room}`);
    await scrollCalendar(calendar, top);
  }
}
