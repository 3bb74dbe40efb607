import type { Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import type { LogMoment } from '@wire/time-travel.js';
import { around, type Calendar, goTo, showRange } from './calendar.js';
import type { Hotel } from './hotel.js';

/** Finds the parts of the list screen that lead through the past. */
export function pastOf(page: Page) {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  return {
    open: button('過去の表示'),
    slider: page.getByRole('slider', { name: '時点' }),
    band: page.getByRole('region', { name: '過去の表示' }),
    back: button('1件前の記録'),
    forward: button('1件後の記録'),
    date: page.getByLabel('日付', { exact: true }),
    time: page.getByLabel('時刻', { exact: true }),
    toNow: button('現在に戻る'),
    compare: button('いまとの違い'),
    differences: page.getByRole('complementary', { name: 'いまとの違い' }),
  };
}

/** Returns the moment of the log now, or as of an earlier one. */
export async function momentAt({ api }: Hotel, asOf?: string): Promise<LogMoment> {
  const query = asOf === undefined ? '' : `?as_of=${encodeURIComponent(asOf)}`;
  return (await api.get<LogMoment>(`/api/log/moment${query}`)).body;
}

/** The last position of the log. */
export async function positionNow(hotel: Hotel): Promise<number> {
  return (await momentAt(hotel)).position;
}

/** Waits until the calendar shows a position. */
export async function expectPast(page: Page, position: number): Promise<void> {
  await expect(pastOf(page).band).toContainText(`記録番号 ${position.toLocaleString('en-US')})`);
}

/** Opens the list screen in the past, with the days around a stay. */
export async function openPast(page: Page, asOf: number | string, stay: Stay): Promise<Calendar> {
  const calendar = await goTo(page, `/?as_of=${encodeURIComponent(asOf)}`);
  await expect(pastOf(page).band).toContainText(/時点\(記録番号 [\d,]+\)/);
  await showRange(page, ...around(stay));
  return calendar;
}
