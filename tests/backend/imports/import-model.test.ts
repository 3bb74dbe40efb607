import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { type CsvReservation, ROW_KINDS } from '@domain/imports/csv-reservation.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  defineHotel,
  importRows,
  inFileOrder,
  storedBookings,
  storedRecords,
} from '../../support/channel-desk.js';
import { channelReservation } from '../../support/channel-file.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { openNode, type StoreNode } from '../../support/store-node.js';

let database: TestDatabase;
let node: StoreNode;

beforeAll(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  const rooms = Array.from({ length: 12 }, (_, index) => ({ roomNumber: String(1001 + index) }));
  await defineHotel(node.store, [...rooms, { roomNumber: '501', roomType: 'ツイン' }]);
});

afterAll(async () => {
  await node.close();
  await database.drop();
});

/** What a row says; `at` is the minute of its revision. */
type Said = {
  reservation: number;
  kind: (typeof ROW_KINDS)[number];
  at: number;
  rooms: number;
  men: number;
  nights: number;
  fee: number;
};

const said: fc.Arbitrary<Said> = fc.record({
  reservation: fc.nat(2),
  kind: fc.constantFrom(...ROW_KINDS),
  at: fc.nat(59),
  rooms: fc.integer({ min: 1, max: 3 }),
  men: fc.nat(4),
  nights: fc.integer({ min: 0, max: 3 }),
  fee: fc.integer({ min: 0, max: 30_000 }),
});

/** What a row of one guest for one night says, and in what it differs. */
const plain = (other: Partial<Said> = {}): Said => ({
  ...{ reservation: 0, kind: '予約', at: 1, rooms: 1, men: 1, nights: 1, fee: 8_000 },
  ...other,
});

/** Always among what is tried: a booking that is changed, and one that is cancelled. */
const CHANGED_AND_CANCELLED = [
  plain(),
  plain({ kind: '予約変更', at: 2, fee: 9_000 }),
  plain({ reservation: 1, at: 3 }),
  plain({ reservation: 1, kind: 'キャンセル', at: 4 }),
];

/** Rows in any order and cut into files anywhere. */
const histories = fc
  .uniqueArray(said, {
    minLength: 2,
    maxLength: 9,
    selector: ({ reservation, kind, at }) => `${reservation} ${kind} ${at}`,
  })
  .chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      shuffled: fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
      files: fc.integer({ min: 1, max: 4 }),
    }),
  );

function rowOf(run: string, row: Said): ChannelReservation {
  const minute = `2026-11-20 10:${String(row.at).padStart(2, '0')}:00`;
  return channelReservation({
    予約番号: `${run}-${row.reservation}`,
    予約区分: row.kind,
    予約日時: row.kind === '予約' ? minute : '2026-11-01 09:00:00',
    変更日時: row.kind === '予約変更' ? minute : '',
    キャンセル日時: row.kind === 'キャンセル' ? minute : '',
    部屋数: String(row.rooms),
    男性人数: String(row.men),
    チェックアウト日: `2026-12-${15 + row.nights}`,
    合計料金: String(row.fee),
    電話番号: `090-${run}`,
  });
}

/** What all orders have in common: the room given, the booking, the reason and the rows that led there may differ. */
function essence(record: CsvReservation): string {
  const { id, version, status, reason, detail, bookingId, applied, bookingNumber, tel, ...others } = record;
  const { digest, correctedDigests, ...rest } = others;
  const number = bookingNumber.replace(/^.*-/, '');
  return JSON.stringify([number, rest.roomIndex, status === 'cancelled', Object.entries(rest).sort()]);
}

/** The records as plain reason has them: those of the newest row, those it no longer has being cancelled. */
function expectedRecords(rows: readonly Said[]): string[] {
  const numbers = [...new Set(rows.map(({ reservation }) => reservation))];
  return numbers
    .flatMap((number) => {
      const own = rows.filter(({ reservation }) => reservation === number);
      const rank = ({ at, kind }: Said) => at * 10 + ROW_KINDS.indexOf(kind);
      const newest = own.reduce((best, row) => (rank(row) > rank(best) ? row : best));
      const wasSold = own.some(({ kind }) => kind !== 'キャンセル');
      const count = Math.max(...own.map(({ rooms }) => rooms));
      return Array.from({ length: count }, (_, index) => {
        const isGone = index >= newest.rooms;
        const cancelled = wasSold && (isGone || newest.kind === 'キャンセル');
        return `${number} ${index + 1} ${cancelled} ${newest.kind} ${newest.at} ${newest.nights}`;
      });
    })
    .sort();
}

const told = (records: readonly CsvReservation[], kindOf: (record: CsvReservation) => string): string[] =>
  records
    .map((record) => {
      const number = record.bookingNumber.replace(/^.*-/, '');
      const { roomIndex, status, revision, stayEnd } = record;
      const minute = new Date(revision).getUTCMinutes();
      const nights = Number(stayEnd?.slice(8)) - 15;
      return `${number} ${roomIndex} ${status === 'cancelled'} ${kindOf(record)} ${minute} ${nights}`;
    })
    .sort();

let runs = 0;

async function recordsAfter(files: readonly (readonly Said[])[]): Promise<CsvReservation[]> {
  const run = `R${++runs}`;
  for (const file of files) {
    await importRows(node.store, inFileOrder(file.map((row) => rowOf(run, row))));
  }
  return (await storedRecords(database.url)).filter(({ tel }) => tel === `090-${run}`);
}

describe('creates, changes and cancels in any order and any split into files', () => {
  it('end with the records of the canonical order', async () => {
    const rows = CHANGED_AND_CANCELLED;
    await fc.assert(
      fc.asyncProperty(histories, async ({ rows, shuffled, files }) => {
        const canonical = await recordsAfter([rows]);
        const size = Math.ceil(shuffled.length / files);
        const cut = Array.from({ length: files }, (_, index) =>
          shuffled.slice(index * size, (index + 1) * size),
        );
        const other = await recordsAfter(cut);
        expect(other.map(essence).sort()).toEqual(canonical.map(essence).sort());
        const first = new Map(
          canonical.filter((r) => r.roomIndex === 1).map((r) => [r.bookingNumber, r.kind]),
        );
        expect(told(canonical, (record) => first.get(record.bookingNumber) ?? '')).toEqual(
          expectedRecords(rows),
        );
      }),
      { numRuns: 60, examples: [[{ rows, shuffled: rows.toReversed(), files: rows.length }]] },
    );
    const bookings = await storedBookings(database.url);
    const first = bookings.filter(({ bookingNumber }) => bookingNumber.startsWith('R1-'));
    expect(first.map(({ status, totalFee }) => [status, totalFee])).toEqual([
      ['active', 9_000],
      ['cancelled', 8_000],
    ]);
  });
});

describe('a file with rows of the same instant and kind', () => {
  it('leaves, imported twice, exactly what it leaves imported once', async () => {
    const close = said.map((row) => ({ ...row, reservation: row.reservation % 2, at: row.at % 2 }));
    const failing = [plain({ nights: 0 }), plain({ nights: 0, fee: 9_000 })];
    let failures = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(close, { minLength: 2, maxLength: 9 }), async (rows) => {
        const run = `R${++runs}`;
        const file = inFileOrder(rows.map((row) => rowOf(run, row)));
        const left = async () => {
          await importRows(node.store, file);
          return (await storedRecords(database.url)).filter(({ tel }) => tel === `090-${run}`);
        };
        const once = await left();
        failures += once.filter(({ status }) => status === 'failed').length;
        expect(await left()).toEqual(once);
      }),
      { numRuns: 40, examples: [[failing]] },
    );
    expect(failures).toBeGreaterThan(0);
  });
});
