import { day, type Month, monthsFromTo } from '@domain/dates.js';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { type CsvReservation, ROW_KINDS } from '@domain/imports/csv-reservation.js';
import type { ImportedRow } from '@domain/imports/reservation-rooms.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonthDetails } from '@domain/room/room-month.js';
import type { EventStore } from '#backend/event-store/event-store.js';
import { importRow, type RowResult } from '#backend/imports/import-row.js';
import { Clock } from '#backend/platform/clock.js';
import { blacklistStream, corporateStream, roomTypeMappingStream } from '#backend/streams/master.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { SAMPLE_MASTERS } from '#backend/tools/sample/masters.js';
import { storedStates } from './log-rows.js';
import { AT_DESK, aWork, plainRoom } from './store-node.js';

/** The months of the examples. */
const EXAMPLE_MONTHS = monthsFromTo(day('2026-11-01'), day('2027-02-28'));

/** A room in every month of the examples. */
export type RoomSketch = { roomNumber: string } & Partial<RoomMonthDetails>;

/** Defines rooms, the sample hotel's mappings, its corporates and its blacklist in an empty log. */
export function defineHotel(
  store: EventStore,
  rooms: readonly RoomSketch[],
  months: readonly Month[] = EXAMPLE_MONTHS,
): Promise<unknown> {
  return store.execute(
    aWork((unit) => {
      for (const data of SAMPLE_MASTERS.corporates) {
        unit.append(corporateStream, unit.nextPosition, { type: 'CorporateDefined', data }, AT_DESK);
      }
      for (const { details: data } of SAMPLE_MASTERS.blacklist) {
        unit.append(blacklistStream, unit.nextPosition, { type: 'BlacklistEntryDefined', data }, AT_DESK);
      }
      for (const data of SAMPLE_MASTERS.mappings) {
        const event = { type: 'RoomTypeMappingDefined', data } as const;
        unit.append(roomTypeMappingStream, unit.nextPosition, event, AT_DESK);
      }
      for (const { roomNumber, ...change } of rooms) {
        for (const month of months) {
          const data = { ...plainRoom(roomNumber, month), ...change };
          unit.append(roomMonthStream, unit.nextPosition, { type: 'RoomMonthDefined', data }, AT_DESK);
        }
      }
      return null;
    }),
  );
}

/** Takes rows over in this order, all queued at once or one after another. */
export async function importRows(
  store: EventStore,
  rows: readonly ImportedRow[],
  pace: 'together' | 'one by one' = 'together',
): Promise<RowResult[]> {
  const clock = new Clock('Asia/Tokyo', () => new Date('2026-11-21T03:00:00Z'));
  const take = (row: ImportedRow) =>
    store.execute(importRow(row, { write: AT_DESK, idempotency: null, clock }));
  if (pace === 'together') return Promise.all(rows.map(take));
  const results: RowResult[] = [];
  for (const row of rows) results.push(await take(row));
  return results;
}

/** Every imported record as it is stored. */
export const storedRecords = (url: string) => storedStates<CsvReservation>(url, 'csv_reservations');

/** Every booking as it is stored. */
export const storedBookings = (url: string) => storedStates<Reservation>(url, 'bookings');

/** Rows of a file that know those of their reservation, instant and kind, when they differ. */
function asOneFile(rows: readonly ChannelReservation[]): ImportedRow[] {
  return rows.map((row) => {
    const { site, bookingNumber, revision, kind } = row;
    const together = rows.filter(
      (one) =>
        one.site === site &&
        one.bookingNumber === bookingNumber &&
        one.revision === revision &&
        one.kind === kind,
    );
    const isAlone = new Set(together.map(({ digest }) => digest)).size < 2;
    return kind === 'キャンセル' || isAlone ? row : { ...row, together };
  });
}

/** Rows in the order in which one file's rows are worked off (channel-csv.md, order within a file). */
export function inFileOrder(rows: readonly ChannelReservation[]): ImportedRow[] {
  const nameOf = ({ site, bookingNumber }: ChannelReservation) => `${site} ${bookingNumber}`;
  const made = new Map<string, string>();
  for (const row of rows) {
    const first = made.get(nameOf(row));
    if (row.kind !== 'キャンセル' && (!first || row.revision < first)) made.set(nameOf(row), row.revision);
  }
  const place = (row: ChannelReservation): [number, string, number] => {
    const first = made.get(nameOf(row));
    const revision = first && first > row.revision ? first : row.revision;
    return [row.kind === 'キャンセル' && !first ? 0 : 1, revision, ROW_KINDS.indexOf(row.kind)];
  };
  return asOneFile(rows)
    .map((row) => ({ row, place: place(row) }))
    .sort((a, b) => {
      for (const index of [0, 1, 2] as const) {
        if (a.place[index] !== b.place[index]) return a.place[index] < b.place[index] ? -1 : 1;
      }
      return 0;
    })
    .map(({ row }) => row);
}
