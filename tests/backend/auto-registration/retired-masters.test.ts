import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChannelHotel, change, openChannelHotel, row } from './channel-hotel.js';

const FLAGGED = { 会員会社名: '青葉建設㈱' };
const LISTED = { 宿泊者氏名: '鬼塚 洋平' };

let hotel: ChannelHotel;

beforeEach(async () => {
  hotel = await openChannelHotel();
});
afterEach(() => hotel.close());

describe('automatic registration', () => {
  it('chooses no retired company: neither its name nor its rooms', async () => {
    await hotel.retireCorporate('青葉建設㈱');
    const [made] = await hotel.take(row(FLAGGED));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({ corporateId: 0, roomNumber: '1001' });
  });

  it('chooses the company in use when a retired one has the same name', async () => {
    await hotel.retireCorporate('青葉建設㈱');
    const id = await hotel.defineCorporate('青葉建設㈱', 1);
    const [made] = await hotel.take(row(FLAGGED));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({ corporateId: id, roomNumber: '702' });
  });

  it('lets a booking keep the company that it names already', async () => {
    const [made] = await hotel.take(row(FLAGGED));
    const { corporateId } = await hotel.booking(made?.booking_id);
    expect(corporateId).toBeGreaterThan(0);
    await hotel.retireCorporate('青葉建設㈱');
    await hotel.take(change('10:00', { ...FLAGGED, 合計料金: '9000' }));
    expect(await hotel.booking(made?.booking_id)).toMatchObject({
      corporateId,
      totalFee: 9000,
      roomNumber: '702',
    });
  });

  it('gives a booking no retired company that the source names only now', async () => {
    const [made] = await hotel.take(row());
    await hotel.retireCorporate('青葉建設㈱');
    const [changed] = await hotel.take(change('10:00', { ...FLAGGED, 合計料金: '9000' }));
    expect(changed).toMatchObject({ outcome: 'changed' });
    expect(await hotel.booking(made?.booking_id)).toMatchObject({ corporateId: 0, totalFee: 9000 });
  });

  it('holds no entry against a guest that was lifted', async () => {
    expect(await hotel.take(row(LISTED))).toMatchObject([{ reason: 'ブラックリスト一致' }]);
    await hotel.retireBlacklistEntry('鬼塚 洋平');
    expect(await hotel.take(row({ ...LISTED, 予約番号: 'N' }))).toMatchObject([{ outcome: 'new' }]);
  });
});
