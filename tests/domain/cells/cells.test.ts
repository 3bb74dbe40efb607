import { readCellDate, readNights, readPeriod, timeBehindDate, windowAround } from '@domain/cells/dates.js';
import { readCellTime } from '@domain/cells/times.js';
import {
  readGender,
  readGuestName,
  readPeople,
  readPoints,
  readPurpose,
  readSource,
  readStanding,
  readYen,
  readYesNo,
  roomNumbersOf,
} from '@domain/cells/values.js';
import { day } from '@domain/dates.js';
import { columnLetter } from '@domain/move-in/move-in-fields.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, test } from '@jest/globals';
import { aRoomMonth, cells } from '#tests/support/builders.js';

const WINDOW = windowAround(day('2026-11-25'), 'Asia/Tokyo');

test.each([
  ['18:00', '18:00', true],
  ['9:35', '09:30', true],
  ['２２：００', '22:00', true],
  ['21:59:00', '21:50', true],
  ['25:00', '25:00', true],
  ['1830', '18:30', true],
  ['18時30分', '18:30', true],
  ['18時', '18:00', true],
  ['22:00頃', '22:00', false],
  ['22時頃', '22:00', false],
  ['18:00～19:00', '18:00', false],
  ['18:00-19:00', '18:00', false],
  ['22:00～', '22:00', false],
  ['18時半ごろ', '18:30', false],
  ['午後6時', '18:00', false],
  ['午後6時30分', '18:30', false],
  ['PM 6:30', '18:30', false],
  ['6:30 PM', '18:30', false],
  ['12:30 AM', '00:30', false],
  ['チェックイン20:30予定', '20:30', false],
  ['レイト(23時以降)', '23:00', false],
  ['未定', null, false],
  ['翌1:00', '25:00', false],
  ['深夜1時頃', '25:00', false],
  ['深夜23時', '23:00', false],
  ['夜8時', '20:00', false],
  ['午後六時', '18:00', false],
  ['十八時三十分', '18:30', true],
  ['二十時頃', '20:00', false],
  ['正午', '12:00', false],
  ['18', '18:00', false],
  ['1', null, false],
  ['0', null, false],
  ['0.75', '18:00', true],
  ['15h', '15:00', false],
  ['15.30', '15:30', false],
  ['30:00', null, false],
  ['18:75', null, false],
  ['', null, true],
] as const)('the time of %s is %s, and the cell says no more: %s', (text, time, isWhole) => {
  expect(readCellTime(text)).toEqual({ time, isWhole });
});

test.each([
  ['12000.00', 12_000],
  ['12000.0円', 12_000],
  ['JPY 12000', 12_000],
  ['12,000 yen', 12_000],
  ['12000円(税込)', 12_000],
  ['12,000円（税・サ込）', 12_000],
  ['税込12,000円', 12_000],
  ['金12,000円也', 12_000],
  ['¥12,000-', 12_000],
  ['￥１２，０００', 12_000],
  ['12000.50', null],
  ['12000,00', null],
  ['1,20,000', null],
  ['1,200,000', 1_200_000],
  ['12,000.-', 12_000],
  ['1万2千円', 12_000],
  ['1.2万円', 12_000],
  ['2万', 20_000],
  ['1万500円', 10_500],
  ['12千円', null],
  ['一万二千円', 12_000],
  ['金壱萬弐阡円也', 12_000],
  ['1万二千五百円', 12_500],
  ['千二百円', 1_200],
  ['一二〇〇〇円', 12_000],
  ['十百円', null],
  ['無料', 0],
  ['-', null],
  ['12.000', null],
  ['約12000', null],
])('the yen of %s are %s', (text, yen) => {
  expect(readYen(text)).toBe(yen);
});

describe('a date', () => {
  test.each([
    ['2027-09-24T15:00:00.000Z', '2027-09-25'],
    ['2027-09-24T14:59:59Z', '2027-09-24'],
    ['2027-09-24 15:00:00+00:00', '2027-09-25'],
    ['2027-09-25T00:00:00+09:00', '2027-09-25'],
    ['2027-09-24T23:00:00-07:00', '2027-09-25'],
    ['2027/9/24T8:00:00-0700', '2027-09-25'],
    ['20270924T150000Z', '2027-09-25'],
    ['2027.09.24 15:00Z', '2027-09-25'],
    ['2027年9月24日 15:00+00:00', '2027-09-25'],
    ['46370', '2026-12-14'],
    ['46370.625', '2026-12-14'],
    ['26/12/14', '2026-12-14'],
    ['26.12.14', '2026-12-14'],
  ])('%s is the day of the hotel %s', (text, date) => {
    expect(readCellDate(text, WINDOW)).toBe(date);
  });

  test.each(
    cells(
      '2026/12/14|2026-12-14|2026.12.14|20261214|2026年12月14日|２０２６／１２／１４|2026年12月14日(月)|' +
        '令和8年12月14日|R8.12.14|R08/12/14|r8-12-14|令和 8 年 12 月 14 日|12月14日|12/14|12/14(月・祝)|' +
        '2026/12/14 月曜日|2026/12/14 15:00|2026-12-14T15:00:00|2026-12-14 00:00:00.000|' +
        '2026年12月14日15時30分|㋿8年12月14日|2026・12・14|2026-12-14 (Mon)|Dec 14, 2026|December 14th, 2026|' +
        '14 Dec 2026|14-Dec-26|Mon, 14 Dec 2026|"2026-12-14"',
    ),
  )('%s is 2026-12-14', (text) => {
    expect(readCellDate(text, WINDOW)).toBe('2026-12-14');
  });

  test.each([
    ['平成31年4月30日', '2019-04-30'],
    ['令和八年十二月十四日', '2026-12-14'],
    ['二〇二六年十二月二十一日(月)', '2026-12-21'],
    ['十二月三十日', '2026-12-30'],
    ['令和元年5月1日', '2019-05-01'],
    ['S64.1.7', '1989-01-07'],
    ['1/10', '2027-01-10'],
    ['10/1', '2026-10-01'],
  ])('%s is %s', (text, read) => {
    expect(readCellDate(text, WINDOW)).toBe(read);
  });

  test.each(
    cells(
      '|14/12/2026|12/14/2026|Foo 14, 2026|Feb 30, 2026|2026/2/30|2026/13/1|20261301|9/23|2/29|26/13/14|未定|12000|99999|令和8年|12月',
    ),
  )('%s is none, or its year is not plain', (text) => {
    expect(readCellDate(text, WINDOW)).toBeNull();
  });

  test.each([
    ['2026/12/14 15:00', '15:00'],
    ['2026年12月14日15時', '15:00'],
    ['2026年12月14日', ''],
    ['20261214', ''],
  ])('the time behind %s is %s', (text, time) => {
    expect(timeBehindDate(text)).toBe(time);
  });

  test.each([
    ['2026/12/14〜2026/12/16', ['2026-12-14', '2026-12-16']],
    ['2026/12/30～1/2', ['2026-12-30', '2027-01-02']],
    ['12/14(月)～12/16(水) 2泊', ['2026-12-14', '2026-12-16']],
    ['2026/12/14 - 2026/12/16', ['2026-12-14', '2026-12-16']],
    ['2026-12-14から2026-12-16まで', ['2026-12-14', '2026-12-16']],
    ['2026年12月14日 3泊4日', ['2026-12-14', '2026-12-17']],
    ['12/14 (2泊)', ['2026-12-14', '2026-12-16']],
    ['　12/14 (2泊)　', ['2026-12-14', '2026-12-16']],
  ] as const)('the period %s', (text, [start, end]) => {
    expect(readPeriod(text, WINDOW)).toEqual({ start, end });
  });

  test.each(['2026/12/14', '未定～2026/12/14', '2026/12/14～未定', ''])('no period: %s', (text) => {
    expect(readPeriod(text, WINDOW)).toBeNull();
  });

  test.each([
    ['2', 2],
    ['２泊', 2],
    ['2泊3日', 2],
    ['二泊三日', 2],
    ['十泊', 10],
    ['0', null],
    ['日帰り', null],
    ['400', null],
  ])('nights: %s', (text, nights) => {
    expect(readNights(text)).toBe(nights);
  });
});

describe('a value', () => {
  const table = <Value>(read: (text: string) => Value, rows: readonly (readonly [string, Value])[]) =>
    rows.map(([text, value]) => [read.name, text, value, read] as const);
  test.each([
    ...table(readYen, [
      ['¥12,000', 12_000],
      ['￥１２，０００', 12_000],
      ['12000円', 12_000],
      ['12,000.00', 12_000],
      ['12,000円(税込)', 12_000],
      ['', 0],
      ['12,000-', 12_000],
      ['12000.50', null],
      ['12,000.5円', null],
      ['12000.0', 12_000],
      ['12000.', null],
      ['JPY 12,000', 12_000],
      ['12,000（税抜価格）', 12_000],
      ['-500', null],
      ['時価', null],
      ['(税込)', null],
      ['999999999', null],
    ]),
    ...table(readPoints, [
      ['500pt', 500],
      ['500ポイント', 500],
      ['500P', 500],
      ['500.5pt', null],
      ['多い', null],
    ]),
    ...table(readPeople, [
      ['２名', 2],
      ['2名様', 2],
      ['大人2名', 2],
      ['二名', 2],
      ['十二人', 12],
      ['計3名', 3],
      ['', 0],
      ['数名', null],
    ]),
    ...table(readGuestName, [
      ['山田 太郎 様', '山田 太郎'],
      ['山田太郎様', '山田太郎'],
      ['山田太郎 様 他2名', '山田太郎'],
      ['株式会社源氏', '株式会社源氏'],
      ['山田 殿', '山田'],
    ]),
    ...table(readYesNo, [
      ['済', 1],
      ['精算済み', 1],
      ['○', 1],
      ['TRUE', 1],
      ['未', 0],
      ['未精算', 0],
      ['', 0],
      ['×', 0],
      ['半分', null],
    ]),
    ...table(readGender, [
      ['男', 'male'],
      ['女性', 'female'],
      ['-', null],
    ]),
    ...table(readStanding, [
      ['キャンセル待ち', null],
      ['キャンセル不可', null],
      ['予約確定(キャンセル料あり)', 'booked'],
      ['当日キャンセル', 'cancelled'],
      ['チェックアウト', 'departed'],
      ['', 'booked'],
      ['予約', 'booked'],
      ['未チェックイン', 'booked'],
      ['取消', 'cancelled'],
      ['ｷｬﾝｾﾙ', 'cancelled'],
      ['システムキャンセル', 'cancelled'],
      ['確認済み', 'booked'],
      ['ノーショー', 'no-show'],
      ['チェックイン済', 'in-house'],
      ['滞在中', 'in-house'],
      ['チェックアウト済み', 'departed'],
      ['C/O済', 'departed'],
      ['仮', null],
    ]),
    ...table(readSource, [
      ['楽天トラベル', { source: '楽天', isKnown: true }],
      ['じゃらんnet', { source: 'じゃらん', isKnown: true }],
      ['JTB', { source: 'るるぶ', isKnown: true }],
      ['TEL', { source: '電話', isKnown: true }],
      ['ウォークイン', { source: '訪問', isKnown: true }],
      ['公式HP', { source: '自社', isKnown: true }],
      ['企業(法人)', { source: '企業(法人)', isKnown: true }],
      ['一休', { source: 'その他', isKnown: false }],
      ['その他', { source: 'その他', isKnown: true }],
    ]),
    ...table(readPurpose, [
      ['ビジネス', '出張'],
      ['', ''],
      ['湯治', 'その他'],
    ]),
  ] as const)('%s %s is %j', (_name, text, value, read) => {
    expect(read(text)).toEqual(value);
  });

  test.each([
    ['0201', '201'],
    ['201', '201'],
    ['２０１号室', '201'],
    ['No.201', '201'],
    ['201 ツイン', '201'],
    ['A-1', 'A-1'],
    ['a-1', 'A-1'],
    ['202', null],
    ['', null],
    // Two rooms could be meant.
    ['0301', '0301'],
    ['00301', null],
  ])('the room %s is %s', (text, number) => {
    const months = ['201', 'A-1', '301', '0301'].map((roomNumber, index) =>
      aRoomMonth({ id: index + 1, roomNumber }),
    );
    expect(roomNumbersOf(roomDirectory(months)).find(text)).toBe(number);
  });

  test.each([
    ['桜', '桜'],
    ['桜の間', '桜'],
    ['桜の部屋 ツイン', '桜'],
    ['梅', '梅の間'],
    ['竹', '竹'],
    ['竹の間', '竹の間'],
    ['竹の部屋', null],
    ['別館１', '別館1'],
    ['別館 1号室', '別館1'],
    ['別館01', null],
    ['ａ―０１', 'A-01'],
    ['A-1', null],
    ['0101', '101'],
    ['No.101(禁煙)', '101'],
    ['間', null],
    ['桜・梅', null],
    ['101/桜', null],
    ['', null],
  ])('%j in a file is the room %s of a house of names', (text, number) => {
    const names = ['桜', '梅の間', '竹', '竹の間', '別館1', 'A-01', '101'];
    const months = names.map((roomNumber, index) => aRoomMonth({ id: index + 1, roomNumber }));
    expect(roomNumbersOf(roomDirectory(months)).find(text)).toBe(number);
  });

  test('columns have the letters of spreadsheets', () => {
    const letters = [0, 25, 26, 51, 52, 701, 702].map(columnLetter);
    expect(letters.join(' ')).toBe('A Z AA AZ BA ZZ AAA');
  });
});
