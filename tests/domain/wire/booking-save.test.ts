import { describe, expect, it } from '@jest/globals';
import { encodeBookingNight } from '@wire/booking-record.js';
import { type BookingSave, brokenGenderRules, decodeBookingSave, NEW_BOOKING } from '@wire/booking-save.js';
import {
  AMOUNTS,
  CHECKIN_TIMES,
  HIGHEST_AMOUNT,
  REFUSED_SIGNS,
  TEXT_LIMITS,
  tooLong,
  wrongSign,
} from '../../cases/limits.js';
import { csvFormData, csvRecord } from '../../frontend/support/csv-records.js';
import { aReservation } from '../../support/builders.js';

const BODY: BookingSave = {
  reserver_name: '山田商事',
  reserver_name_kana: 'ヤマダショウジ',
  guest_name_1: '山田太郎',
  guest_name1_kana: 'ヤマダタロウ',
  guest_name_2: '山田花子',
  room_id: 7,
  stay_start: '2026-11-21',
  stay_end: '2026-11-23',
  purpose: '観光',
  booking_source: '楽天',
  notes: '1行目\n2行目',
  csv_notes: '120',
  checkin_time: '25:00',
  total_fee: 8000,
  booking_number: 'RT-1',
  mens_count: 1,
  womens_count: 1,
  corporateID: 3,
  tel: '03-1111-2222',
  payment_type: 2,
  coupon: 1,
  room_move_lock: 1,
  blacklist_id: -1,
  nextday_out_flag: 1,
  is_day_before_same_flag: 1,
  csv_reservation_id: 900,
  gender_1: 'male',
  gender_2: 'female',
};
const told = (field: string, value: unknown) =>
  decodeBookingSave({ ...BODY, [field]: value }).unreadable.map((rule) => `${rule.field}: ${rule.message}`);

describe('reading a save payload', () => {
  it('has every field in the words of the domain', () => {
    expect(decodeBookingSave(BODY)).toEqual({
      draft: {
        reserverName: '山田商事',
        reserverNameKana: 'ヤマダショウジ',
        guestName1: '山田太郎',
        guestName1Kana: 'ヤマダタロウ',
        guestName2: '山田花子',
        roomId: 7,
        stayStart: '2026-11-21',
        stayEnd: '2026-11-23',
        purpose: '観光',
        bookingSource: '楽天',
        notes: '1行目\n2行目',
        usedPoints: 120,
        checkinTime: '25:00',
        totalFee: 8000,
        bookingNumber: 'RT-1',
        mensCount: 1,
        womensCount: 1,
        corporateId: 3,
        tel: '03-1111-2222',
        paymentType: 2,
        coupon: 1,
        roomMoveLock: 1,
        blacklistId: -1,
        nextdayOutFlag: 1,
      },
      genders: { gender1: 'male', gender2: 'female' },
      sameAsDayBefore: 1,
      csvReservationId: 900,
      unreadable: [],
    });
  });

  it('leaves out what was left out, and complains of nothing', () => {
    expect(decodeBookingSave({})).toEqual({
      draft: {},
      genders: { gender1: undefined, gender2: undefined },
      sameAsDayBefore: undefined,
      csvReservationId: undefined,
      unreadable: [],
    });
    expect(decodeBookingSave({ notes: '' }).draft).toEqual({ notes: '' });
  });

  it('has the defaults of the form for a new booking', () => {
    const given = Object.keys(decodeBookingSave(BODY).draft);
    expect(given.sort()).toEqual(Object.keys(NEW_BOOKING).sort());
    const chosen = { purpose: '出張', bookingSource: '自社', blacklistId: -1, paymentType: null };
    const counts = {
      mensCount: 0,
      womensCount: 0,
      corporateId: 0,
      coupon: 0,
      roomMoveLock: 0,
      nextdayOutFlag: 0,
    };
    const texts = ['reserverNameKana', 'guestName1Kana', 'guestName2', 'notes', 'bookingNumber', 'tel'];
    const blank = Object.fromEntries(texts.map((field) => [field, '']));
    const missing = given
      .filter((field) => !(field in { ...chosen, ...counts, ...blank }))
      .map((field) => [field, null]);
    expect(NEW_BOOKING).toEqual({ ...chosen, ...counts, ...blank, ...Object.fromEntries(missing) });
  });

  it('makes an unreadable field null with one broken rule', () => {
    const { draft, unreadable } = decodeBookingSave({
      ...BODY,
      total_fee: 'x',
      tel: 5,
      stay_end: '2026-02-30',
    });
    expect(draft).toMatchObject({ totalFee: null, tel: null, stayEnd: null, guestName1: '山田太郎' });
    expect(unreadable.map(({ kind, code, field }) => [kind, code, field])).toEqual([
      ['invalid', 'bad_stay_end', 'stay_end'],
      ['invalid', 'bad_total_fee', 'total_fee'],
      ['invalid', 'bad_tel', 'tel'],
    ]);
  });
});

describe('the record that was read', () => {
  const record = encodeBookingNight(aReservation({}), aReservation({}).stayStart, 7);

  it('is a save of its fields', () => {
    const read = { ...record, mess: '', start_day_edge: null, end_day_edge: null, borderRoom: '1001' };
    expect(decodeBookingSave(read)).toMatchObject({
      unreadable: [],
      draft: { guestName1: record.guest_name_1 },
    });
    expect(Object.keys(decodeBookingSave(read).draft)).toEqual(
      expect.not.arrayContaining(['id', 'version', 'date']),
    );
  });

  it('of an import is one too, once a room is chosen', () => {
    const imported = csvFormData(csvRecord());
    expect(decodeBookingSave({ ...imported, room_id: 7 }).unreadable).toEqual([]);
  });
});

describe('unknown fields', () => {
  it.each(['roomNumber', 'ids', 'Version', '', 'constructor', 'toString'])('%j is refused', (field) => {
    expect(told(field, 1)).toEqual([`${field}: 項目「${field}」は指定できません。`]);
  });

  it('named __proto__ is refused and changes nothing', () => {
    const body = JSON.parse('{"__proto__": {"guest_name_1": "x"}}') as Record<string, unknown>;
    expect(decodeBookingSave(body)).toMatchObject({
      draft: {},
      unreadable: [{ code: 'unknown_field', field: '__proto__' }],
    });
  });

  it('are shown cut and without control characters', () => {
    expect(decodeBookingSave({ [`a\u0000\ud800${'長'.repeat(100)}`]: 1 }).unreadable[0]?.field).toBe(
      `a??${'長'.repeat(47)}`,
    );
  });
});

describe('texts (tests/cases/limits.ts)', () => {
  it.each(TEXT_LIMITS)('$field takes no more than its $max characters', (limit) => {
    expect(told(limit.field, '𠮷'.repeat(limit.max))).toEqual([]);
    expect(told(limit.field, `  ${'あ'.repeat(limit.max)}　`)).toEqual([]);
    expect(told(limit.field, 'あ'.repeat(limit.max + 1))).toEqual([`${limit.field}: ${tooLong(limit)}`]);
  });

  it.each(TEXT_LIMITS)('$field takes text only', ({ field, label, isRequired }) => {
    for (const value of [7, null, true, ['山田太郎'], { name: '山田' }]) {
      expect(told(field, value)).toEqual([
        `${field}: ${label}は${isRequired ? '2文字以上' : '文字'}で入力してください。`,
      ]);
    }
  });

  it.each(TEXT_LIMITS)('$field takes no control characters and no half characters', (limit) => {
    const signs = limit.hasLines ? REFUSED_SIGNS : [...REFUSED_SIGNS, '\n', '\r\n'];
    for (const sign of signs) {
      expect(told(limit.field, `山${sign}田`)).toEqual([`${limit.field}: ${wrongSign(limit)}`]);
    }
  });

  it('take line breaks in the notes only', () => {
    expect(decodeBookingSave({ notes: ' a\r\nb\rc\n\nd \n' }).draft.notes).toBe('a\nb\nc\n\nd');
  });

  it('are trimmed and stored in NFC', () => {
    expect(decodeBookingSave({ guest_name1_kana: '　ハ\u3099ナナ \t' }).draft.guestName1Kana).toBe('バナナ');
    expect(decodeBookingSave({ guest_name_1: '\ufeff山田\n' }).draft.guestName1).toBe('山田');
  });
});

describe('days', () => {
  it.each([
    ['', 'チェックイン日を入力してください。'],
    [null, 'チェックイン日を入力してください。'],
    [20261121, 'チェックイン日を入力してください。'],
    [['2026-11-21'], 'チェックイン日を入力してください。'],
    ['2026-02-29', 'チェックイン日は正しい日付（YYYY-MM-DD）で入力してください。'],
    ['2026/11/21', 'チェックイン日は正しい日付（YYYY-MM-DD）で入力してください。'],
    ['２０２６-１１-２１', 'チェックイン日は正しい日付（YYYY-MM-DD）で入力してください。'],
    ['2026-11-21T00:00:00Z', 'チェックイン日は正しい日付（YYYY-MM-DD）で入力してください。'],
    [' 2026-11-21', 'チェックイン日は正しい日付（YYYY-MM-DD）で入力してください。'],
    ['9999-12-31', 'チェックイン日は正しい日付（YYYY-MM-DD）で入力してください。'],
  ])('stay_start %j: %s', (value, message) => {
    expect(told('stay_start', value)).toEqual([`stay_start: ${message}`]);
  });

  it('take a leap day', () => {
    expect(decodeBookingSave({ stay_start: '2024-02-29' }).draft.stayStart).toBe('2024-02-29');
    expect(told('stay_end', '')).toEqual(['stay_end: チェックアウト日を入力してください。']);
  });
});

describe('check-in time', () => {
  const MISSING = 'チェックイン時間を入力してください。';

  it.each(CHECKIN_TIMES.taken)('takes %s', (value) => {
    expect(decodeBookingSave({ checkin_time: value }).draft.checkinTime).toBe(value);
  });

  it.each(CHECKIN_TIMES.refused)('refuses %j', (value) => {
    expect(told('checkin_time', value)).toEqual([`checkin_time: ${CHECKIN_TIMES.message}`]);
  });

  it.each(['', null, 15, ['15:00']])('misses it in %j', (value) => {
    expect(told('checkin_time', value)).toEqual([`checkin_time: ${MISSING}`]);
  });
});

const draftOf = (json: string) => decodeBookingSave(JSON.parse(json) as Record<string, unknown>).draft;

describe('money and points', () => {
  it.each(AMOUNTS)(
    '$field takes whole numbers up to the highest as numbers or digits, and no others',
    (amount) => {
      const { field, message } = amount;
      const read = (value: unknown) => Object.values(decodeBookingSave({ [field]: value }).draft);
      const highest = String(HIGHEST_AMOUNT);
      for (const value of [0, 120, 8e3, HIGHEST_AMOUNT, '0', '007', '9000', highest])
        expect([value, read(value)]).toEqual([value, [Number(value)]]);
      const label = field === 'total_fee' ? '合計料金' : '利用ポイント';
      const refused: [unknown[], string][] = [
        [[-1, 1.5, 1e21, HIGHEST_AMOUNT + 1, String(HIGHEST_AMOUNT + 1), '1234567890'], message],
        [
          [' 1', '1.5', '1e3', '-1', '+1', '0x10', '1,000', '８０００', '', null, true, [7], {}],
          `${label}は数値を入力してください。`,
        ],
      ];
      for (const [values, text] of refused)
        for (const value of values)
          expect([value, told(field, value)]).toEqual([value, [`${field}: ${text}`]]);
    },
  );
});

describe('guests', () => {
  it('are counted by digits as well', () => {
    expect(draftOf('{"mens_count": "1", "womens_count": "0"}')).toEqual({ mensCount: 1, womensCount: 0 });
  });

  it('are whole numbers; the save rules limit them', () => {
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

  it('name the one that does not match', () => {
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
