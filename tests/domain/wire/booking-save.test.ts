import { describe, expect, it } from '@jest/globals';
import { encodeBookingNight } from '@wire/booking-record.js';
import { type BookingSave, decodeBookingSave, NEW_BOOKING } from '@wire/booking-save.js';
import { CHECKIN_TIMES, REFUSED_SIGNS, TEXT_LIMITS, tooLong, wrongSign } from '../../cases/limits.js';
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
const decode = (body: Record<string, unknown>) => decodeBookingSave(body);
const told = (field: string, value: unknown) =>
  decode({ ...BODY, [field]: value }).unreadable.map((rule) => `${rule.field}: ${rule.message}`);

describe('reading a save payload', () => {
  it('has every field in the words of the domain', () => {
    expect(decode(BODY)).toEqual({
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
    expect(decode({})).toEqual({
      draft: {},
      genders: { gender1: undefined, gender2: undefined },
      sameAsDayBefore: undefined,
      csvReservationId: undefined,
      unreadable: [],
    });
    expect(decode({ notes: '' }).draft).toEqual({ notes: '' });
  });

  it('has the defaults of the form for a new booking', () => {
    const given = Object.keys(decode(BODY).draft);
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

  it('makes an unreadable field null, and tells one rule for it', () => {
    const { draft, unreadable } = decode({ ...BODY, total_fee: 'x', tel: 5, stay_end: '2026-02-30' });
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

  it('is a save of what it says', () => {
    const read = { ...record, mess: '', start_day_edge: null, end_day_edge: null, borderRoom: '1001' };
    expect(decode(read)).toMatchObject({ unreadable: [], draft: { guestName1: record.guest_name_1 } });
    expect(Object.keys(decode(read).draft)).toEqual(expect.not.arrayContaining(['id', 'version', 'date']));
  });

  it('of an import is one too, once a room is chosen', () => {
    const imported = csvFormData(csvRecord());
    expect(decode({ ...imported, room_id: 7 }).unreadable).toEqual([]);
  });
});

describe('unknown fields', () => {
  it.each(['roomNumber', 'ids', 'Version', '', 'constructor', 'toString'])('%j is refused', (field) => {
    expect(told(field, 1)).toEqual([`${field}: 項目「${field}」は指定できません。`]);
  });

  it('named __proto__ is refused and changes nothing', () => {
    const body = JSON.parse('{"__proto__": {"guest_name_1": "x"}}') as Record<string, unknown>;
    expect(decode(body)).toMatchObject({
      draft: {},
      unreadable: [{ code: 'unknown_field', field: '__proto__' }],
    });
  });

  it('are shown cut and without control characters', () => {
    expect(decode({ [`a\u0000\ud800${'長'.repeat(100)}`]: 1 }).unreadable[0]?.field).toBe(
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
    expect(decode({ notes: ' a\r\nb\rc\n\nd \n' }).draft.notes).toBe('a\nb\nc\n\nd');
  });

  it('are trimmed and stored in NFC', () => {
    expect(decode({ guest_name1_kana: '　ハ\u3099ナナ \t' }).draft.guestName1Kana).toBe('バナナ');
    expect(decode({ guest_name_1: '\ufeff山田\n' }).draft.guestName1).toBe('山田');
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
    expect(decode({ stay_start: '2024-02-29' }).draft.stayStart).toBe('2024-02-29');
    expect(told('stay_end', '')).toEqual(['stay_end: チェックアウト日を入力してください。']);
  });
});

describe('check-in time', () => {
  const MISSING = 'チェックイン時間を入力してください。';

  it.each(CHECKIN_TIMES.taken)('takes %s', (value) => {
    expect(decode({ checkin_time: value }).draft.checkinTime).toBe(value);
  });

  it.each(CHECKIN_TIMES.refused)('refuses %j', (value) => {
    expect(told('checkin_time', value)).toEqual([`checkin_time: ${CHECKIN_TIMES.message}`]);
  });

  it.each(['', null, 15, ['15:00']])('misses it in %j', (value) => {
    expect(told('checkin_time', value)).toEqual([`checkin_time: ${MISSING}`]);
  });
});
