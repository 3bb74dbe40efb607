import { describe, expect, it } from '@jest/globals';
import { brokenGenderRules, decodeBookingSave } from '@wire/booking-save.js';
import { AMOUNTS, HIGHEST_AMOUNT } from '../../cases/limits.js';

const draftOf = (json: string) => decodeBookingSave(JSON.parse(json) as Record<string, unknown>).draft;
const told = (field: string, value: unknown) =>
  decodeBookingSave({ [field]: value }).unreadable.map((rule) => `${rule.field}: ${rule.message}`);

describe('money and points', () => {
  const FEE_WRONG = '合計料金は数値を入力してください。';

  it.each(['0', '8000', '8e3', '99999999', '8000.0'])('total_fee takes %s', (json) => {
    expect(draftOf(`{"total_fee": ${json}}`).totalFee).toBe(Number(json));
  });

  it.each(['0', '9000', '007', '99999999'])('total_fee takes the digits %j as a number', (text) => {
    expect(decodeBookingSave({ total_fee: text }).draft.totalFee).toBe(Number(text));
  });

  it.each([
    [' 1'],
    ['1.5'],
    ['1e3'],
    ['-1'],
    ['+1'],
    ['0x10'],
    ['9'.repeat(20)],
    [''],
    ['８０００'],
    [null],
    [true],
    [[7]],
    [{}],
    [JSON.parse('1e400')],
  ])('total_fee refuses %j', (value) => {
    expect(told('total_fee', value)).toEqual([`total_fee: ${FEE_WRONG}`]);
  });

  it.each([
    ['120', 120],
    ['0', 0],
    ['007', 7],
    ['99999999', 99_999_999],
    [120, 120],
    [0, 0],
  ])('csv_notes takes points as text or number: %j', (value, points) => {
    expect(decodeBookingSave({ csv_notes: value }).draft.usedPoints).toBe(points);
  });

  it.each(['', ' 1', '1e3', '-1', '1.5', '１２', '0x10', '1,000', null, true, [7], {}])(
    'csv_notes refuses %j',
    (value) => {
      expect(told('csv_notes', value)).toEqual(['csv_notes: 利用ポイントは数値を入力してください。']);
    },
  );

  it.each(AMOUNTS)(
    '$field takes whole numbers up to the highest, and refuses others',
    ({ field, message }) => {
      for (const value of [0, HIGHEST_AMOUNT, String(HIGHEST_AMOUNT)]) expect(told(field, value)).toEqual([]);
      for (const value of [-1, 1.5, 1e21, HIGHEST_AMOUNT + 1, String(HIGHEST_AMOUNT + 1), '1234567890']) {
        expect(told(field, value)).toEqual([`${field}: ${message}`]);
      }
    },
  );
});

describe('guests', () => {
  it('are counted by digits as well', () => {
    expect(draftOf('{"mens_count": "1", "womens_count": "0"}')).toEqual({ mensCount: 1, womensCount: 0 });
  });

  it('are counted in whole numbers; whether too many is for the save rules to say', () => {
    expect(draftOf('{"mens_count": 0, "womens_count": 3}')).toEqual({ mensCount: 0, womensCount: 3 });
    expect(told('mens_count', 1.5)).toEqual([
      'mens_count: 男性の人数は0以上99以下の整数で入力してください。',
    ]);
    expect(told('womens_count', -1)).toEqual([
      'womens_count: 女性の人数は0以上99以下の整数で入力してください。',
    ]);
  });

  it.each([null, '', '１', ' 1', true, [1]])('refuse %j', (value) => {
    expect(told('mens_count', value)).toEqual(['mens_count: 宿泊人数を選択してください。']);
    expect(told('womens_count', value)).toEqual(['womens_count: 宿泊人数を選択してください。']);
  });
});

describe('ids', () => {
  it.each(['room_id', 'payment_type', 'csv_reservation_id'])('%s is a positive whole number', (field) => {
    expect(told(field, 1)).toEqual([]);
    expect(told(field, 2_147_483_647)).toEqual([]);
    expect(told(field, '2147483647')).toEqual([]);
    for (const value of [0, -1, 1.5, 2_147_483_648, '0', '2147483648', '１', 'x', '', true, [7], {}]) {
      expect(told(field, value)).toHaveLength(1);
    }
  });

  it('of the payment may be null, of the room and the imported record not', () => {
    expect(decodeBookingSave({ payment_type: null })).toMatchObject({
      draft: { paymentType: null },
      unreadable: [],
    });
    expect(told('room_id', null)).toHaveLength(1);
    expect(told('csv_reservation_id', null)).toHaveLength(1);
  });

  it('of the corporate may be 0, of the blacklist -1', () => {
    expect(draftOf('{"corporateID": 0, "blacklist_id": -1}')).toEqual({ corporateId: 0, blacklistId: -1 });
    expect(draftOf('{"corporateID": "0", "blacklist_id": "-1"}')).toEqual({
      corporateId: 0,
      blacklistId: -1,
    });
    expect(told('corporateID', -1)).toHaveLength(1);
    expect(told('blacklist_id', -2)).toHaveLength(1);
    expect(told('corporateID', null)).toEqual(['corporateID: 法人は数値で入力してください。']);
  });
});

describe('flags', () => {
  it.each([
    ['coupon', 'クーポン'],
    ['room_move_lock', '部屋移動不可'],
    ['nextday_out_flag', '翌OUT'],
    ['is_day_before_same_flag', '前日と同一予約'],
  ])('%s is the number 0 or 1', (field, label) => {
    expect(told(field, 0)).toEqual([]);
    expect(told(field, 1)).toEqual([]);
    expect(told(field, '0')).toEqual([]);
    expect(told(field, '1')).toEqual([]);
    for (const value of [2, -1, 0.5, true, false, '2', ' 1', '１', '', null, [1]]) {
      expect(told(field, value)).toEqual([`${field}: ${label}は0か1で指定してください。`]);
    }
  });
});

describe('choices', () => {
  it('of purpose and source are those of the form', () => {
    for (const purpose of ['出張', '観光', '帰省', '受験', '冠婚葬祭', 'イベント', 'その他', '']) {
      expect(told('purpose', purpose)).toEqual([]);
    }
    for (const value of ['旅行', ' 出張', null, 1]) {
      expect(told('purpose', value)).toEqual(['purpose: 利用目的の選択が正しくありません。']);
      expect(told('booking_source', value)).toEqual(['booking_source: 予約媒体の選択が正しくありません。']);
    }
    expect(told('booking_source', 'じゃらん')).toEqual([]);
    expect(told('booking_source', '')).toHaveLength(1);
  });
});

describe('genders', () => {
  it('are male, female or null', () => {
    expect(told('gender_1', 'female')).toEqual([]);
    expect(told('gender_2', null)).toEqual([]);
    expect(told('gender_1', '男性')).toEqual(['gender_1: 性別の選択が正しくありません。']);
  });

  it.each([
    [1, 0, { gender1: 'male', gender2: null }, []],
    [1, 1, { gender1: 'male', gender2: 'female' }, []],
    [0, 2, { gender1: 'female', gender2: 'female' }, []],
    [1, 1, {}, []],
    [1, 1, { gender1: 'female', gender2: 'male' }, ['gender_1', 'gender_2']],
    [0, 1, { gender1: 'male' }, ['gender_1']],
    [1, 0, { gender2: 'male' }, ['gender_2']],
    [2, 0, { gender2: null }, ['gender_2']],
    [2, 1, { gender1: 'female' }, []],
  ] as const)('match the counts of %s men and %s women: %j', (mensCount, womensCount, genders, fields) => {
    const broken = brokenGenderRules(genders, { mensCount, womensCount });
    expect(broken.map(({ field }) => field)).toEqual(fields);
    expect(broken.every(({ code }) => code === 'gender_mismatch')).toBe(true);
  });

  it('say which does not match', () => {
    const broken = brokenGenderRules(
      { gender1: 'female', gender2: 'male' },
      { mensCount: 1, womensCount: null },
    );
    expect(broken.map(({ message }) => message)).toEqual([
      '性別1が宿泊人数と合いません。',
      '性別2が宿泊人数と合いません。',
    ]);
  });
});
