import type { Stay } from '@domain/dates.js';
import { expect } from '@playwright/test';
import type { BookingRecord } from '@wire/booking-record.js';
import type { ImportReport } from '@wire/csv-imports.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { type ChannelRow, channelFile, channelRow } from '../../support/channel-file.js';
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
