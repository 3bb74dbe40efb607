import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChannelHotel, cancel, change, openChannelHotel, row } from './channel-hotel.js';

let hotel: ChannelHotel;

beforeEach(async () => {
  hotel = await openChannelHotel();
});
afterEach(() => hotel.close());

const REPLACED = { 宿泊者氏名: '別人 一郎', チェックアウト日: '2026-12-14' };
const withoutName = row({ 宿泊者氏名: '', 会員氏名: '' });
const withoutStay = row({ チェックアウト日: '2026-12-15' });

describe('another row of the same instant and kind', () => {
  it.each([
    ['one way', withoutName, withoutStay, '日付不正'],
    ['the other way', withoutStay, withoutName, '必須項目欠落'],
  ])('corrects a reservation that failed, whatever its hash: %s', async (_, first, second, reason) => {
    const [failed] = await hotel.take(first);
    const [corrected] = await hotel.take(second);
    expect(corrected).toMatchObject({
      outcome: 'failed',
      reason,
      csv_reservation_id: failed?.csv_reservation_id,
    });
    expect(await hotel.onlyRecord()).toMatchObject({ reason, digest: second.digest });
  });

  it('is registered when it can be, and the report names the fields that differ', async () => {
    await hotel.take(row(REPLACED));
    const [corrected] = await hotel.take(row());
    expect(corrected).toMatchObject({
      outcome: 'changed',
      reason: null,
      warnings: ['同じ更新日時の訂正: 宿泊者名, チェックアウト日, 取込内容の不備'],
    });
    expect(await hotel.booking(corrected?.booking_id)).toMatchObject({ stayEnd: '2026-12-16' });
  });

  it('names the number of rooms, and what is pointed out about it', async () => {
    await hotel.take(row({ 男性人数: '2' }));
    const [corrected] = await hotel.take(row({ 部屋数: '2', 男性人数: '2', 請求料金: '1' }));
    expect(corrected).toMatchObject({
      outcome: 'changed',
      rooms: [{ outcome: 'changed' }, { outcome: 'new' }],
    });
    expect(corrected?.warnings).toEqual([
      '金額不一致',
      expect.stringMatching(/^同じ更新日時の訂正: .*部屋数/),
    ]);
    expect(corrected?.warnings[1]).toContain('注意');
  });

  it('is corrected no more by the row that it replaced, nor by a third one once it is registered', async () => {
    await hotel.take(withoutName, withoutStay);
    expect(await hotel.take(withoutName)).toMatchObject([{ outcome: 'superseded', warnings: [] }]);
    expect(await hotel.onlyRecord()).toMatchObject({ reason: '日付不正' });
    await hotel.take(row());
    const before = await hotel.current();
    expect(await hotel.take(withoutName, withoutStay, row())).toMatchObject([
      { outcome: 'superseded', warnings: [] },
      { outcome: 'superseded', warnings: [] },
      { outcome: 'unchanged', warnings: [] },
    ]);
    expect((await hotel.current()).position).toBe(before.position);
  });

  it('leaves a registered reservation as it is, whatever its hash, and the report says so', async () => {
    await hotel.take(row());
    for (const fee of ['9000', '9100', '9200', '9300']) {
      const [other] = await hotel.take(row({ 合計料金: fee }));
      expect(other).toMatchObject({
        outcome: 'superseded',
        warnings: ['同じ更新日時で内容が異なるため取り込みませんでした: 合計料金'],
      });
    }
    expect(await hotel.onlyRecord()).toMatchObject({ status: 'registered', totalFee: 8000 });
  });

  it('with more rooms tells once that there were more, and a newer row gives them', async () => {
    const two = { 部屋数: '2', 男性人数: '2' };
    const differing = '同じ更新日時で内容が異なるため取り込みませんでした: 合計料金, 部屋数';
    const file = [row(), row(two)];
    const warnings = async () => (await hotel.takeTogether(...file)).map((result) => result.warnings);
    expect(await warnings()).toEqual([[], [differing]]);
    const { position } = await hotel.current();
    const records = await hotel.records();
    expect(records).toMatchObject([
      { roomIndex: 1, status: 'registered', mensCount: 1 },
      { roomIndex: 2, status: 'cancelled', bookingId: null },
    ]);
    expect(await warnings()).toEqual([[], [differing]]);
    expect((await hotel.current()).position).toBe(position);
    const [newer] = await hotel.take(change('11:00', two));
    expect(newer?.rooms).toMatchObject([
      { outcome: 'changed', csv_reservation_id: records[0]?.id },
      { outcome: 'changed', csv_reservation_id: records[1]?.id },
    ]);
    expect(await hotel.bookings()).toMatchObject([{ status: 'active' }, { status: 'active' }]);
  });

  it('that says nothing else of a registered reservation is unchanged', async () => {
    await hotel.take(row());
    const [other] = await hotel.take(row({ 泊数: '9', 施設名: '別館' }));
    expect(other).toMatchObject({ outcome: 'unchanged', warnings: [] });
  });

  it('leaves a cancelled reservation as it is', async () => {
    await hotel.take(row(), cancel('10:00'));
    const [other] = await hotel.take(cancel('10:00', { 備考: '別の内容' }));
    expect(other?.outcome).toBe('superseded');
    expect(other?.warnings).toEqual(['同じ更新日時で内容が異なるため取り込みませんでした: 備考']);
  });

  it('corrects a change that could not be applied, and so the booking', async () => {
    const [made] = await hotel.take(row());
    await hotel.take(change('10:00', { チェックアウト日: '2026-12-14' }));
    const [corrected] = await hotel.take(change('10:00', { チェックアウト日: '2026-12-17' }));
    expect(corrected).toMatchObject({ outcome: 'changed', booking_id: made?.booking_id });
    expect(await hotel.booking(made?.booking_id)).toMatchObject({ stayEnd: '2026-12-17' });
  });

  it('corrects all rooms of a reservation when one of them failed', async () => {
    const two = { 部屋数: '2', 男性人数: '1', 女性人数: '0' };
    const [failed] = await hotel.take(row(two));
    expect(failed?.rooms).toMatchObject([{ outcome: 'new' }, { outcome: 'failed' }]);
    const [corrected] = await hotel.take(row({ ...two, 男性人数: '2', 備考: '二名です' }));
    expect(corrected?.rooms).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }]);
    expect(await hotel.bookings()).toMatchObject([
      { status: 'active', notes: expect.stringContaining('二名です') },
      { status: 'active' },
    ]);
  });
});
