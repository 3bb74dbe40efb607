import { describe, expect, it } from '@jest/globals';
import { channelReservation } from '../../support/channel-file.js';

describe('a whole row', () => {
  it('becomes a reservation field by field', () => {
    const reservation = channelReservation({
      予約サイト名: 'じゃらんnet',
      予約番号: '0J01000000',
      予約区分: '予約変更',
      予約日時: '2026-10-01 01:21:21',
      変更日時: '2026-10-02 09:00:00',
      チェックイン日: '2026-12-15',
      チェックアウト日: '2026-12-17',
      チェックイン時刻: '25:00',
      部屋名称: '禁煙ツイン',
      部屋記号: 'NT',
      プラン名称: '朝食付プラン①',
      宿泊者氏名: '山﨑 祐紀',
      宿泊者氏名カナ: 'ﾔﾏｻﾞｷ ﾕｳｷ',
      会員氏名: '髙橋 健一',
      会員氏名カナ: 'タカハシ ケンイチ',
      会員会社名: '㈱見本商事',
      男性人数: '1',
      女性人数: '1',
      合計料金: '22000',
      ポイント: '500',
      請求料金: '21500',
      支払方法: '事前決済',
      連泊情報: '[2026-12-15][\\11000][2026-12-16][\\11000]',
      食事条件: '朝食付',
      備考: '到着遅れ～23時頃',
    });
    expect(reservation).toEqual({
      site: 'じゃらんnet',
      bookingNumber: '0J01000000',
      kind: '予約変更',
      revision: '2026-10-02T00:00:00.000Z',
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
      fault: null,
      warnings: [],
      roomSymbol: 'NT',
      roomName: '禁煙ツイン',
      companyName: '㈱見本商事',
      bookingSource: 'じゃらん',
      reserverName: '髙橋 健一',
      reserverNameKana: 'タカハシ ケンイチ',
      guestName1: '山﨑 祐紀',
      guestName1Kana: 'ヤマザキ ユウキ',
      tel: '090-0000-0001',
      notes: '到着遅れ～23時頃\nプラン: 朝食付プラン①\n食事: 朝食付\n会社: ㈱見本商事',
      stayStart: '2026-12-15',
      stayEnd: '2026-12-17',
      checkinTime: '25:00',
      paymentFlag: 1,
      rooms: [{ mensCount: 1, womensCount: 1, totalFee: 22000, usedPoints: 500, fault: null }],
    });
    expect(JSON.parse(JSON.stringify(reservation))).toEqual(reservation);
  });

  it.each([
    ['予約', '予約'],
    [' 予約変更　', '予約変更'],
    ['ｷｬﾝｾﾙ', 'キャンセル'],
  ])('says of itself %s', (word, kind) => {
    expect(channelReservation({ 予約区分: word })).toMatchObject({ kind, fault: null });
  });

  it.each<[string, 0 | 1]>([
    ['事前決済', 1],
    [' 事前決済 ', 1],
    ['現地決済', 0],
    ['法人利用', 0],
    ['', 0],
  ])('paid by 「%s」 has payment flag %i', (method, paymentFlag) => {
    expect(channelReservation({ 支払方法: method })).toMatchObject({ paymentFlag, fault: null });
  });

  it.each([
    ['楽天トラベル', '楽天'],
    ['じゃらんnet', 'じゃらん'],
    ['JTB(るるぶ:法人払い)', 'るるぶ'],
    ['JTB', 'るるぶ'],
    ['るるぶトラベル', 'るるぶ'],
    ['自社HP', '自社'],
    ['Booking.com', 'その他'],
    ['一休.com', 'その他'],
    ['旧JTB', 'その他'],
  ])('of the site %s has the source %s', (site, bookingSource) => {
    expect(channelReservation({ 予約サイト名: site })).toMatchObject({ site, bookingSource });
  });
});

describe('a phone number', () => {
  it('of 30 characters is kept, a longer one goes to the notes', () => {
    const [short, long] = ['1'.repeat(30), '1'.repeat(31)];
    expect(channelReservation({ 電話番号: short })).toMatchObject({ tel: short, fault: null });
    const { tel, notes, fault } = channelReservation({ 電話番号: long });
    expect({ tel, fault, last: notes.split('\n').at(-1) }).toEqual({
      tel: '',
      fault: null,
      last: `電話番号: ${long}`,
    });
  });
});

describe('every text', () => {
  it('is free of control characters, and a formula is but a text', () => {
    const dirty = '=1+1\0\t\u0007x';
    const { site, bookingNumber, roomName, roomSymbol, companyName, tel, guestName1, notes } =
      channelReservation({
        予約サイト名: dirty,
        予約番号: dirty,
        部屋名称: dirty,
        部屋記号: dirty,
        会員会社名: dirty,
        電話番号: dirty,
        宿泊者氏名: dirty,
        備考: `${dirty}\r\n=2`,
      });
    for (const text of [site, bookingNumber, roomName, roomSymbol, companyName, tel, guestName1]) {
      expect(text).toBe('=1+1 x');
    }
    expect(notes.split('\n').slice(0, 2)).toEqual(['=1+1   x', '=2']);
  });

  it('has at most 100 characters for site, room and company', () => {
    const long = 'あ'.repeat(101);
    const { site, roomName, roomSymbol, companyName } = channelReservation({
      予約サイト名: long,
      部屋名称: long,
      部屋記号: long,
      会員会社名: long,
    });
    expect([site, roomName, roomSymbol, companyName].map((text) => text.length)).toEqual([
      100, 100, 100, 100,
    ]);
  });
});
