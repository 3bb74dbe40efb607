import { addMonths, day, type Month, monthOf } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { visit } from './calendar.js';
import type { Hotel } from './hotel.js';

const MASTERS = '/masters';

let names = 0;
const RUN = Date.now().toString(36).toUpperCase();

/** A name that no other record has. */
export function aName(what: string): string {
  return `${what}${RUN}${++names}`;
}

/** Goes to a list of the masters screen and waits until it is there and live. */
export async function openList(page: Page, tab: string): Promise<void> {
  await visit(page, `${MASTERS}?tab=${tab}`);
  // Another list may have been open, with a button of the same name.
  await expect(page.locator(`[role="tab"][data-tab-id="${tab}"]`)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: '追加', exact: true })).toBeVisible();
}

/** Finds the line that tells what was done last. */
export function doneOf(page: Page): Locator {
  return page.locator('.done-notice');
}

/** Writes a master record as another client. */
export async function define<Rec>(hotel: Hotel, path: string, body: Record<string, unknown>): Promise<Rec> {
  const { status, body: record } = await hotel.api.post<Rec>(path, body);
  expect(status, JSON.stringify(record)).toBe(201);
  return record;
}

const PLAIN = {
  room_type: 'シングル',
  room_label: '禁煙S',
  priority: '',
  smoking_status: '禁煙',
  reservable_status: '予約可能',
  corporate: 0,
};

/** Far beyond what the sample hotel has: months that only one test knows. */
const FIRST_YEAR = 2090;
/** A new room exists in twelve months. */
const APART = 13;
let months = 0;

/** A month without rooms; the month after it is empty too. */
export function anEmptyMonth(): Month {
  return addMonths(monthOf(day(`${FIRST_YEAR}-01-01`)), APART * months++);
}

/** Rooms of a month that only this test has. */
export async function someRooms(
  hotel: Hotel,
  month: Month,
  ...numbers: string[]
): Promise<ManagedRoomMonth[]> {
  for (const room_number of numbers) {
    await define(hotel, '/api/room-months', { ...PLAIN, room_number, from: month, until: month });
  }
  return roomsOf(hotel, month);
}

/** The rooms of a month as they are now. */
export async function roomsOf(hotel: Hotel, month: Month): Promise<ManagedRoomMonth[]> {
  return (await hotel.api.get<ManagedRoomMonth[]>(`/api/room-months?year_month=${month}`)).body;
}

/** Finds things in the table of rooms. */
export function roomsTable(page: Page) {
  const grid = page.getByRole('grid', { name: '部屋' });
  const row = (number: string): Locator => grid.locator(`[data-number="${number}"]`);
  return {
    grid,
    row,
    cell: (number: string, column: string): Locator => row(number).locator(`[data-column="${column}"]`),
    chosen: grid.locator('[aria-selected="true"]'),
  };
}

/** A field of the form that changes the chosen rooms at once. */
export function bulkField(page: Page, label: string): Locator {
  return page.getByRole('form', { name: 'まとめて変更' }).getByLabel(label, { exact: true });
}

/** Goes to the rooms of a month and waits until they are there and live. */
export async function openRooms(page: Page, month: Month) {
  await visit(page, `${MASTERS}?month=${month.slice(0, 7)}`);
  const table = roomsTable(page);
  await expect(page.getByText('の部屋はまだありません。').or(table.grid)).toBeVisible();
  return table;
}
