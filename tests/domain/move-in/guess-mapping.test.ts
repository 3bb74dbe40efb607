import { roomNumbersOf } from '@domain/cells/values.js';
import { day } from '@domain/dates.js';
import { EXPORT_COLUMNS } from '@domain/move-in/export-columns.js';
import { guessMapping, headerIndex } from '@domain/move-in/guess-mapping.js';
import { HEADER_WORDS } from '@domain/move-in/header-words.js';
import { layoutOf } from '@domain/move-in/layouts.js';
import { MOVE_IN_FIELDS, type MoveInField, mappingFaults } from '@domain/move-in/move-in-fields.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { expect, test } from '@jest/globals';
import { aRoomMonth, cells } from '#tests/support/builders.js';

const CONTEXT = {
  rooms: roomNumbersOf(
    roomDirectory([aRoomMonth({ id: 1, roomNumber: '201' }), aRoomMonth({ id: 2, roomNumber: '302' })]),
  ),
  today: day('2026-11-25'),
};

/** Columns as `header: first value, second value` with what each must be taken for. */
type Column = readonly [header: string, field: MoveInField | null, ...values: string[]];

const guessed = (columns: readonly Column[]) => {
  const values = columns.map(([, , ...cells]) => cells);
  const sample = (values[0] ?? []).map((_, row) => values.map((cells) => cells[row] ?? ''));
  return guessMapping(
    columns.map(([header]) => header),
    sample,
    CONTEXT,
  );
};

test.each<[string, readonly Column[]]>([
  [
    'of a front desk system',
    [
      ['受付番号', 'bookingNumber', 'Y1', 'Y2'],
      ['予約状態', 'status', '予約', 'キャンセル'],
      ['お客様名', 'guestName1', '山田太郎', '髙橋花子'],
      ['フリガナ', 'guestName1Kana', 'ﾔﾏﾀﾞ', 'ﾀｶﾊｼ'],
      ['客室', 'roomNumber', '0201', '302'],
      ['部屋タイプ', null, 'シングル', 'ツイン'],
      ['IN', 'stayStart', '2026/12/14', '2026/12/15'],
      ['OUT', 'stayEnd', '2026/12/15', '2026/12/17'],
      ['人数', 'guests', '1', '2'],
      ['合計金額', 'totalFee', '¥9,800', '¥20,000'],
      ['消費税', null, '891', '1,818'],
      ['TEL', 'tel', '090-1234-5678', '03-1234-5678'],
      ['メールアドレス', 'email', 'a@example.jp', ''],
      ['予約経路', 'bookingSource', '楽天', '電話'],
      ['入金', 'paid', '済', '未'],
      ['備考', 'notes', '', '窓側'],
      ['プラン名', 'notes', '素泊まり', '朝食付き'],
    ],
  ],
  [
    'with names in parts and the stay in one column',
    [
      ['姓', 'guestName1', '山田', '髙橋'],
      ['名', 'guestName1', '太郎', '花子'],
      ['セイ', 'guestName1Kana', 'ヤマダ', 'タカハシ'],
      ['メイ', 'guestName1Kana', 'タロウ', 'ハナコ'],
      ['部屋', 'roomNumber', '201', '302'],
      ['宿泊期間', 'period', '12/14〜12/16', '12/15〜12/16'],
    ],
  ],
  [
    'with a stay that only its cells tell of',
    [
      ['予約番号', 'bookingNumber', 'A1', 'A2'],
      ['宿泊者名', 'guestName1', '山田 太郎', '髙橋 花子'],
      ['部屋番号', 'roomNumber', '201', '302'],
      ['とき', 'period', '2026/12/14～2026/12/16', '2026/12/15～2026/12/16'],
    ],
  ],
  [
    'of an old ledger, with the fee, the party and remarks in words of its own',
    [
      ['受付No', 'bookingNumber', '1', '2'],
      ['お客様名', 'guestName1', '山田太郎', '髙橋花子'],
      ['姓カナ', 'guestName1Kana', 'ヤマダ', 'タカハシ'],
      ['名カナ', 'guestName1Kana', 'タロウ', 'ハナコ'],
      ['部屋No', 'roomNumber', '201', '201,302'],
      ['到着日', 'stayStart', '26/12/14', '26/12/15'],
      ['泊数', 'nights', '1', '2'],
      ['室数', 'roomCount', '1室', '2室'],
      ['内訳', 'partyText', '男1女1', '女2'],
      ['宿泊料', 'totalFee', '¥9,800', '¥20,000'],
      ['決済', 'paymentType', '現金', 'カード'],
      ['摘要', 'notes', '窓側', ''],
      ['コメント', 'notes', '', '禁煙'],
      ['子供人数', 'children', '0', '1'],
    ],
  ],
  ...(['室料', '利用料', '宿泊代', '代金', '宿泊料', '部屋代'] as const).map((fee): [string, Column[]] => [
    `whose fee is called ${fee}`,
    [
      [fee, 'totalFee', '9800', '20,000'],
      ['決済', 'paid', '済', '未'],
      ['1泊料金', 'nightlyFee', '9800', '10,000'],
    ],
  ]),
  [
    'in English',
    [
      ['Booking ID', 'sourceNumber', '1', '2'],
      ['Guest Name', 'guestName1', 'Taro', 'Hanako'],
      ['Room No', 'roomNumber', '201', '302'],
      ['Check-in', 'stayStart', '2026-12-14', '2026-12-15'],
      ['Nights', 'nights', '1', '2'],
      ['Total Price', 'totalFee', '9800', '20000'],
      ['Payment method', 'paymentType', 'Cash', 'Card'],
    ],
  ],
  [
    'whose headers say nothing, by the values',
    [
      ['A', null, '山田', '髙橋'],
      ['B', 'roomNumber', '201', '302'],
      ['C', 'tel', '090-1234-5678', '03-1234-5678'],
      ['D', 'email', 'a@example.jp', 'b@example.jp'],
    ],
  ],
  [
    'whose header means something else than its values',
    [
      ['宿泊日', 'stayStart', '2026/12/14', '2026/12/15'],
      ['到着', null, '徒歩', 'お車'],
      ['部屋', null, 'シングル', 'ツイン'],
      ['号室', 'roomNumber', '201', '302'],
    ],
  ],
])('the columns of a file %s', (_, columns) => {
  expect(guessed(columns)).toEqual(columns.map(([, field]) => field));
});

test('every field is known by its own name, and no word is that of two fields', () => {
  const words = Object.entries(HEADER_WORDS).flatMap(([field, { whole }]) =>
    whole.map((word) => ({ field, word })),
  );
  for (const { field, word } of words) {
    expect(words.filter((other) => other.word === word)).toEqual([{ field, word }]);
  }
  for (const [field, label] of Object.entries(MOVE_IN_FIELDS)) {
    expect({ label, guess: guessMapping([label], [], CONTEXT) }).toEqual({ label, guess: [field] });
  }
});

test.each([
  [
    'the first row',
    [
      ['予約番号', '氏名'],
      ['1', '山田'],
    ],
    0,
  ],
  [
    'below a title and conditions',
    [['予約一覧'], ['期間', '2026/12'], ['予約番号', '氏名', '部屋'], ['1', '山田', '201']],
    2,
  ],
  [
    'the first row where no word is known',
    [
      ['x', 'y'],
      ['1', '2'],
    ],
    0,
  ],
])('the header is %s', (_, rows, index) => {
  expect(headerIndex(rows)).toBe(index);
});

test('known layouts are recognised whole, in any order, and nothing is guessed beside them', () => {
  const own = EXPORT_COLUMNS.map(({ header }) => header);
  expect(layoutOf(own)?.system).toBe('このシステムの書き出し');
  expect(mappingFaults(layoutOf(own)?.mapping ?? [])).toEqual([]);
  expect(layoutOf(own.slice(1))).toBeNull();
  const suiteBook = cells(
    'チェックイン日|チェックアウト日|予約コード|宿泊数|ゲスト名|物件名|予約サイト|予約サイト名|キャンセル|' +
      'あなたの収益',
  );
  expect(layoutOf(suiteBook.toReversed())).toEqual({
    system: 'SUITE BOOK',
    mapping: [
      'totalFee',
      'status',
      'bookingSource',
      null,
      'roomNumber',
      'guestName1',
      null,
      'bookingNumber',
      'stayEnd',
      'stayStart',
    ],
  });
});

const AIRHOST = cells(
  '予約サイト|チャンネル予約ID|AirHost予約ID|チェックイン|チェックアウト|物件名|物件タグ|部屋番号|' +
    'ゲスト名|電話番号|メールアドレス|国籍|ゲストアドレス|状態|チェックイン状態|支払い済み|ゲスト数|' +
    '合計日数|予約日|通貨|販売|OTA サービス料|受取金|コメント|料金プラン|大人|子供|更新日時',
);
const NEPPAN = cells(
  '予約区分|予約番号|予約ID|予約サイト名称|チェックイン日|チェックイン時刻|泊数|泊目|部屋タイプ名称|' +
    '商品プラン名称|宿泊者氏名|予約者氏名|電話番号|住所1|大人人数計|子供人数計|料金合計額|ポイント割引額|' +
    '決済方法|備考1|備考2|メモ',
);

test.each([
  [
    'AirHost',
    AIRHOST,
    {
      ...{ AirHost予約ID: 'sourceNumber', チャンネル予約ID: 'bookingNumber', 予約サイト: 'bookingSource' },
      ...{ チェックイン: 'stayStart', チェックアウト: 'stayEnd', 部屋番号: 'roomNumber', 状態: 'status' },
      ...{ ゲスト名: 'guestName1', ゲスト数: 'guests', 販売: 'totalFee', コメント: 'notes' },
    },
  ],
  [
    'ねっぱん!',
    NEPPAN,
    {
      ...{ 予約番号: 'bookingNumber', 予約サイト名称: 'bookingSource', 予約区分: 'status', 泊目: null },
      ...{
        チェックイン日: 'stayStart',
        チェックイン時刻: 'checkinTime',
        泊数: 'nights',
        大人人数計: 'guests',
      },
      ...{ 部屋タイプ名称: 'roomNumber', 宿泊者氏名: 'guestName1', 料金合計額: 'totalFee' },
    },
  ],
] as const)(
  'the export of %s is recognised, and all that a booking needs is in it',
  (system, header, some) => {
    const found = layoutOf(header);
    expect(found?.system).toBe(system);
    const mapping = found?.mapping ?? [];
    expect(mappingFaults(mapping)).toEqual([]);
    const byName = Object.fromEntries(header.map((name, column) => [name, mapping[column]]));
    expect(byName).toMatchObject(some);
    expect(layoutOf(header.filter((name) => name !== '予約サイト' && name !== '予約サイト名称'))).toBeNull();
  },
);

const PHONES = ['090-1234-5678', '03-1234-5678', '080-1234-5678', '06-1234-5678', '070-1234-5678'];
const phones = (count: number): string[] => PHONES.map((phone, index) => (index < count ? phone : 'なし'));

test.each([
  ['four of five values look like it, against three', 3, 4, 1],
  ['as many values look like it, and it stands first', 4, 5, 0],
  ['one of five values looks like it, against none', 0, 1, 1],
  ['few values look like either, and it stands first', 1, 3, 0],
])('of two columns that are called alike the one is taken in which %s', (_, first, second, taken) => {
  const columns = [
    ['TEL', null, ...phones(first)],
    ['電話番号', null, ...phones(second)],
  ] as const;
  expect(guessed(columns).indexOf('tel')).toBe(taken);
});
