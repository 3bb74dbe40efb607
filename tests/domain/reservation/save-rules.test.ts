import { day } from '@domain/dates.js';
import {
  brokenSaveRules,
  brokenSearchRules,
  type SaveFacts,
  type SaveRequest,
} from '@domain/reservation/save-rules.js';
import { describe, expect, it } from '@jest/globals';

const REQUEST: SaveRequest = {
  guestName1: '山田太郎',
  reserverName: '山田商事',
  mensCount: 1,
  womensCount: 0,
  roomId: 1,
  stayStart: day('2026-11-21'),
  stayEnd: day('2026-11-23'),
  checkinTime: '15:00',
  totalFee: 8000,
  usedPoints: 0,
};
const FACTS: SaveFacts = {
  isNew: true,
  roomAvailable: true,
  roomSearched: true,
  occupied: false,
  checkedInUntil: null,
};
const broken = (request: Partial<SaveRequest> = {}, facts: Partial<SaveFacts> = {}) =>
  brokenSaveRules({ ...REQUEST, ...request }, { ...FACTS, ...facts });
const messages = (...args: Parameters<typeof broken>) => broken(...args).map(({ message }) => message);

const SHORT_GUEST = '宿泊者名は2文字以上で入力してください。';
const SHORT_BOOKER = '予約者名は2文字以上で入力してください。';
const NO_GUESTS = '宿泊人数を選択してください。';
const TOO_MANY = '宿泊人数が2名を超えています。';
const NO_ROOM = 'ルームタイプを選択してください。';
const NO_START = 'チェックイン日を入力してください。';
const NO_END = 'チェックアウト日を入力してください。';
const EXTENDED = 'チェックイン後はチェックアウト日を延長することは出来ません。';
const NO_TIME = 'チェックイン時間を入力してください。';
const NO_FEE = '合計料金は数値を入力してください。';
const NO_POINTS = '利用ポイントは数値を入力してください。';
const NOT_AFTER = '宿泊終了日は宿泊開始日より後の日付を選択してください。';
const TOO_LONG = '宿泊は366泊以内で入力してください。';
const UNAVAILABLE = '予約不可の部屋が選択されている、もしくは「部屋検索」が行われていません。';
const OCCUPIED = '選択した部屋は指定された期間に既に予約されています。';
const UNTIL_23 = { checkedInUntil: day('2026-11-23') };

describe('save rules (spec 5): each row of the table', () => {
  it('finds nothing wrong with a complete request', () => {
    expect(messages()).toEqual([]);
    expect(messages({ mensCount: 1, womensCount: 1, totalFee: 0 }, { isNew: false })).toEqual([]);
  });

  it.each([
    ['guest name empty', { guestName1: '' }, SHORT_GUEST],
    ['guest name missing', { guestName1: null }, SHORT_GUEST],
    ['guest name of one character', { guestName1: '山' }, SHORT_GUEST],
    ['guest name of one character and blanks', { guestName1: ' 山　' }, SHORT_GUEST],
    ['guest name of one character outside the BMP', { guestName1: '𠮷' }, SHORT_GUEST],
    ['booker name empty', { reserverName: '' }, SHORT_BOOKER],
    ['booker name missing', { reserverName: null }, SHORT_BOOKER],
    ['booker name of one character', { reserverName: '山' }, SHORT_BOOKER],
    ['no guests', { mensCount: 0, womensCount: 0 }, NO_GUESTS],
    ['counts missing', { mensCount: null, womensCount: null }, NO_GUESTS],
    ['three men', { mensCount: 3 }, TOO_MANY],
    ['two men and a woman', { mensCount: 2, womensCount: 1 }, TOO_MANY],
    ['no room', { roomId: null }, NO_ROOM],
    ['no check-in', { stayStart: null }, NO_START],
    ['no check-out', { stayEnd: null }, NO_END],
    ['no time', { checkinTime: null }, NO_TIME],
    ['an empty time', { checkinTime: '' }, NO_TIME],
    ['no fee', { totalFee: null }, NO_FEE],
    ['no points', { usedPoints: null }, NO_POINTS],
    ['check-out on the day of check-in', { stayEnd: day('2026-11-21') }, NOT_AFTER],
    ['check-out before check-in', { stayEnd: day('2026-11-20') }, NOT_AFTER],
    ['367 nights', { stayEnd: day('2027-11-23') }, TOO_LONG],
  ] as const)('%s', (_, request, message) => {
    expect(broken(request)).toMatchObject([{ kind: 'invalid', message }]);
  });

  it.each([
    ['two characters', { guestName1: '山田', reserverName: '𠮷田' }],
    ['two women', { mensCount: 0, womensCount: 2 }],
    ['one night', { stayEnd: day('2026-11-22') }],
    ['366 nights', { stayEnd: day('2027-11-22') }],
    ['no fee to pay', { totalFee: 0, usedPoints: 0 }],
  ])('takes %s', (_, request) => {
    expect(messages(request)).toEqual([]);
  });

  it('refuses a later check-out once checked in, not an earlier or the same one', () => {
    const extended = broken({ stayEnd: day('2026-11-24') }, { isNew: false, ...UNTIL_23 });
    expect(extended).toMatchObject([{ kind: 'invalid', field: 'stay_end', message: EXTENDED }]);
    expect(messages({}, { isNew: false, ...UNTIL_23 })).toEqual([]);
    expect(messages({ stayEnd: day('2026-11-22') }, { isNew: false, ...UNTIL_23 })).toEqual([]);
    expect(messages({ stayEnd: null }, { isNew: false, ...UNTIL_23 })).toEqual([NO_END]);
  });

  it('refuses a new booking in an unavailable room or without a search', () => {
    expect(broken({}, { roomAvailable: false })).toMatchObject([
      { kind: 'invalid', field: 'room_id', message: UNAVAILABLE },
    ]);
    expect(messages({}, { roomSearched: false })).toEqual([UNAVAILABLE]);
  });

  it('asks for no search on an edit, but for rooms that exist', () => {
    expect(messages({}, { isNew: false, roomSearched: false })).toEqual([]);
    expect(messages({}, { isNew: false, roomAvailable: false })).toEqual([UNAVAILABLE]);
  });

  it('says by itself that the search was not run for a new booking', () => {
    const unsearched = { roomSearched: false };
    expect(messages({ roomId: null }, unsearched)).toEqual([NO_ROOM, UNAVAILABLE]);
    expect(messages({ stayStart: null }, unsearched)).toEqual([NO_START, UNAVAILABLE]);
    expect(messages({ stayEnd: day('2026-11-21') }, unsearched)).toEqual([NOT_AFTER, UNAVAILABLE]);
    expect(messages({ stayEnd: day('2028-11-21') }, unsearched)).toEqual([TOO_LONG, UNAVAILABLE]);
    expect(messages({ roomId: null }, { isNew: false, ...unsearched })).toEqual([NO_ROOM]);
  });

  it('says nothing of availability before room and stay are known', () => {
    const closed = { roomAvailable: false };
    expect(messages({ roomId: null }, closed)).toEqual([NO_ROOM]);
    expect(messages({ stayStart: null }, closed)).toEqual([NO_START]);
    expect(messages({ stayEnd: day('2026-11-21') }, closed)).toEqual([NOT_AFTER]);
    expect(messages({ stayEnd: day('2028-11-21') }, closed)).toEqual([TOO_LONG]);
  });

  it('refuses an overlap, which alone is a conflict with what is stored', () => {
    expect(broken({}, { occupied: true })).toEqual([
      { kind: 'conflict', code: 'overlap', field: 'room_id', message: OCCUPIED },
    ]);
  });
});

describe('save rules (spec 5): all together', () => {
  it('has every broken rule in the order of the table', () => {
    const nothing: SaveRequest = {
      guestName1: null,
      reserverName: null,
      mensCount: null,
      womensCount: null,
      roomId: null,
      stayStart: null,
      stayEnd: null,
      checkinTime: null,
      totalFee: null,
      usedPoints: null,
    };
    expect(messages(nothing, { roomSearched: false })).toEqual([
      SHORT_GUEST,
      SHORT_BOOKER,
      NO_GUESTS,
      NO_ROOM,
      NO_START,
      NO_END,
      NO_TIME,
      NO_FEE,
      NO_POINTS,
      UNAVAILABLE,
    ]);
    const wrong = {
      ...nothing,
      mensCount: 3,
      roomId: 1,
      stayStart: day('2026-11-30'),
      stayEnd: day('2026-11-29'),
    };
    expect(
      messages(wrong, { checkedInUntil: day('2026-11-28'), roomAvailable: false, occupied: true }),
    ).toEqual([
      SHORT_GUEST,
      SHORT_BOOKER,
      TOO_MANY,
      EXTENDED,
      NO_TIME,
      NO_FEE,
      NO_POINTS,
      NOT_AFTER,
      OCCUPIED,
    ]);
    expect(messages({ totalFee: null }, { roomAvailable: false, occupied: true })).toEqual([
      NO_FEE,
      UNAVAILABLE,
      OCCUPIED,
    ]);
  });

  it('names the wire field of each rule, once', () => {
    const rules = broken({ guestName1: null, totalFee: null, usedPoints: null, checkinTime: null });
    expect(rules.map(({ field }) => field)).toEqual([
      'guest_name_1',
      'checkin_time',
      'total_fee',
      'csv_notes',
    ]);
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
  });
});

describe('rules of 部屋検索 (spec 5)', () => {
  const search = (request: Partial<SaveRequest>) =>
    brokenSearchRules({ ...REQUEST, ...request }).map(({ message }) => message);

  it('needs check-in, check-out and one or two guests, worded as on save', () => {
    expect(search({})).toEqual([]);
    expect(search({ mensCount: 0, stayStart: null, stayEnd: null })).toEqual([NO_GUESTS, NO_START, NO_END]);
    expect(search({ mensCount: 2, womensCount: 1 })).toEqual([TOO_MANY]);
    expect(search({ stayEnd: day('2026-11-21') })).toEqual([NOT_AFTER]);
    expect(search({ stayEnd: day('2028-11-21') })).toEqual([TOO_LONG]);
  });

  it('needs nothing else', () => {
    expect(search({ guestName1: null, roomId: null, checkinTime: null, totalFee: null })).toEqual([]);
  });
});
