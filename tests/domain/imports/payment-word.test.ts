import { paymentWord, readPaymentWord, unknownPaymentWord } from '@domain/imports/payment-word.js';
import { expect, it } from '@jest/globals';
import { channelReservation } from '#tests/support/channel-file.js';

const OWN = new Set(['QR前金', 'クーポン券', '未収なし'].map(paymentWord));

it.each([
  ['ＱＲ　前金', 1, true],
  ['qr前金', 1, true],
  ['ｸｰﾎﾟﾝ券', 1, true],
  ['未収なし', 1, true],
  ['クーポン券 5枚', 0, false],
  ['QR前金ではない', 0, false],
  ['事前カード決済', 1, true],
  ['オンラインカード決済', 1, true],
  ['VCC', 1, true],
  ['クレジット決済(事前)', 1, true],
  ['PayPay（事前）', 1, true],
  ['決済完了', 1, true],
  ['振込済', 1, true],
  ['Booking.comで支払い済み', 1, true],
  ['Expedia Collect', 1, true],
  ['事前決済（現地精算不要）', 1, true],
  ['現地支払なし', 1, true],
  ['事前決済なし', 0, true],
  ['事前決済不可', 0, true],
  ['カード事前決済(未)', 0, true],
  ['事前カード決済予定', 0, false],
  ['オンライン決済待ち', 0, false],
  ['オンライン決済エラー', 0, false],
  ['Hotel Collect', 0, true],
  ['一部事前決済', 0, false],
  ['JTB事前', 1, true],
  ['Pre-paid', 1, true],
  ['現地決済', 0, true],
  ['', 0, true],
  ['謎', 0, false],
] as const)(
  "%j is paid in advance by the hotel's words or those of everywhere: %i, known: %s",
  (cell, paymentFlag, isKnown) => {
    expect(readPaymentWord(cell, OWN)).toEqual({ paymentFlag, isKnown });
  },
);

it('is unpaid, warned of and in the notes where nobody knows it, from where it is read', () => {
  const row = channelReservation({ 支払方法: 'バウチャー', 備考: '支払方法: これは備考' });
  expect(row.paymentFlag).toBe(0);
  expect(unknownPaymentWord(row)).toBe('バウチャー');
  expect(unknownPaymentWord({ warnings: ['支払方法不明'], notes: '' })).toBeNull();
  expect(unknownPaymentWord({ warnings: [], notes: '支払方法: バウチャー' })).toBeNull();
});
