import type { Stay } from '@domain/dates.js';
import { expect, type Locator, type Page } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ImportReport } from '@wire/csv-imports.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { type ChannelRow, channelFile, channelRow } from '#tests/support/channel-file.js';
import { visit } from './calendar.js';
import type { Hotel } from './hotel.js';

let files = 0;
let numbers = 0;
/** Two runs of the tests on one machine never name the same reservation or room type. */
const RUN = Date.now().toString(36).toUpperCase();

/** A booking number that nothing else has. */
function aNumber(): string {
  return `E${RUN}${++numbers}`;
}

/** A room symbol that no mapping knows. */
export function anUnknownType(): string {
  return `Z${RUN.slice(-4)}${++numbers}`;
}

/** A row that is registered at once, unless its cells say otherwise. */
export function rowFor(stay: Stay, cells: Partial<ChannelRow> = {}): ChannelRow {
  return channelRow({
    予約番号: aNumber(),
    チェックイン日: stay.start,
    チェックアウト日: stay.end,
    ...cells,
  });
}

/** A file as the browser is given it. */
export function fileOf(rows: readonly (ChannelRow | string)[], name = `temairazu_${++files}.csv`) {
  return { name, mimeType: 'text/csv', buffer: channelFile(rows) };
}

/** Imports rows as another client. */
export async function importRows(hotel: Hotel, ...rows: ChannelRow[]): Promise<ImportReport> {
  const { name, buffer } = fileOf(rows);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(buffer)]), name);
  const response = await fetch(`${hotel.url}/api/csv-imports`, { method: 'POST', body: form });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as ImportReport;
}

/** A booking that an import has registered. */
export async function importedBooking(
  hotel: Hotel,
  guest: string,
  stay = hotel.nextStay(),
): Promise<BookingRecord> {
  const row = rowFor(stay, { 宿泊者氏名: guest });
  await importRows(hotel, row);
  const { booking_id } = await recordOf(hotel, row.予約番号);
  return hotel.booking(Number(booking_id));
}

/** The imported records of a reservation, in the order of its rooms. */
export async function recordsOf(hotel: Hotel, bookingNumber: string): Promise<CsvRecord[]> {
  const { body } = await hotel.api.get<CsvRecord[]>('/api/csv-reservations');
  const found = body.filter(({ booking_number }) => booking_number === bookingNumber);
  return found.sort((a, b) => a.room_index - b.room_index);
}

/** The one imported record of a reservation of one room. */
export async function recordOf(hotel: Hotel, bookingNumber: string): Promise<CsvRecord> {
  const [record, other] = await recordsOf(hotel, bookingNumber);
  if (!record || other) throw new Error(`${bookingNumber} is not one record`);
  return record;
}

export const QUEUE = '/auto-registration';

/** The failed queue of a screen. */
export type Queue = ReturnType<typeof queueOf>;

/** Finds things in the failed queue. */
export function queueOf(page: Page) {
  const grid = page.getByRole('grid', { name: '自動登録失敗の一覧' });
  return {
    grid,
    rows: grid.locator('[data-record]'),
    row: (bookingNumber: string): Locator =>
      grid.locator('[data-record]', {
        has: page.locator(`.two-lines > .first:text-is("${bookingNumber}")`),
      }),
    heads: grid.locator('.grid-head'),
    text: page.getByLabel('宿泊者・予約番号・電話番号'),
    reason: (name: string): Locator =>
      page.getByRole('group', { name: '理由' }).getByRole('button', { name }),
    badge: page.getByRole('navigation').getByRole('link', { name: /^自動登録/ }),
  };
}

/** Goes to the failed queue and waits until it is there and live; shows only what is found by a text, if one is given. */
export async function openQueue(page: Page, text = ''): Promise<Queue> {
  await visit(page, QUEUE);
  const queue = queueOf(page);
  await expect(queue.reason('すべて')).toHaveText(/\d/);
  await expect(page.getByText('最近の取り込み')).toBeVisible();
  await queue.text.fill(text);
  return queue;
}

/** Returns the figure of the badge. */
export async function badgeOf({ badge }: Queue): Promise<number> {
  return Number(/\d+/.exec((await badge.textContent()) ?? '')?.[0] ?? 0);
}
