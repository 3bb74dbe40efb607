import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RowResult } from '../../../backend/imports/import-row.js';
import { SAMPLE_ROOMS } from '../../../backend/sample/rooms.js';
import {
  defineHotel,
  importRows,
  inFileOrder,
  storedBookings,
  storedRecords,
} from '../../support/channel-desk.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { openNode, type StoreNode } from '../../support/store-node.js';
import { channelFileRows } from './channel-file-rows.js';

const CP932 = 'tests/support/channel-files/temairazu_20261121090000.csv';
const UTF8 = 'tests/support/channel-files/temairazu_20261122090000_utf8.csv';

let database: TestDatabase;
let node: StoreNode;
let first: RowResult[];
let second: RowResult[];

async function importFile(path: string): Promise<RowResult[]> {
  const rows = (await channelFileRows(path)).map(({ reservation }) => reservation);
  return importRows(node.store, inFileOrder(rows));
}

beforeAll(async () => {
  database = await createTestDatabase();
  node = openNode(database.url);
  await defineHotel(node.store, SAMPLE_ROOMS);
  first = await importFile(CP932);
  second = await importFile(UTF8);
});

afterAll(async () => {
  await node.close();
  await database.drop();
});

function counted(results: readonly RowResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe('the two sample files', () => {
  it('are imported with every row accounted for', () => {
    expect(counted(first)).toEqual({ new: 44, changed: 3, cancelled: 7, failed: 6 });
    expect(counted(second)).toEqual({ new: 30, changed: 3, cancelled: 7 });
  });

  it('fail only where a row is wrong, for the reason that staff see', () => {
    const failed = first.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ booking_number, reason }) => `${booking_number} ${reason}`).sort()).toEqual([
      '0J01000051 必須項目欠落',
      'J901000043 定員超過',
      'J901000045 日付不正',
      'J901000052 必須項目欠落',
      'RY01000053 日付不正',
      'RY01000059 必須項目欠落',
    ]);
  });

  it('register the first of two rooms and leave the one without a guest to staff', () => {
    const { rooms } = first.find(({ booking_number }) => booking_number === 'RY01000059') as RowResult;
    expect(rooms).toMatchObject([
      { room_index: 1, outcome: 'new', reason: null, booking_id: expect.any(Number) },
      { room_index: 2, outcome: 'failed', reason: '必須項目欠落', booking_id: null },
    ]);
  });

  it('leave a booking with the content of its row for each registered record', async () => {
    const records = await storedRecords(database.url);
    const active = (await storedBookings(database.url)).filter(({ status }) => status === 'active');
    const registered = records.filter(({ status }) => status === 'registered');
    expect(active.map(({ csvReservationId }) => csvReservationId).sort()).toEqual(
      registered.map(({ id }) => id).sort(),
    );
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
    const again = [...(await importFile(CP932)), ...(await importFile(UTF8))];
    const { unchanged, superseded, ...others } = counted(again);
    expect(others).toEqual({});
    expect((unchanged ?? 0) + (superseded ?? 0)).toBe(100);
    expect(await storedRecords(database.url)).toEqual(before);
  });
});

describe('the rows of the sample files', () => {
  it('keep in CP932 the characters that Shift_JIS has not', async () => {
    const rows = await channelFileRows(CP932);
    const texts = rows.map(({ text }) => text).join('\n');
    for (const character of ['髙', '﨑', '①', '～', '㈱']) expect(texts).toContain(character);
    expect(rows.find(({ reservation }) => reservation.bookingNumber === '0J01000000')).toMatchObject({
      line: 2,
      reservation: {
        kind: '予約',
        site: 'じゃらんnet',
        bookingSource: 'じゃらん',
        revision: '2026-09-30T16:21:21.000Z',
        guestName1: '山﨑 祐紀',
        guestName1Kana: 'ヤマザキ ユウキ',
        checkinTime: '22:00',
        notes: '複数行\n備考\nプラン: 【出張応援】素泊まり',
        paymentFlag: 1,
        rooms: [{ mensCount: 1, womensCount: 0, totalFee: 11000, usedPoints: 0, fault: null }],
      },
    });
    expect(
      rows.find(({ reservation }) => reservation.bookingNumber === 'RY01000015')?.reservation,
    ).toMatchObject({
      guestName1: '小林 健一',
      reserverName: '小林 健一',
      notes: '【精算不要】\n複数行\n備考\nプラン: シンプルステイ\n食事: 朝食付',
    });
    expect(rows.find(({ reservation }) => reservation.bookingNumber === 'B01000005')?.reservation.notes).toBe(
      '到着遅れ～23時頃\nプラン: 【出張応援】素泊まり',
    );
  });

  it('are read in UTF-8 without a fault', async () => {
    const rows = await channelFileRows(UTF8);
    expect(rows).toHaveLength(40);
    expect(
      rows.filter(({ reservation: { fault, warnings } }) => fault !== null || warnings.length > 0),
    ).toEqual([]);
    expect(rows[0]).toMatchObject({
      line: 2,
      reservation: { site: '楽天トラベル', bookingNumber: 'RY02000000', guestName1: '山﨑 太郎' },
    });
  });
});
