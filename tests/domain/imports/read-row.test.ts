import { NO_REVISION } from '@domain/imports/channel-cells.js';
import { type ChannelReservation, readRow } from '@domain/imports/channel-reservation.js';
import { describe, expect, it } from '@jest/globals';
import { type ChannelRow, channelReservation, channelRow } from '#tests/support/channel-file.js';

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
      泊数: '2',
      大人人数: '2',
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

  it.each<[Partial<ChannelRow>, Partial<ChannelReservation>]>([
    [{ 予約区分: ' 予約変更　' }, { kind: '予約変更' }],
    [{ 予約区分: 'ｷｬﾝｾﾙ' }, { kind: 'キャンセル' }],
    [{ 支払方法: ' 事前決済 ' }, { paymentFlag: 1 }],
    [{ 支払方法: '現地決済' }, { paymentFlag: 0 }],
    [{ 支払方法: '法人利用' }, { paymentFlag: 0 }],
    [{ 支払方法: '' }, { paymentFlag: 0 }],
    [{ 電話番号: '1'.repeat(30) }, { tel: '1'.repeat(30) }],
    [{ 電話番号: '1'.repeat(31) }, { tel: '' }],
  ])('with %j has %j', (cells, read) => {
    expect(channelReservation(cells)).toMatchObject({ ...read, fault: null });
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

  it('has at most 100 characters for site, room and company; a longer phone number is moved to the notes', () => {
    const long = 'あ'.repeat(101);
    const cells = {
      予約サイト名: long,
      部屋名称: long,
      部屋記号: long,
      会員会社名: long,
      電話番号: '1'.repeat(31),
    };
    const { site, roomName, roomSymbol, companyName, notes } = channelReservation(cells);
    for (const text of [site, roomName, roomSymbol, companyName]) expect(text).toHaveLength(100);
    expect(notes.split('\n').at(-1)).toBe(`電話番号: ${'1'.repeat(31)}`);
  });
});

const faultOf = (cells: Partial<ChannelRow>) => channelReservation(cells).fault;

describe('what is wrong with a row', () => {
  it.each<[reason: string, detail: string, Partial<ChannelRow>]>([
    ['予約番号不正', '予約番号: 2.12813E+15', { 予約番号: '2.12813E+15' }],
    ['予約番号不正', '予約番号: 2.1E15', { 予約番号: '2.1E15' }],
    ['名前が長すぎます', '宿泊者氏名: 101文字', { 宿泊者氏名: '髙'.repeat(101) }],
    ['名前が長すぎます', '会員氏名カナ: 101文字', { 会員氏名カナ: 'ア'.repeat(101) }],
    ['部屋数不明', '部屋数: 1.5', { 部屋数: '1.5' }],
    ['部屋数不明', '部屋数: 0', { 部屋数: '0' }],
    ['部屋数不明', '部屋数: 21', { 部屋数: '21' }],
    ['人数不明', '男性人数: 一家', { 男性人数: '一家' }],
    ['人数不明', '女性人数: -1', { 女性人数: '-1' }],
    ['料金不明', '合計料金: 別途', { 合計料金: '別途' }],
    ['料金不明', '合計料金: 12000.50', { 合計料金: '12000.50' }],
    ['料金不明', '合計料金: -', { 合計料金: '-' }],
    ['料金不明', 'ポイント: 1.5', { ポイント: '1.5' }],
    ['日付不正', 'チェックイン日: 未定', { チェックイン日: '未定' }],
    ['日付不正', 'チェックアウト日: 2026-12-01', { チェックアウト日: '2026-12-01' }],
    ['必須項目欠落', '予約サイト名', { 予約サイト名: ' ' }],
    ['必須項目欠落', '予約区分: 仮予約', { 予約区分: '仮予約' }],
    ['必須項目欠落', 'チェックアウト日', { チェックアウト日: '' }],
  ])('is %s, with %s', (reason, detail, cells) => {
    const row = channelReservation(cells);
    expect([row.fault, row.faultDetail]).toEqual([reason, detail]);
    const [cell = ''] = detail.split(': ').slice(1);
    if (['料金不明', '予約番号不正'].includes(reason) || cell === '未定') expect(row.notes).toContain(detail);
  });

  it('keeps a name that is too long whole in the notes', () => {
    const whole = `Maria ${'Guadalupe '.repeat(12)}III`;
    const { guestName1, notes } = channelReservation({ 宿泊者氏名: whole });
    expect([...guestName1].length).toBeLessThanOrEqual(100);
    expect(notes).toContain(`氏名: ${whole}`);
  });
});

/** A row with cells of any column, also of those that not every export has. */
const readCells = (cells: Record<string, string>) =>
  readRow(new Map([...Object.entries(channelRow()), ...Object.entries(cells)]), {
    digest: 'd',
    timezone: 'Asia/Tokyo',
  });

describe('what a cell says and nothing reads', () => {
  it.each<Record<string, string>>([
    { 予約日時: '先週' },
    { 変更日時: '2026-13-01' },
    { キャンセル日時: '未' },
    { 予約区分: '仮予約' },
    { 泊数: '3' },
    { 泊数: '数泊' },
    { 大人人数: '3' },
    { 大人人数: '家族' },
    { 男性人数: '一家' },
    { 部屋数: '二つ折り' },
    { 請求料金: '後日' },
    { 請求料金: '7000' },
    { 連泊情報: '8000円×1' },
    { 連泊情報: '[2026-12-15][\\7000]' },
    { 会員性別: '回答なし' },
    { 部屋マスタ: '離れ', 部屋名称: '', 部屋記号: '' },
  ])('stands in the notes with its column: %j', (cells) => {
    const [column, text] = Object.entries(cells)[0] ?? [];
    expect(readCells(cells).notes.split('\n')).toContain(`${column}: ${text}`);
  });

  it('is nothing in a row that is read wholly', () => {
    const cells = { 請求料金: '8000', 連泊情報: '[2026-12-15][\\8,000]', 会員性別: '男性', 泊数: '1泊' };
    expect(readCells(cells).notes).toBe('プラン: シンプルステイ');
  });
});

describe('what is read as a person would read it', () => {
  it.each<[Partial<ChannelRow>, object]>([
    [{ 合計料金: '12000.00' }, { rooms: [{ totalFee: 12_000 }] }],
    [{ 合計料金: 'JPY 12000' }, { rooms: [{ totalFee: 12_000 }] }],
    [{ ポイント: '500pt' }, { rooms: [{ usedPoints: 500 }] }],
    [{ ポイント: '-' }, { rooms: [{ usedPoints: 0 }] }],
    [{ 男性人数: '2名' }, { rooms: [{ mensCount: 2 }] }],
    [
      { チェックイン時刻: '22:00頃' },
      { checkinTime: '22:00', notes: expect.stringContaining('チェックイン時刻: 22:00頃') },
    ],
    [
      { チェックイン時刻: '18:00～19:00' },
      { checkinTime: '18:00', notes: expect.stringContaining('チェックイン時刻: 18:00～19:00') },
    ],
    [
      { チェックイン時刻: '未定' },
      { checkinTime: '15:00', notes: expect.stringContaining('チェックイン時刻: 未定') },
    ],
    [{ チェックイン時刻: '18時30分' }, { checkinTime: '18:30', notes: expect.not.stringContaining('時刻') }],
    [
      { チェックイン日: '2026/12/14 0:00', チェックアウト日: '令和8年12月16日' },
      { stayStart: '2026-12-14', stayEnd: '2026-12-16' },
    ],
    [
      { チェックイン日: '46370', チェックアウト日: 'R8.12.16(水)' },
      { stayStart: '2026-12-14', stayEnd: '2026-12-16' },
    ],
    [
      { チェックイン日: '12/14', チェックアウト日: '12月16日' },
      { stayStart: '2026-12-14', stayEnd: '2026-12-16' },
    ],
  ])('%j', (cells, read) => {
    expect(channelReservation(cells)).toMatchObject({ fault: null, ...read });
  });

  it.each([
    ['事前決済', 1, []],
    ['事前カード決済', 1, []],
    ['オンラインカード決済', 1, []],
    ['事前決済済', 1, []],
    ['カード決済済', 1, []],
    ['クレジットカード決済済み', 1, []],
    ['VCC', 1, []],
    ['現地決済', 0, []],
    ['現地カード決済', 0, []],
    ['現金', 0, []],
    ['', 0, []],
    ['クーポン券', 0, ['支払方法不明']],
  ] as const)('支払方法 %s is paid: %i', (word, paymentFlag, warnings) => {
    const row = channelReservation({ 支払方法: word });
    expect([row.paymentFlag, row.warnings]).toEqual([paymentFlag, warnings]);
    expect(row.notes.includes(word) && word !== '').toBe(warnings.length > 0);
  });

  it('takes adults whose gender no column says for men, with a warning', () => {
    const cells = { 大人人数: '2', 男性人数: '', 女性人数: '' };
    expect(channelReservation(cells)).toMatchObject({
      ...{ fault: null, warnings: ['性別未確認'] },
      rooms: [{ mensCount: 2, womensCount: 0, fault: null }],
    });
    expect(channelReservation({ ...cells, 部屋名称: 'レディースシングル' }).warnings).toEqual([]);
    expect(channelReservation({ ...cells, 大人人数: '' }).rooms[0]?.fault).toBe('人数不明');
  });

  it.each<[string, Record<string, string>, object, string[]]>([
    ['of one guest who booked', { 会員性別: '女性' }, { womensCount: 1 }, []],
    ['of a man', { 会員性別: '男' }, { mensCount: 1 }, []],
    [
      'of somebody who booked for another',
      { 会員性別: 'F', 会員氏名: '佐藤 次郎' },
      { womensCount: 1 },
      ['性別未確認'],
    ],
    ['of one of two', { 会員性別: '女', 大人人数: '2' }, { womensCount: 2 }, ['性別未確認']],
    ['that nobody understands', { 会員性別: '回答なし' }, { mensCount: 1 }, ['性別未確認']],
  ])('takes 会員性別 for the gender %s', (_what, cells, room, warnings) => {
    const row = readCells({ 男性人数: '', 女性人数: '', ...cells });
    expect(row).toMatchObject({ fault: null, warnings, rooms: [room] });
    expect(row.notes.includes('会員性別')).toBe(cells.会員性別 === '回答なし');
  });

  it('leaves counts as they are where 会員性別 says otherwise, and tells it', () => {
    const row = readCells({ 男性人数: '1', 会員性別: '女性' });
    expect(row).toMatchObject({ warnings: [], rooms: [{ mensCount: 1, womensCount: 0 }] });
    expect(row.notes).toContain('会員性別: 女性');
  });

  it('takes a date without a year for none where no instant says the year', () => {
    const cells = { チェックイン日: '12/14', チェックアウト日: '12/16', 予約日時: '', 変更日時: '' };
    expect(channelReservation(cells)).toMatchObject({ fault: '日付不正', stayStart: null, stayEnd: null });
  });

  it("knows a cancellation that doesn't say when", () => {
    const cells = { 予約区分: 'キャンセル', キャンセル日時: '' };
    expect(channelReservation(cells).isUntimed).toBe(true);
    expect(channelReservation({ ...cells, キャンセル日時: '昨日' })).toMatchObject({
      isUntimed: true,
      notes: expect.stringContaining('キャンセル日時: 昨日'),
    });
    expect(channelReservation({ ...cells, キャンセル日時: '2026-11-20 10:00' }).isUntimed).toBeUndefined();
  });
});

describe('必須項目欠落', () => {
  it.each<[string, Partial<ChannelRow>]>([
    ['no site', { 予約サイト名: ' ' }],
    ['no number', { 予約番号: '' }],
    ['no kind', { 予約区分: '' }],
    ['another kind', { 予約区分: '仮予約' }],
    ['no check-in date', { チェックイン日: '' }],
    ['no check-out date', { チェックアウト日: '　' }],
    ['no guest', { 宿泊者氏名: '' }],
    ['a guest of one character', { 宿泊者氏名: '髙' }],
    ['a guest who is only a mark', { 宿泊者氏名: '【精算不要】' }],
    ['a booker of one character', { 会員氏名: '髙' }],
    ['neither room name nor symbol', { 部屋名称: '', 部屋記号: ' ' }],
  ])('is said of %s', (_what, cells) => {
    expect(faultOf(cells)).toBe('必須項目欠落');
  });

  it('goes before 日付不正', () => {
    expect(faultOf({ チェックイン日: '', チェックアウト日: 'soon' })).toBe('必須項目欠落');
    expect(faultOf({ 宿泊者氏名: '', チェックアウト日: '2026-12-15' })).toBe('必須項目欠落');
  });

  it.each<Partial<ChannelRow>>([
    { 部屋名称: '' },
    { 部屋記号: '' },
    { 予約番号: '9'.repeat(64), 宿泊者氏名: '髙'.repeat(100) },
    { チェックイン日: '2026-12-15', チェックアウト日: '2027-12-16' },
  ])('is not said, nor 日付不正, of %j', (cells) => expect(faultOf(cells)).toBeNull());

  it('leaves what is read as it is, cut to what can be stored', () => {
    const { guestName1, bookingNumber, kind, rooms } = channelReservation({
      宿泊者氏名: '𠮷'.repeat(101),
      予約番号: '9'.repeat(65),
      予約区分: '',
      部屋数: '21',
    });
    expect({ guestName1, bookingNumber, kind }).toEqual({
      guestName1: '𠮷'.repeat(100),
      bookingNumber: '',
      kind: '予約',
    });
    expect(rooms).toHaveLength(1);
  });

  it('is what an empty row comes to', () => {
    expect(readRow(new Map(), { digest: 'd', timezone: 'Asia/Tokyo' })).toMatchObject({
      ...{ site: '', bookingNumber: '', kind: '予約', revision: NO_REVISION, fault: '必須項目欠落' },
      ...{ warnings: [], bookingSource: 'その他', guestName1: '', reserverName: '', notes: '', tel: '' },
      ...{ stayStart: null, stayEnd: null, checkinTime: '15:00', paymentFlag: 0 },
      rooms: [{ mensCount: 0, womensCount: 0, totalFee: 0, usedPoints: 0, fault: '人数不明' }],
    });
  });
});

describe('日付不正', () => {
  it.each([
    ['2026-12-16', '2026-12-16', '2026-12-16', '2026-12-16'],
    ['2026-12-16', '2026-12-15', '2026-12-16', '2026-12-15'],
    ['2026-02-30', '2026-03-02', null, '2026-03-02'],
    ['2026-12-15', '未定', '2026-12-15', null],
    ['2026-12-15', '2027-12-17', '2026-12-15', '2027-12-17'],
  ])('is said of %s to %s', (from, to, stayStart, stayEnd) => {
    const reservation = channelReservation({ チェックイン日: from, チェックアウト日: to });
    expect(reservation).toMatchObject({ fault: '日付不正', stayStart, stayEnd });
  });
});

describe('a cancel', () => {
  const CANCEL: Partial<ChannelRow> = { 予約区分: 'キャンセル', キャンセル日時: '2026-11-21 08:18:00' };

  it('needs only its site and its number, and is not warned about', () => {
    const wrong = { チェックアウト日: '?', 男性人数: '9', 部屋数: 'x', 合計料金: '-1', 請求料金: '1' };
    const blank = { チェックイン日: '', 宿泊者氏名: '', 部屋名称: '', 部屋記号: '' };
    const cancel = channelReservation({ ...CANCEL, ...wrong, ...blank });
    expect(cancel).toMatchObject({ kind: 'キャンセル', fault: null, warnings: [], stayStart: null });
    expect(cancel.rooms.map(({ fault }) => fault)).toEqual([null]);
    expect(cancel.revision).toBe('2026-11-20T23:18:00.000Z');
    expect(channelReservation({ ...CANCEL, 請求料金: '1' }).warnings).toEqual([]);
    expect(faultOf({ ...CANCEL, 予約番号: '' })).toBe('必須項目欠落');
    expect(faultOf({ ...CANCEL, 予約サイト名: '' })).toBe('必須項目欠落');
  });
});

const NAMELESS: Partial<ChannelRow> = { 宿泊者氏名カナ: '', 会員氏名: '', 会員氏名カナ: '' };

describe('the name of the guest', () => {
  it.each([
    ['髙橋 﨑子', '髙橋 﨑子'],
    ['㈱見本 ①号', '㈱見本 ①号'],
    ['ﾔﾏｻﾞｷ ﾕｳｷ', 'ヤマザキ ユウキ'],
    ['ﾊﾟｰｶｰ･ｱﾝ', 'パーカー・アン'],
    ['ＴＡＲＯ　山田', 'ＴＡＲＯ　山田'],
    ['TANAKA TARO', 'TANAKA TARO'],
    ['  山田   太郎 ', '山田 太郎'],
    ['山田\r\n太郎', '山田 太郎'],
    ['山田\t\0太郎', '山田 太郎'],
    ['か\u3099き', 'がき'],
    ['山田　 太郎', '山田 太郎'],
    ['小林【精算', '小林【精算'],
  ])('in 「%s」 is 「%s」', (cell, name) => {
    expect(channelReservation({ ...NAMELESS, 宿泊者氏名: cell })).toMatchObject({
      guestName1: name,
      reserverName: name,
      fault: null,
    });
  });

  it.each([
    ['小林 健一【精算不要】', '小林 健一', '【精算不要】'],
    ['【VIP】小林【精算不要】健一', '小林 健一', '【VIP】【精算不要】'],
    ['小林 健一【ﾎﾟｲﾝﾄ】', '小林 健一', '【ポイント】'],
  ])('in 「%s」 is without its marks', (cell, name, mark) => {
    const { guestName1, notes } = channelReservation({ 宿泊者氏名: cell, 備考: '禁煙希望' });
    expect(guestName1).toBe(name);
    expect(notes.split('\n').slice(0, 2)).toEqual([mark, '禁煙希望']);
  });
});

describe('the booker', () => {
  const GUEST = ['山田 太郎', 'ヤマダ タロウ'] as const;

  it.each([
    ['the member', '田中 花子', 'ﾀﾅｶ ﾊﾅｺ', '田中 花子', 'タナカ ハナコ'],
    ['the guest without a member', '', '', ...GUEST],
    ['a member without kana', '田中 花子', '', '田中 花子', ''],
    ['the guest as member without kana', '山田 太郎', '', ...GUEST],
    ['the guest where the member is a mark', '【法人】', '', ...GUEST],
  ])('is %s', (_, 会員氏名, 会員氏名カナ, reserverName, reserverNameKana) => {
    const cells = { 宿泊者氏名: '山田 太郎', 宿泊者氏名カナ: 'ﾔﾏﾀﾞ ﾀﾛｳ', 会員氏名, 会員氏名カナ };
    const read = { reserverName, reserverNameKana, guestName1Kana: 'ヤマダ タロウ', fault: null };
    expect(channelReservation(cells)).toMatchObject(read);
  });

  it('has a mark in both names noted once', () => {
    const { notes, reserverName } = channelReservation({
      宿泊者氏名: '小林 健一【精算不要】',
      会員氏名: '小林 健一【精算不要】',
      会員氏名カナ: '【要連絡】コバヤシ',
    });
    expect(reserverName).toBe('小林 健一');
    expect(notes.split('\n')[0]).toBe('【精算不要】【要連絡】');
  });
});

const BLANK: Partial<ChannelRow> = {
  プラン名称: '',
  食事条件: '',
  子供人数: '',
  会員会社名: '',
  備考: '',
  メモ: '',
};
const notesOf = (cells: Partial<ChannelRow>) => channelReservation({ ...BLANK, ...cells }).notes;

describe('the notes', () => {
  it('have a line for each thing that is there, in order', () => {
    const notes = notesOf({
      宿泊者氏名: '小林 健一【精算不要】',
      備考: '禁煙希望',
      メモ: '連絡済',
      プラン名称: '【出張応援】\n素泊まり',
      食事条件: '朝食付',
      子供人数: '２',
      会員会社名: '㈱見本商事',
    });
    expect(notes).toBe(
      '【精算不要】\n禁煙希望\n連絡済\nプラン: 【出張応援】 素泊まり\n食事: 朝食付\n子供: 2名\n会社: ㈱見本商事',
    );
  });

  it.each<Partial<ChannelRow>>([
    {},
    ...['なし', '食事なし', ' 食事なし ', ''].map((食事条件) => ({ 食事条件 })),
    ...['0', '', '０'].map((子供人数) => ({ 子供人数 })),
  ])('are empty for %j', (cells) => expect(notesOf(cells)).toBe(''));

  it.each(['一行目\r\n二行目', '一行目\n二行目', '一行目\r二行目', ' 一行目\n二行目\n '])(
    'keep the lines of %j',
    (remarks) => {
      expect(notesOf({ 備考: remarks })).toBe('一行目\n二行目');
    },
  );

  it('have no control characters but line breaks', () => {
    expect(notesOf({ 備考: 'a\0b\tc\u0085d\u2028e\nf' })).toBe('a b c d e\nf');
  });

  it('have at most 2,000 characters', () => {
    const notes = notesOf({ 備考: '𠮷'.repeat(1_999), メモ: 'memo' });
    expect([...notes]).toHaveLength(1_999);
    expect([...notesOf({ 備考: '𠮷'.repeat(2_001) })]).toHaveLength(2_000);
  });
});
