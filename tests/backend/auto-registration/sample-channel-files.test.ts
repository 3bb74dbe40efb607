import { describe, expect, it } from '@jest/globals';
import { channelFileRows } from './channel-file-rows.js';

const CP932 = 'tests/support/channel-files/temairazu_20261121090000.csv';
const UTF8 = 'tests/support/channel-files/temairazu_20261122090000_utf8.csv';

describe('the sample file in CP932', () => {
  it('has 60 rows, of which three are wrong and three lack a guest in their second room', async () => {
    const rows = await channelFileRows(CP932);
    expect(rows).toHaveLength(60);
    const faulty = rows.flatMap(({ line, reservation: { bookingNumber, fault, rooms } }) => {
      const faults = [fault, ...rooms.map((room) => room.fault)];
      return faults.some((one) => one !== null) ? [[line, bookingNumber, ...faults]] : [];
    });
    expect(faulty).toEqual([
      [52, 'J901000043', null, '定員超過'],
      [55, 'J901000045', '日付不正', null],
      [62, '0J01000051', null, null, '必須項目欠落'],
      [63, 'J901000052', null, null, '必須項目欠落'],
      [65, 'RY01000053', '日付不正', null],
      [71, 'RY01000059', null, null, '必須項目欠落'],
    ]);
    expect(rows.filter(({ reservation }) => reservation.warnings.length > 0)).toEqual([]);
  });

  it('keeps the characters that Shift_JIS has not', async () => {
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

  it('has its kinds of rows', async () => {
    const kinds = (await channelFileRows(CP932)).map(({ reservation }) => reservation.kind);
    const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
    expect([count('予約'), count('予約変更'), count('キャンセル')]).toEqual([50, 3, 7]);
  });
});

describe('the sample file in UTF-8', () => {
  it('has 40 rows without a fault', async () => {
    const rows = await channelFileRows(UTF8);
    expect(rows).toHaveLength(40);
    expect(
      rows.filter(({ reservation: { fault, rooms } }) => fault ?? rooms.some((room) => room.fault !== null)),
    ).toEqual([]);
    expect(rows[0]).toMatchObject({
      line: 2,
      reservation: { site: '楽天トラベル', bookingNumber: 'RY02000000', guestName1: '山﨑 太郎' },
    });
    expect(rows.filter(({ reservation }) => reservation.warnings.length > 0)).toEqual([]);
  });
});
