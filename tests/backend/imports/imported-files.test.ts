import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import { type CsvReservation, ROW_KINDS } from '@domain/imports/csv-reservation.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RowResult } from '#backend/imports/import-row.js';
import { SAMPLE_ROOMS } from '#backend/tools/sample/rooms.js';
import {
  defineHotel,
  importRows,
  inFileOrder,
  storedBookings,
  storedRecords,
} from '#tests/support/channel-desk.js';
import { channelFileRows, channelReservation } from '#tests/support/channel-file.js';
import { sharedNodes } from '#tests/support/shared.js';
import { runs } from '#tests/support/trial-size.js';

const CP932 = 'tests/support/channel-files/temairazu_20261121090000.csv';
const UTF8 = 'tests/support/channel-files/temairazu_20261122090000_utf8.csv';

const { database, here: node } = sharedNodes();

beforeAll(() => defineHotel(node.store, SAMPLE_ROOMS));

const importFile = (rows: readonly ChannelReservation[]) => importRows(node.store, inFileOrder(rows));

describe('the two sample files', () => {
  let first: RowResult[];
  let second: RowResult[];
  const importSample = async (path: string) =>
    importFile((await channelFileRows(path)).map(({ reservation }) => reservation));
  const counted = (results: readonly RowResult[]) => {
    const counts: Record<string, number> = {};
    for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  };

  beforeAll(async () => {
    first = await importSample(CP932);
    second = await importSample(UTF8);
  });

  it('are imported with every row accounted for, and fail only where a row is wrong', () => {
    expect(counted(first)).toEqual({ new: 44, changed: 3, cancelled: 7, failed: 6 });
    expect(counted(second)).toEqual({ new: 30, changed: 3, cancelled: 7 });
    const failed = first.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ booking_number, reason }) => `${booking_number} ${reason}`).sort()).toEqual([
      '0J01000051 人数不明',
      'J901000043 定員超過',
      'J901000045 日付不正',
      'J901000052 人数不明',
      'RY01000053 日付不正',
      'RY01000059 人数不明',
    ]);
    // The first of two rooms is registered, the one without a guest is left to staff.
    const { rooms } = first.find(({ booking_number }) => booking_number === 'RY01000059') as RowResult;
    expect(rooms).toMatchObject([
      { room_index: 1, outcome: 'new', reason: null, booking_id: expect.any(Number) },
      { room_index: 2, outcome: 'failed', reason: '人数不明', booking_id: null },
    ]);
  });

  it('leave a booking with the content of its row for each registered record', async () => {
    const results = [...first, ...second].flatMap(({ csv_reservation_id, rooms }) => [
      csv_reservation_id,
      ...rooms.map((room) => room.csv_reservation_id),
    ]);
    const own = new Set<number | null>(results);
    const active = (await storedBookings(database.url)).filter(
      ({ status, csvReservationId }) => status === 'active' && own.has(csvReservationId),
    );
    const registered = (await storedRecords(database.url)).filter(
      ({ status, id }) => status === 'registered' && own.has(id),
    );
    const ids = active.map(({ csvReservationId }) => csvReservationId);
    expect(ids.sort()).toEqual(registered.map(({ id }) => id).sort());
    expect(active.find(({ bookingNumber }) => bookingNumber === 'RY01000059')).toMatchObject({
      guestName1: '田中 祐紀',
      reserverName: '田中 祐紀',
      bookingSource: '楽天',
      tel: expect.stringMatching(/^090-/),
      totalFee: 3800,
      usedPoints: 250,
      stayStart: '2026-12-09',
      stayEnd: '2026-12-10',
      notes: expect.stringContaining('【精算不要】'),
    });
  });

  it('change nothing when they come again', async () => {
    const before = await storedRecords(database.url);
    const again = [...(await importSample(CP932)), ...(await importSample(UTF8))];
    const { unchanged = 0, superseded = 0, ...others } = counted(again);
    expect([others, unchanged + superseded]).toEqual([{}, 100]);
    expect(await storedRecords(database.url)).toEqual(before);
  });
});

/** Contents of a row; `at` is the minute of its revision. */
type Said = {
  reservation: number;
  kind: (typeof ROW_KINDS)[number];
  at: number;
  rooms: number;
  men: number;
  nights: number;
  fee: number;
};

describe('creates, changes and cancels', () => {
  const said: fc.Arbitrary<Said> = fc.record({
    reservation: fc.nat(2),
    kind: fc.constantFrom(...ROW_KINDS),
    at: fc.nat(59),
    rooms: fc.integer({ min: 1, max: 3 }),
    men: fc.nat(4),
    nights: fc.integer({ min: 0, max: 3 }),
    fee: fc.integer({ min: 0, max: 30_000 }),
  });
  /** Makes a row of one guest for one night, but for some differences. */
  const plain = (other: Partial<Said> = {}): Said => ({
    ...{ reservation: 0, kind: '予約', at: 1, rooms: 1, men: 1, nights: 1, fee: 8_000 },
    ...other,
  });

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
      大人人数: '',
      // Days that the sample files leave alone: their rooms are free in any order of the tests.
      チェックイン日: '2027-02-20',
      チェックアウト日: `2027-02-${20 + row.nights}`,
      合計料金: String(row.fee),
      電話番号: `090-${run}`,
    });
  }

  /** The records of rows that no other run has, imported as files one after another. */
  async function recordsAfter(run: string, files: readonly (readonly Said[])[]): Promise<CsvReservation[]> {
    for (const file of files) await importFile(file.map((row) => rowOf(run, row)));
    return (await storedRecords(database.url)).filter(({ tel }) => tel === `090-${run}`);
  }

  /** Returns all that every order has in common: the room given, the booking, the reason and the rows that led there may differ. */
  function essence(record: CsvReservation): string {
    const { id, version, reason, detail, bookingId, applied, digest, correctedDigests, ...others } = record;
    const { bookingNumber, tel, status, ...rest } = others;
    const number = bookingNumber.replace(/^.*-/, '');
    return JSON.stringify([number, rest.roomIndex, status === 'cancelled', Object.entries(rest).sort()]);
  }
  const essences = (records: readonly CsvReservation[]) => records.map(essence).sort();

  let run = 0;

  it('in any order and any split into files end with the records of the canonical order', async () => {
    const rows = fc.uniqueArray(said, {
      minLength: 2,
      maxLength: 9,
      selector: ({ reservation, kind, at }) => `${reservation} ${kind} ${at}`,
    });
    const histories = rows.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.shuffledSubarray(some, { minLength: some.length }),
        fc.integer({ min: 1, max: 4 }),
      ),
    );
    const made = [
      plain(),
      plain({ kind: '予約変更', at: 2, fee: 9_000 }),
      plain({ reservation: 1, at: 3 }),
      plain({ reservation: 1, kind: 'キャンセル', at: 4 }),
    ];
    const example = run + 1;
    await fc.assert(
      fc.asyncProperty(histories, async ([canonical, shuffled, files]) => {
        run += 1;
        const size = Math.ceil(shuffled.length / files);
        const cut = Array.from({ length: files }, (_, index) =>
          shuffled.slice(index * size, (index + 1) * size),
        );
        const wanted = essences(await recordsAfter(`R${run}`, [canonical]));
        expect(essences(await recordsAfter(`S${run}`, cut))).toEqual(wanted);
      }),
      { numRuns: runs(100), examples: [[[made, made.toReversed(), made.length]]] },
    );
    const left = (await storedBookings(database.url)).filter(({ tel }) => tel === `090-S${example}`);
    const fees = left.map(({ bookingNumber, status, totalFee }) => `${bookingNumber} ${status} ${totalFee}`);
    expect(fees.sort()).toEqual([`S${example}-0 active 9000`]);
  });

  it('of the same instant and kind leave, imported twice, exactly what they leave imported once', async () => {
    const close = said.map((row) => ({ ...row, reservation: row.reservation % 2, at: row.at % 2 }));
    const failing = [plain({ nights: 0 }), plain({ nights: 0, fee: 9_000 })];
    const cancelled = [
      plain({ kind: 'キャンセル' }),
      plain({ kind: 'キャンセル', rooms: 2 }),
      plain({ at: 1 }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(close, { minLength: 2, maxLength: 9 }), async (rows) => {
        run += 1;
        const once = await recordsAfter(`T${run}`, [rows]);
        expect(await recordsAfter(`T${run}`, [rows])).toEqual(once);
      }),
      { numRuns: runs(60), examples: [[failing], [cancelled]] },
    );
  });
});
