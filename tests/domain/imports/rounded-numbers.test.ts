import { FileNumbers, withoutNumber } from '@domain/imports/rounded-numbers.js';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { channelReservation } from '#tests/support/channel-file.js';

const named = (bookingNumber: string, guestName1 = '髙橋 太郎', site = 'Trip.com') => ({
  ...{ site, bookingNumber, guestName1 },
});
type Named = ReturnType<typeof named>;

function roundedOf(...rows: Named[]): string[] {
  const numbers = new FileNumbers();
  for (const row of rows) numbers.add(row);
  return rows.filter((row) => numbers.isRounded(row)).map(({ bookingNumber }) => bookingNumber);
}

it.each<[string, Named[], string[]]>([
  [
    'beside one that differs in the zeros',
    [named('2128130000000000'), named('2128130123456789')],
    ['2128130000000000'],
  ],
  [
    'of two guests',
    [named('212813000000'), named('212813000000', '佐藤 次郎')],
    Array(2).fill('212813000000'),
  ],
  ['for each that was rounded', [named('1500000'), named('1512345'), named('1500001')], ['1500000']],
])('a number is rounded %s', (_what, rows, rounded) => {
  expect(roundedOf(...rows)).toEqual(rounded);
});

it.each<[string, Named[]]>([
  ['with four zeros', [named('2120000'), named('2121234')]],
  ['of one guest, however often', [named('212813000000'), named('212813000000')]],
  ['beside others of other digits', [named('212813000000'), named('312813000001')]],
  ['beside one of another length', [named('212813000000'), named('2128130000001')]],
  ['of another site', [named('212813000000'), named('212813000001', '佐藤 次郎', '楽天トラベル')]],
  ['with letters', [named('RY02000000'), named('RY02000011')]],
])('a number is whole %s', (_what, rows) => {
  expect(roundedOf(...rows)).toEqual([]);
});

it('is told by the other rows as a search through all would', () => {
  const number = fc.stringMatching(/^[12]{1,2}(00000|[012]{5})$/);
  fc.assert(
    fc.property(fc.array(number, { maxLength: 12 }), (found) => {
      const rows = found.map((each) => named(each));
      const wanted = found.filter((own) => {
        const kept = /^(\d*[1-9])0{5,}$/.exec(own)?.[1];
        return found.some(
          (other) => other !== own && other.length === own.length && other.startsWith(kept ?? 'x'),
        );
      });
      expect(roundedOf(...rows)).toEqual(wanted);
    }),
  );
});

it('a row without its number says what it was, and what to do', () => {
  const row = withoutNumber(channelReservation({ 予約番号: '2128130000000000' }));
  expect(row).toMatchObject({ bookingNumber: '', fault: '予約番号不正' });
  expect(row.faultDetail).toMatch(/^予約番号: 2128130000000000 .*出力し直してください$/);
  expect(row.notes).toContain('予約番号: 2128130000000000');
});
