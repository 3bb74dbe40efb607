import { GRID_ROOM_NUMBERS } from '@domain/room/room-order.js';
import { readRoomText } from '@domain/room/room-text.js';
import { describe, expect, it } from '@jest/globals';

const numbersOf = (text: string) => {
  const { rooms, faults } = readRoomText(text);
  expect(faults).toEqual([]);
  return rooms.map(({ roomNumber }) => roomNumber).join(' ');
};

const TEN = '301 302 303 305 306 201 202 203 205 206';

describe('a pattern of floors and positions', () => {
  it('gives the rooms of the specification', () => {
    const grid = [...GRID_ROOM_NUMBERS].sort().join(' ');
    for (const pattern of [
      '2〜10階、01〜16、04・09・14を除く',
      '２～１０階、０１～１６、０４・０９・１４を除く',
      '2-10階,1-16,04,09,14を除く',
      '10階から2階まで 01~16 （04・09・14以外）',
      '2〜10F\n01〜16\n04・09・14は欠番',
      '2〜3階、4〜10階、01〜03・05〜08・10〜13・15・16',
    ]) {
      expect(numbersOf(pattern).split(' ').sort().join(' ')).toBe(grid);
    }
  });

  it.each([
    ['3〜2階、01〜06、04を除く', TEN],
    ['3・2階 01〜06 04除く', TEN],
    ['3階、2階、1〜3、5、6', TEN],
    ['3階01〜06、2階01〜06、204号室・304号室を除く', TEN],
    ['101〜103、205号室', '101 102 103 205'],
    ['101\n102\n\n103', '101 102 103'],
    ['2階、01〜02、8階、01', '201 202 801'],
    ['0101〜0103', '0101 0102 0103'],
    ['1階、1〜2、101', '101 102'],
  ])('%j', (pattern, rooms) => expect(numbersOf(pattern)).toBe(rooms));

  it.each([
    ['', '部屋がありません。'],
    ['2階', '1行目の1文字目: この階の部屋の番号がありません。「2〜10階、01〜16」のように書いてください。'],
    ['01〜16', '1行目の1文字目: 何階の部屋か分かりません。「2〜10階、01〜16」のように書いてください。'],
    ['2階、01〜16\n3階、本館を除く', '2行目の4文字目: 「本館を除く」が読み取れません。'],
    ['101,ツイン,禁煙', '1行目の5文字目: 「ツイン」が読み取れません。'],
    ['101、喫煙', '1行目の5文字目: 「喫煙」が読み取れません。'],
    [
      '桜、B1F、01〜05',
      '1行目の7文字目: 何階の部屋か分かりません。「2〜10階、01〜16」のように書いてください。',
    ],
    ['別館1〜別館101', '1行目の1文字目: 「別館1〜別館101」は範囲が広すぎます。分けて書いてください。'],
    [`桜、 ${'松'.repeat(21)}`, `1行目の4文字目: 「${'松'.repeat(20)}」は部屋番号として長すぎます。`],
    ['松'.repeat(5000), `1行目の1文字目: 「${'松'.repeat(20)}」は部屋番号として長すぎます。`],
    ['２階、０１〜', '1行目の4文字目: 範囲の終わりの数字がありません。'],
    ['2階、〜16', '1行目の4文字目: 範囲の始まりの数字がありません。'],
    ['2階、01〜16、3階を除く', '1行目の10文字目: 階は除けません。除く部屋の番号を書いてください。'],
    ['201〜1016', '1行目の1文字目: 「201〜1016」は範囲が広すぎます。階ごとに書いてください。'],
    ['99〜101', '1行目の1文字目: 「99〜101」は桁数が揃っていません。'],
    ['12345', '1行目の1文字目: 「12345」は桁数が多すぎます。部屋番号は4桁までです。'],
    ['0階、01', '1行目の1文字目: 階は1から99までの数字で書いてください。'],
    [
      `2階、${'階'.repeat(3)}${'あ'.repeat(30)}`,
      `1行目の4文字目: 「階階階${'あ'.repeat(17)}」が読み取れません。`,
    ],
    ['1〜30階、1〜99', '一度に登録できるのは1,000室までです（2,970室あります）。'],
  ])('%j is refused in words', (pattern, message) => {
    const { rooms, faults } = readRoomText(pattern);
    expect(rooms).toEqual([]);
    expect(faults.map((fault) => fault.message)).toContain(message);
  });
});

describe('a list of names', () => {
  it.each([
    ['桜、梅、松', '桜 梅 松'],
    ['桜\n梅\n松', '桜 梅 松'],
    ['桜・梅・松', '桜 梅 松'],
    ['ローズ・ルーム', 'ローズ・ルーム'],
    ['A-01〜A-03', 'A-01 A-02 A-03'],
    ['Ａ－０１～０３', 'A-01 A-02 A-03'],
    ['F-01、F-02', 'F-01 F-02'],
    ['別館1〜別館3、離れ', '別館1 別館2 別館3 離れ'],
    ['別館3号室→別館1号室', '別館3 別館2 別館1'],
    ['101A, 101B, 特別室', '101A 101B 特別室'],
    ['2〜1階、01〜02、桜', '201 202 101 102 桜'],
    ['桜、101、別館1号室', '101 桜 別館1'],
    ['桜、 桜 、A-01、ａ01、ａ—01', '桜 A-01 a01'],
  ])('%j', (text, rooms) => expect(numbersOf(text)).toBe(rooms));

  it('in a column of a spreadsheet', () => {
    const text = '部屋番号\tタイプ\n桜\tツイン\n別館１号室\tツイン\nＡ‐０１\tツイン';
    expect(numbersOf(text)).toBe('桜 別館1 A-01');
  });
});

const PLAIN = {
  roomType: 'シングル',
  roomLabel: '',
  priority: '',
  smokingStatus: '禁煙',
  reservableStatus: '予約可能',
  corporate: 0,
};

describe('lines of a spreadsheet', () => {
  it('with a heading: each column as it is called, others named as ignored', () => {
    const text =
      '号室\tタイプ\t喫煙区分\t性別\t法人専用\t備考\n' +
      '１０１\tツイン\t喫煙\t\tはい\t角部屋\n"102"\t"ダブル ""洋"""\t\t女性専用\t\t\n\n103号室\t倉庫\t\t\t\t';
    expect(readRoomText(text)).toEqual({
      rooms: [
        { ...PLAIN, roomNumber: '101', roomType: 'ツイン', smokingStatus: '喫煙', corporate: 1 },
        { ...PLAIN, roomNumber: '102', roomType: 'ダブル "洋"', priority: '女性' },
        { ...PLAIN, roomNumber: '103', roomType: '倉庫', reservableStatus: '予約不可' },
      ],
      faults: [],
      ignored: ['備考'],
    });
  });

  it('with a heading: a column that is called by a longer name is another one', () => {
    const text =
      '号室の鍵\t部屋番号\tタイプ別\t性別の割合\t喫煙区分\t状態の記録\t法人専用室\n1\t101\t2\t3\t喫煙\t4\t5';
    expect(readRoomText(text)).toEqual({
      rooms: [{ ...PLAIN, roomNumber: '101', smokingStatus: '喫煙' }],
      faults: [],
      ignored: ['号室の鍵', 'タイプ別', '性別の割合', '状態の記録', '法人専用室'],
    });
  });

  it('without a heading: cells by what they say', () => {
    expect(readRoomText('101\tツイン\t喫煙\n102\t女性\t禁煙\t法人\tシングル\t角').rooms).toEqual([
      { ...PLAIN, roomNumber: '101', roomType: 'ツイン', smokingStatus: '喫煙' },
      { ...PLAIN, roomNumber: '102', priority: '女性', corporate: 1, roomLabel: '角' },
    ]);
  });

  it('without a heading: an empty cell is no room type', () => {
    expect(readRoomText('101\t\tツイン\t\t角').rooms).toEqual([
      { ...PLAIN, roomNumber: '101', roomType: 'ツイン', roomLabel: '角' },
    ]);
  });

  it.each([
    [1000, 1000],
    [1001, 0],
  ])('%i of them are %i rooms', (lines, rooms) => {
    const text = Array.from({ length: lines }, (_, index) => `${index + 1}\tツイン`).join('\n');
    expect(readRoomText(text).rooms).toHaveLength(rooms);
  });

  it('as a CSV file with a byte order mark', () => {
    expect(readRoomText('\uFEFF"部屋番号",部屋タイプ,喫煙区分\r\n201,"シングル,角",喫煙\r\n').rooms).toEqual([
      { ...PLAIN, roomNumber: '201', roomType: 'シングル,角', smokingStatus: '喫煙' },
    ]);
  });

  it.each([
    [
      '101\tツイン\n\tツイン',
      '2行目の1列目（部屋番号）: 「」が読み取れません。部屋番号は20文字以内で書いてください。',
    ],
    [
      '部屋番号\t喫煙区分\n101\t不明',
      '2行目の2列目（喫煙区分）: 「不明」が読み取れません。喫煙区分は「禁煙」か「喫煙」で書いてください。',
    ],
    [
      `101\tツイン\n${'1'.repeat(21)}\tツイン`,
      `2行目の1列目（部屋番号）: 「${'1'.repeat(20)}」が読み取れません。部屋番号は20文字以内で書いてください。`,
    ],
    ['101\tツイン\n101\tツイン', '2行目: 101号室は1行目にもあります。'],
    ['A-01\tツイン\nａ‐０１\tツイン', '2行目: a-01号室は1行目にもあります。'],
    ['桜\tツイン\n桜\tツイン', '2行目: 桜は1行目にもあります。'],
    ['部屋番号,部屋タイプ\n101,"ツイン', '2行目: 引用符「"」が閉じられていません。'],
    ['部屋番号,部屋タイプ', '部屋が1行もありません。'],
  ])('%j is refused in words, and none of its rooms is taken', (text, message) => {
    const { rooms, faults } = readRoomText(text);
    expect(rooms).toEqual([]);
    expect(faults.map((fault) => fault.message)).toEqual([message]);
  });
});
