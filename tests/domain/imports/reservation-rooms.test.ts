import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { recordDetails } from '@domain/imports/record-details.js';
import { amongRecords, isGivenUp, leadOf } from '@domain/imports/reservation-rooms.js';
import { standingAmong } from '@domain/imports/row-standing.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anImport } from '#tests/support/builders.js';
import { type ChannelRow, channelReservation } from '#tests/support/channel-file.js';

const MASTERS = { corporates: new Map(), roomTypeMappings: new Map() };
const SINGLE = { 部屋名称: '禁煙シングル', 部屋記号: 'NS' };
const TWIN = { 部屋名称: '禁煙ツイン', 部屋記号: 'NT' };
const SMOKING = { 部屋名称: '喫煙シングル', 部屋記号: 'SS' };
const LATER = { チェックイン日: '2026-12-20', チェックアウト日: '2026-12-21' };

const rowOf = (cells: Partial<ChannelRow>): ChannelReservation => channelReservation(cells);
const together = (...rows: ChannelReservation[]) => rows.map((row) => ({ ...row, together: rows }));
/** The record that a row's room has left. */
const recordOf = (row: ChannelReservation, roomIndex: number, more: Partial<CsvReservation> = {}) =>
  anImport({
    ...recordDetails(row, 1, MASTERS),
    ...{ id: 900 + roomIndex, roomIndex, status: 'registered', bookingId: 10 + roomIndex },
    ...more,
  });
const indexes = (row: Parameters<typeof amongRecords>[0], known: readonly CsvReservation[]) =>
  amongRecords(row, known).rooms.map(({ record }) => record?.roomIndex ?? null);

describe('the room of a row is that of the record', () => {
  const [single, smoking] = [rowOf(SINGLE), rowOf({ ...SMOKING, 宿泊者氏名: '佐藤 花子' })];
  const known = [recordOf(single, 1), recordOf(smoking, 2)];

  it.each<[string, Partial<ChannelRow>[], (number | null)[]]>([
    ['with its type and stay', [SMOKING, SINGLE], [2, 1]],
    ['with its type, whose stay has changed', [{ ...SMOKING, ...LATER }], [2]],
    ['of its guest and stay, whose type has changed', [{ ...TWIN, 宿泊者氏名: '佐藤 花子' }], [2]],
    ['that is left when all has changed', [SINGLE, { ...TWIN, ...LATER }], [1, 2]],
    ['that there is not yet for a third one', [TWIN, SMOKING, SINGLE], [null, 2, 1]],
    ['twice for two of its type', [SINGLE, { ...SINGLE, ...LATER }, SMOKING], [1, null, 2]],
  ])('%s', (_what, cells, wanted) => {
    const rows = together(...cells.map((each) => rowOf({ ...each, メモ: '新' })));
    expect(rows.flatMap((row) => indexes(row, known))).toEqual(wanted);
  });

  it('that the reservation still has, before one that it gave up', () => {
    const gone = recordOf(single, 1, { kind: 'キャンセル', status: 'cancelled' });
    const records = [gone, recordOf(smoking, 2)];
    expect(indexes(rowOf(TWIN), records)).toEqual([2]);
    expect(leadOf(records)?.roomIndex).toBe(2);
    expect(records.map((record) => isGivenUp(record, records))).toEqual([true, false]);
  });

  it('for each of the rooms that a row counts', () => {
    const rows = together(rowOf({ ...SINGLE, 部屋数: '2', 男性人数: '2' }), rowOf(SMOKING));
    expect(rows.map((row) => indexes(row, known))).toEqual([[1, null], [2]]);
    expect(rows.map((row) => amongRecords(row, []).count)).toEqual([3, 3]);
  });
});

describe('a 部屋数 that is the number of rows', () => {
  const two = (cells: Partial<ChannelRow>) =>
    together(rowOf({ ...SINGLE, ...cells }), rowOf({ ...SMOKING, ...cells })).map(
      (row) => amongRecords(row, []).row.rooms,
    );

  it('counts both rows where they have no guest for a second room', () => {
    expect(two({ 部屋数: '2', 合計料金: '9001' })).toMatchObject(
      Array(2).fill([{ mensCount: 1, totalFee: 9001, fault: null }]),
    );
  });

  it('counts rooms of its own row where it has a guest for each', () => {
    expect(two({ 部屋数: '2', 男性人数: '2' }).map(({ length }) => length)).toEqual([2, 2]);
  });
});

describe('rows of the same room and stay', () => {
  it('that differ fail, each with what the other says', () => {
    const [one, other] = together(
      rowOf({ 合計料金: '9000', 備考: '' }),
      rowOf({ 合計料金: '9500', 宿泊者氏名: '佐藤 次郎', 会員氏名: '佐藤 次郎' }),
    ).map((row) => amongRecords(row, []).row);
    for (const row of [one, other]) {
      expect([row?.fault, row?.faultDetail]).toEqual(['内容の矛盾', '宿泊者名, 予約者名, 合計料金']);
    }
    expect(one?.notes).toContain(
      '同じ部屋の別の行: 宿泊者名: 佐藤 次郎、予約者名: 佐藤 次郎、合計料金: 9500',
    );
    expect(other?.notes).toContain('合計料金: 9000');
  });

  it('that read the same do not', () => {
    const rows = together(rowOf({ 合計料金: '9000' }), rowOf({ 合計料金: '9,000円' }));
    expect(rows.map((row) => amongRecords(row, []).row.fault)).toEqual([null, null]);
  });

  it('keep a fault of their own', () => {
    const rows = together(rowOf({ 合計料金: '別途' }), rowOf({ 合計料金: '9000' }));
    expect(rows.map((row) => amongRecords(row, []).row.fault)).toEqual(['料金不明', '内容の矛盾']);
  });
});

describe('rows of one instant', () => {
  const cells = fc.record({
    type: fc.constantFrom(SINGLE, TWIN, SMOKING),
    night: fc.constantFrom({}, LATER),
    guest: fc.constantFrom('佐藤 花子', '髙橋 太郎'),
    rooms: fc.constantFrom('1', '1', '2'),
  });
  const row = cells.map(({ type, night, guest, rooms }) =>
    rowOf({ ...type, ...night, 宿泊者氏名: guest, 部屋数: rooms, 男性人数: rooms }),
  );
  const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 5, selector: ({ digest }) => digest });

  it('share no record, and leave none but the surplus', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const known = before.map((one, index) => recordOf(one, index + 1));
        const found = together(...after).map((one) => amongRecords(one, known));
        const places = new Map(
          found.map((each) => [`${each.row.roomSymbol} ${each.row.stayStart}`, each] as const),
        );
        const taken = [...places.values()].flatMap(({ rooms }) =>
          rooms.flatMap(({ record }) => record ?? []),
        );
        expect(new Set(taken).size).toBe(taken.length);
        for (const { surplus, count } of found) {
          expect(surplus.filter((record) => taken.includes(record))).toEqual([]);
          expect(surplus.length).toBe(Math.max(0, known.length - count));
        }
      }),
    );
  });

  it('find the same records after those before them were applied', () => {
    const single = { ...SINGLE, 男性人数: '1' };
    const [other, one, two, later] = [
      rowOf({ ...single, 宿泊者氏名: '髙橋 太郎' }),
      rowOf({ ...single, 宿泊者氏名: '佐藤 花子' }),
      rowOf({ ...single, 宿泊者氏名: '佐藤 花子', 部屋数: '2', 男性人数: '2' }),
      rowOf({ ...single, ...LATER, 宿泊者氏名: '佐藤 花子' }),
    ];
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const known = before.map((one, index) =>
          recordOf(one, index + 1, { revision: '2026-10-01T00:00:00Z' }),
        );
        const all = together(...after);
        const wanted = all.map((one) => indexes(one, known));
        const first = all[0] as (typeof all)[number];
        const applied = amongRecords(first, known).rooms.flatMap(({ record }) =>
          record ? [recordOf(first, record.roomIndex)] : [],
        );
        const now = [
          ...applied,
          ...known.filter(({ roomIndex }) => applied.every((record) => record.roomIndex !== roomIndex)),
        ];
        for (const [index, one] of all.entries()) {
          const isSamePlace = one.roomSymbol === first.roomSymbol && one.stayStart === first.stayStart;
          if (!isSamePlace) expect(indexes(one, now)).toEqual(wanted[index]);
        }
      }),
      {
        examples: [
          [
            [other, one, two],
            [one, two, later],
          ],
        ],
      },
    );
  });
});

describe('the standing of a row among the records of several rows', () => {
  const [single, smoking] = together(rowOf(SINGLE), rowOf(SMOKING));
  const known = [recordOf(single as ChannelReservation, 1), recordOf(smoking as ChannelReservation, 2)];
  const standing = (row: Parameters<typeof amongRecords>[0], records = known) =>
    standingAmong(amongRecords(row, records), records);

  it('is unchanged for each of them, also alone', () => {
    for (const row of [single, smoking] as ChannelReservation[]) {
      expect(standing(row)).toBe('unchanged');
      expect(standing(rowOf(row.roomSymbol === 'NS' ? SINGLE : SMOKING))).toBe('unchanged');
    }
  });

  it('is newer for a room that a file adds at the instant that is known', () => {
    const [, , added] = together(rowOf(SINGLE), rowOf(SMOKING), rowOf(TWIN));
    expect(standing(added as ChannelReservation)).toBe('newer');
  });

  it('is older before the newest of them, also for a room that is not known', () => {
    const newer = known.map((record) => ({ ...record, revision: '2026-11-30T00:00:00Z' }));
    const [, , added] = together(rowOf(SINGLE), rowOf(SMOKING), rowOf(TWIN));
    expect(standing(added as ChannelReservation, newer)).toBe('older');
  });
});
