import {
  evolveHotel,
  hasCorporateCheckDigit,
  isRegistrationNumber,
  UNDEFINED_HOTEL,
} from '@domain/masters/hotel.js';
import { paymentKindFrom, paymentKindOf } from '@domain/masters/masters.js';
import { describe, expect, it } from '@jest/globals';
import { decodeFields } from '@wire/fields.js';
import { decodeHotel, encodeHotel, hotelShape } from '@wire/hotel-record.js';
import { cells } from '#tests/support/builders.js';

describe('a registration number', () => {
  it.each(['T7123456789012', 'T4011001098993'])('%s is one, and that of a corporation', (text) => {
    expect([isRegistrationNumber(text), hasCorporateCheckDigit(text)]).toEqual([true, true]);
  });
  it.each(['T8123456789012', 'T7123456789021', 'T4011001098939'])('%s is none of a corporation', (text) => {
    expect([isRegistrationNumber(text), hasCorporateCheckDigit(text)]).toEqual([true, false]);
  });
  it.each(cells('7123456789012|T712345678901|T71234567890123|T0123456789012|t7123456789012|T712345678901x|'))(
    '%j is none',
    (text) => expect(isRegistrationNumber(text)).toBe(false),
  );
});

describe('the hotel', () => {
  const read = (body: Record<string, unknown>) => decodeFields(hotelShape, body);
  const refused = (body: Record<string, unknown>) =>
    read({ name: '宿', ...body }).unreadable.map(({ field, message }) => `${field}: ${message}`);

  it('is called ホテル until it is defined, in version 0', () => {
    expect(encodeHotel(null)).toMatchObject({
      name: 'ホテル',
      version: 0,
      tax_rate: 10,
      receipt_note: 'ご宿泊代として',
    });
  });

  it('is read as it is written; what is left out is as usual', () => {
    const { values, unreadable } = read({
      name: ' 海の宿 ',
      registration_number: 'ｔ７１２３-456789012',
      tax_rate: '8',
    });
    expect(unreadable).toEqual([]);
    const details = decodeHotel(values as never);
    const { cleaningBegin, ...usual } = UNDEFINED_HOTEL;
    expect(details).toEqual({
      ...usual,
      managesCleaning: false,
      name: '海の宿',
      registrationNumber: 'T7123456789012',
      taxRate: 8,
    });
    const hotel = evolveHotel(null, { type: 'HotelDefined', data: { ...details, cleaningBegin } }, 7);
    expect(hotel).toMatchObject({ id: 7, version: 1 });
    expect(encodeHotel(hotel)).toMatchObject({
      name: '海の宿',
      version: 1,
      registration_number: 'T7123456789012',
    });
    expect(evolveHotel(hotel, { type: 'HotelDefined', data: UNDEFINED_HOTEL }, 9)).toEqual({
      ...UNDEFINED_HOTEL,
      id: 9,
      version: 2,
    });
  });

  it.each([
    [{ name: '' }, 'name: ホテル名を入力してください。'],
    [
      { registration_number: '7123456789012' },
      'registration_number: 登録番号はTと13桁の数字で入力してください。',
    ],
    [{ email: 'front' }, 'email: メールアドレスは「front@example.jp」の形で入力してください。'],
    [{ tax_rate: 100 }, 'tax_rate: 税率は0以上99以下の整数で入力してください。'],
    [
      { check_in_time: '24:00' },
      'check_in_time: チェックインの時刻は00:00から23:59までの時刻で入力してください。',
    ],
    [
      { check_out_time: '9:00' },
      'check_out_time: チェックアウトの時刻は00:00から23:59までの時刻で入力してください。',
    ],
  ])('is refused with %j', (body, told) => expect(refused(body)).toEqual([told]));
});

it.each([
  ['請求書払い', '請求書'],
  ['後払い（請求書）', '請求書'],
  ['現金', '現金'],
  ['クレジットカード', 'カード'],
  ['現地カード決済', 'カード'],
  ['事前決済', '事前決済'],
  ['事前カード決済', '事前決済'],
  ['オンラインカード決済', '事前決済'],
  ['キャッシュレス', 'その他'],
  ['QRコード決済', 'その他'],
  ['電子マネー', 'その他'],
] as const)('a way of paying called %s is of the kind %s', (name, kind) => {
  expect(paymentKindOf(name)).toBe(kind);
});

it.each([
  ['手形', 1, '請求書'],
  ['請求書払い', 0, 'その他'],
  ['現金', 0, '現金'],
] as const)('a way called %s that was by invoice: %d is of the kind %s', (name, isInvoice, kind) => {
  expect(paymentKindFrom(name, isInvoice)).toBe(kind);
});
