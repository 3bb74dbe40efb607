import { NEW_BOOKING } from '@domain/reservation/reservation-fields.js';
import { describe, expect, it } from '@jest/globals';
import { checkInShape, paymentShape } from '@wire/booking-batch.js';
import { encodeBookingNight } from '@wire/booking-record.js';
import { brokenGenderRules, decodeBookingSave } from '@wire/booking-save.js';
import { decodeFields, monthField } from '@wire/fields.js';
import { holidayCreateShape, holidayUpdateShape, weatherWriteShape } from '@wire/weather-record.js';
import {
  AMOUNTS,
  CHECKIN_TIMES,
  HIGHEST_AMOUNT,
  REFUSED_SIGNS,
  TEXT_LIMITS,
  tooLong,
  wrongSign,
} from '#tests/cases/limits.js';
import { csvFormData, csvRecord } from '#tests/frontend/support/csv-records.js';
import { aReservation } from '#tests/support/builders.js';

/** Every field of a save, what it is called in the domain, and its value in both, where they differ. */
const SAVED: [string, unknown, string, unknown?][] = [
  ['reserver_name', '山田商事', 'reserverName'],
  ['reserver_name_kana', 'ヤマダショウジ', 'reserverNameKana'],
  ['guest_name_1', '山田太郎', 'guestName1'],
  ['guest_name1_kana', 'ヤマダタロウ', 'guestName1Kana'],
  ['guest_name_2', '山田花子', 'guestName2'],
  ['room_id', 7, 'roomId'],
  ['stay_start', '2026-11-21', 'stayStart'],
  ['stay_end', '2026-11-23', 'stayEnd'],
  ['purpose', '観光', 'purpose'],
  ['booking_source', '楽天', 'bookingSource'],
  ['notes', '1行目\n2行目', 'notes'],
  ['csv_notes', '120', 'usedPoints', 120],
  ['checkin_time', '25:00', 'checkinTime'],
  ['total_fee', 8000, 'totalFee'],
  ['booking_number', 'RT-1', 'bookingNumber'],
  ['mens_count', 1, 'mensCount'],
  ['womens_count', 1, 'womensCount'],
  ['corporateID', 3, 'corporateId'],
  ['tel', '03-1111-2222', 'tel'],
  ['payment_type', 2, 'paymentType'],
  ['coupon', 1, 'coupon'],
  ['room_move_lock', 1, 'roomMoveLock'],
  ['blacklist_id', -1, 'blacklistId'],
  ['nextday_out_flag', 1, 'nextdayOutFlag'],
];
const BODY = Object.fromEntries(SAVED.map(([field, value]) => [field, value]));
const read = (field: string, value: unknown) => decodeBookingSave({ [field]: value });
const told = (field: string, value: unknown) =>
  decodeBookingSave({ ...BODY, [field]: value }).unreadable.map((rule) => `${rule.field}: ${rule.message}`);

describe('reading a save payload', () => {
  const draft = Object.fromEntries(SAVED.map(([, value, name, read = value]) => [name, read]));

  it('has every field in the words of the domain', () => {
    const wishes = { is_day_before_same_flag: 1, csv_reservation_id: 900 };
    expect(decodeBookingSave({ ...BODY, ...wishes, gender_1: 'male', gender_2: 'female' })).toEqual({
      draft,
      genders: { gender1: 'male', gender2: 'female' },
      sameAsDayBefore: 1,
      csvReservationId: 900,
      unreadable: [],
    });
  });

  it('leaves out what was left out, and complains of nothing', () => {
    expect(decodeBookingSave({})).toEqual({ draft: {}, genders: {}, unreadable: [] });
    expect(read('notes', '').draft).toEqual({ notes: '' });
  });

  it('has the defaults of the form for a new booking', () => {
    const chosen = { purpose: '出張', bookingSource: '自社', blacklistId: -1 };
    const zero = ['mensCount', 'womensCount', 'corporateId', 'coupon', 'roomMoveLock', 'nextdayOutFlag'];
    const blank = ['reserverNameKana', 'guestName1Kana', 'guestName2', 'notes', 'bookingNumber', 'tel'];
    const defaults = Object.keys(draft).map((name) => [
      name,
      zero.includes(name) ? 0 : blank.includes(name) ? '' : null,
    ]);
    expect(NEW_BOOKING).toEqual({ ...Object.fromEntries(defaults), ...chosen });
  });

  it('makes an unreadable field null with one broken rule, in the order of the table', () => {
    const wrong = { total_fee: 'x', tel: 5, stay_end: '2026-02-30' };
    const { draft, unreadable } = decodeBookingSave({ ...BODY, ...wrong });
    expect(draft).toMatchObject({ totalFee: null, tel: null, stayEnd: null, guestName1: '山田太郎' });
    expect(unreadable).toMatchObject([
      { kind: 'invalid', code: 'bad_stay_end', field: 'stay_end' },
      { kind: 'invalid', code: 'bad_total_fee', field: 'total_fee' },
      { kind: 'invalid', code: 'bad_tel', field: 'tel' },
    ]);
  });

  it('takes the record that was read, and of an import once a room is chosen', () => {
    const record = encodeBookingNight(aReservation({}), aReservation({}).stayStart, 7);
    const form = { ...record, mess: '', start_day_edge: null, end_day_edge: null, borderRoom: '1001' };
    const { draft, unreadable } = decodeBookingSave(form);
    expect(unreadable).toEqual([]);
    expect(Object.keys(draft)).toEqual(expect.not.arrayContaining(['id', 'version', 'date']));
    expect(decodeBookingSave({ ...csvFormData(csvRecord()), room_id: 7 }).unreadable).toEqual([]);
  });
});

describe('unknown fields', () => {
  it.each(['roomNumber', 'ids', 'Version', '', 'constructor', 'toString'])('%j is refused', (field) => {
    expect(told(field, 1)).toEqual([`${field}: 項目「${field}」は指定できません。`]);
  });

  it('named __proto__ are refused and change nothing; of many the first twenty are named; long ones are shown cut and without control characters', () => {
    const body = JSON.parse('{"__proto__": {"guest_name_1": "x"}}') as Record<string, unknown>;
    expect(decodeBookingSave(body)).toMatchObject({
      draft: {},
      unreadable: [{ code: 'unknown_field', field: '__proto__' }],
    });
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`unknown_${at}`, 1]));
    const { unreadable: named } = decodeBookingSave(many);
    expect(named.map(({ field }) => field)).toEqual(Object.keys(many).slice(0, 20));
    const { unreadable } = read(`a\u0000\ud800${'長'.repeat(100)}`, 1);
    expect(unreadable[0]?.field).toBe(`a??${'長'.repeat(47)}`);
  });
});

describe('texts (tests/cases/limits.ts)', () => {
  it.each(TEXT_LIMITS)(
    '$field takes text only, of $max characters, without control or half characters',
    (limit) => {
      const { field, label, max } = limit;
      for (const value of ['𠮷'.repeat(max), `  ${'あ'.repeat(max)}　`])
        expect(told(field, value)).toEqual([]);
      expect(told(field, 'あ'.repeat(max + 1))).toEqual([`${field}: ${tooLong(limit)}`]);
      for (const sign of limit.hasLines ? REFUSED_SIGNS : [...REFUSED_SIGNS, '\n', '\r\n'])
        expect(told(field, `山${sign}田`)).toEqual([`${field}: ${wrongSign(limit)}`]);
      const missing = `${field}: ${label}は${limit.isRequired ? '2文字以上' : '文字'}で入力してください。`;
      for (const value of [7, null, true, ['山田太郎'], { name: '山田' }])
        expect(told(field, value)).toEqual([missing]);
    },
  );

  it('are trimmed and stored in NFC, the lines of the notes with LF', () => {
    expect(read('notes', ' a\r\nb\rc\n\nd \n').draft.notes).toBe('a\nb\nc\n\nd');
    expect(read('guest_name1_kana', '　ハ\u3099ナナ \t').draft.guestName1Kana).toBe('バナナ');
    expect(read('guest_name_1', '\ufeff山田\n').draft.guestName1).toBe('山田');
    for (const unseen of ['\u200b', '\u202e\u3164 　', '\u200d\u{e0100}'])
      expect(read('guest_name_1', unseen).draft.guestName1).toBe('');
    expect(read('guest_name_1', 'عبد\u200c الله').draft.guestName1).toBe('عبد\u200c الله');
  });
});

const HIGHEST_ID = 2_147_483_647;
const NO_NUMBERS = [' 1', '1.5', '1e3', '0x10', '1,000', '１', 'x', '', true, [7], {}];
const NO_ID = [...NO_NUMBERS, 0, -1, 1.5, HIGHEST_ID + 1, '0', String(HIGHEST_ID + 1)];
const FLAGS = ['coupon', 'room_move_lock', 'nextday_out_flag', 'is_day_before_same_flag'];

describe('what a field takes, each value alike in the draft', () => {
  it.each<[string, unknown[], unknown[]]>([
    ['stay_start', ['2024-02-29'], ['2024-02-29']],
    ['checkin_time', CHECKIN_TIMES.taken, CHECKIN_TIMES.taken],
    ...AMOUNTS.map(({ field }): [string, unknown[], unknown[]] => [
      field,
      [0, 8e3, HIGHEST_AMOUNT, '0', '007', '9000', String(HIGHEST_AMOUNT)],
      [0, 8000, HIGHEST_AMOUNT, 0, 7, 9000, HIGHEST_AMOUNT],
    ]),
    ['mens_count', [0, 3, '1'], [0, 3, 1]],
    ['room_id', [1, HIGHEST_ID, String(HIGHEST_ID)], [1, HIGHEST_ID, HIGHEST_ID]],
    ['payment_type', [1, '1', null], [1, 1, null]],
    ['corporateID', [0, '0', 3], [0, 0, 3]],
    ['blacklist_id', [-1, '-1', 3], [-1, -1, 3]],
    ['coupon', [0, 1, '0', '1'], [0, 1, 0, 1]],
    ['purpose', ['出張', '観光', 'その他', ''], ['出張', '観光', 'その他', '']],
    ['booking_source', ['じゃらん'], ['じゃらん']],
  ])('%s takes %j', (field, values, expected) => {
    expect(values.flatMap((value) => Object.values(read(field, value).draft))).toEqual(expected);
    for (const value of values) expect([value, told(field, value)]).toEqual([value, []]);
  });
});

describe('what a field refuses', () => {
  const DATE = '正しい日付（YYYY-MM-DD）で入力してください。';

  it.each<[string, unknown[], string]>([
    ['stay_start', [20261121, ['2026-11-21']], 'チェックイン日を入力してください。'],
    [
      'stay_start',
      ['2026-02-29', '2026/11/21', '２０２６-１１-２１', '2026-11-21T00:00:00Z', ' 2026-11-21', '9999-12-31'],
      `チェックイン日は${DATE}`,
    ],
    ['checkin_time', [15, ['15:00']], 'チェックイン時間を入力してください。'],
    ['checkin_time', CHECKIN_TIMES.refused, CHECKIN_TIMES.message],
    ...AMOUNTS.flatMap(({ field, message }): [string, unknown[], string][] => [
      [field, [-1, 1.5, 1e21, HIGHEST_AMOUNT + 1, String(HIGHEST_AMOUNT + 1), '1234567890'], message],
      [field, [...NO_NUMBERS, '-1', '+1', null], message.replace('0以上99,999,999以下の整数で', '数値を')],
    ]),
    ['mens_count', [1.5, -1, 100], '男性の人数は0以上99以下の整数で入力してください。'],
    ['womens_count', [1.5, -1, 100], '女性の人数は0以上99以下の整数で入力してください。'],
    ['mens_count', [' 1', true, [1]], '宿泊人数を選択してください。'],
    ['womens_count', [null, '', '１'], '宿泊人数を選択してください。'],
    ['corporateID', [null, 'x'], '法人は数値で入力してください。'],
    ['corporateID', [-1], '法人は0以上2,147,483,647以下の整数で入力してください。'],
    ...['クーポン', '部屋移動不可', '翌OUT', '前日と同一予約'].map(
      (label, index): [string, unknown[], string] => [
        FLAGS[index] as string,
        [2, -1, 0.5, true, false, '2', ' 1', '１', '', null, [1]],
        `${label}は0か1で指定してください。`,
      ],
    ),
    ['purpose', ['旅行', ' 出張', null, 1], '利用目的の選択が正しくありません。'],
    ['booking_source', ['旅行', ' 自社', null, 1, ''], '予約媒体の選択が正しくありません。'],
    ['gender_1', ['男性', 1], '性別の選択が正しくありません。'],
  ])('%s refuses %j', (field, values, message) => {
    for (const value of values)
      expect([value, told(field, value)]).toEqual([value, [`${field}: ${message}`]]);
  });

  it.each<[string, unknown[]]>([
    ['room_id', [...NO_ID, null]],
    ['csv_reservation_id', [...NO_ID, null]],
    ['payment_type', NO_ID],
    ['blacklist_id', [-2]],
  ])('%s is no id in %j', (field, values) => {
    for (const value of values) expect([value, told(field, value)]).toEqual([value, [expect.any(String)]]);
  });
});

describe('genders', () => {
  it.each([
    [1, 0, { gender1: 'male', gender2: null }, ''],
    [1, 1, { gender1: 'male', gender2: 'female' }, ''],
    [0, 2, { gender1: 'female', gender2: 'female' }, ''],
    [1, 1, {}, ''],
    [1, 1, { gender1: 'female', gender2: 'male' }, 'gender_1 gender_2'],
    [1, null, { gender1: 'female', gender2: 'male' }, 'gender_1 gender_2'],
    [0, 1, { gender1: 'male' }, 'gender_1'],
    [1, 0, { gender2: 'male' }, 'gender_2'],
    [2, 0, { gender2: null }, 'gender_2'],
    [2, 1, { gender1: 'female' }, ''],
  ] as const)('match the counts of %s men and %s women: %j', (mensCount, womensCount, genders, wrong) => {
    expect(brokenGenderRules(genders, { mensCount, womensCount })).toMatchObject(
      wrong.split(' ').flatMap((field) => {
        const message = `性別${field.slice(-1)}が宿泊人数と合いません。`;
        return field ? [{ code: 'gender_mismatch', field, message }] : [];
      }),
    );
  });
});

describe('other bodies', () => {
  const date = '2026-11-21';
  const day = { id: 1, version: 2, date, weather: '雪', holiday_flag: '1' };
  const month = { year_month: monthField('年月') };
  const FIRST = '年月は月の初日（YYYY-MM-01）で指定してください。';
  type Shape = Parameters<typeof decodeFields>[0];

  it.each<[string, Shape, object, object]>([
    ['a weather', weatherWriteShape, { date, weather: ' 晴れ ' }, { date, weather: '晴れ' }],
    ['no weather', weatherWriteShape, { date, weather: '' }, { date, weather: '' }],
    ['the day that was read', weatherWriteShape, day, { date, weather: '雪' }],
    ['a holiday', holidayUpdateShape, { date, holiday_flag: 0 }, { date, holiday_flag: 0 }],
    ['the holiday that was read', holidayUpdateShape, day, { date, holiday_flag: 1 }],
    ['a holiday by default on creation', holidayCreateShape, { date }, { date, holiday_flag: 1 }],
    ['no holiday on creation', holidayCreateShape, { date, holiday_flag: 0 }, { date, holiday_flag: 0 }],
    ['a check-in of today', checkInShape, {}, {}],
    ['a check-in of a day', checkInShape, { date }, { date }],
    [
      'no payment',
      paymentShape,
      { payment_type: null, payment_flag: 0 },
      { payment_type: null, payment_flag: 0 },
    ],
    ['a payment', paymentShape, { payment_type: 2, payment_flag: 1 }, { payment_type: 2, payment_flag: 1 }],
    ['a month', month, { year_month: '2026-11-01' }, { year_month: '2026-11-01' }],
  ])('have %s', (_, shape, body, values) => {
    expect(decodeFields(shape, { ...body })).toEqual({ values, unreadable: [] });
  });

  it.each<[Shape, object, (string | RegExp)[]]>([
    [weatherWriteShape, {}, ['日付を入力してください。', '天気は文字で入力してください。']],
    [weatherWriteShape, { date, weather: '晴'.repeat(101) }, ['天気は100文字以内で入力してください。']],
    [
      holidayUpdateShape,
      { date: 'x', holiday_flag: true, ids: 1 },
      [
        '日付は正しい日付（YYYY-MM-DD）で入力してください。',
        '休日は0か1で指定してください。',
        '項目「ids」は指定できません。',
      ],
    ],
    [checkInShape, { date: '11/21' }, [/日付/]],
    [checkInShape, { date: null }, ['日付を入力してください。']],
    [paymentShape, {}, [/支払/, /支払/]],
    [paymentShape, { payment_type: 0, payment_flag: 'x' }, [/支払/, /支払/]],
    [month, { year_month: '2026-11-02' }, [FIRST]],
    ...['2026-11', '2026-13-01', '', null].map((year_month): [Shape, object, RegExp[]] => [
      month,
      { year_month },
      [/年月/],
    ]),
  ])('%# refuse %j', (shape, body, messages) => {
    expect(decodeFields(shape, { ...body }).unreadable).toMatchObject(
      messages.map((message) => ({
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      })),
    );
  });
});
