import { day } from '@domain/dates.js';
import { returningGuests, type TypedGuest } from '@domain/search/returning-guests.js';
import { describe, expect, test } from '@jest/globals';
import { aStay } from '#tests/support/builders.js';

const TODAY = day('2026-11-21');
const SUZUKI = {
  guestName1: '渋谷 遥',
  guestName1Kana: 'シブヤ ハルカ',
  reserverName: '渋谷 遥',
  tel: '090-0000-1111',
};

const typed = (parts: Partial<TypedGuest>): TypedGuest => ({ name: '', kana: '', tel: '', ...parts });
const earlier = [
  aStay(1, '2026-08-01', '2026-08-02', SUZUKI),
  aStay(2, '2026-10-14', '2026-10-15', { ...SUZUKI, guestName1: '澁谷　遙' }),
  aStay(3, '2026-10-14', '2026-10-15', SUZUKI),
  aStay(4, '2026-12-24', '2026-12-25', SUZUKI),
];
const found = (parts: Partial<TypedGuest>, bookings = earlier) =>
  returningGuests(typed(parts), bookings, TODAY).map(({ booking, stays }) => [booking.id, stays]);

describe('the guest who was here before', () => {
  test.each<[string, Partial<TypedGuest>]>([
    ['a name in other characters', { name: '澁谷遥' }],
    ['a kana in hiragana', { kana: 'しぶやはるか' }],
    ['a phone with a country’s code', { tel: '+81 90 0000 1111' }],
    ['a phone without its zero', { tel: '9000001111' }],
    ['the phone alone, beside another name', { name: '渋谷 明', tel: '09000001111' }],
  ])('is found by %s: the latest stay up to today, rooms of one stay counted once', (_, parts) => {
    expect(found(parts)).toEqual([[expect.any(Number), 2]]);
    expect([2, 3]).toContain(found(parts)[0]?.[0]);
  });

  test.each<[string, Partial<TypedGuest>]>([
    ['nothing', {}],
    ['one character', { name: '渋' }],
    ['a part of the name', { name: '渋谷' }],
    ['a part of the phone', { tel: '0900000' }],
    ['signs alone', { name: '・・', kana: '--', tel: '---------' }],
  ])('is not found by %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });

  test('who booked for others is found as well', () => {
    const bookings = [
      aStay(5, '2026-09-01', '2026-09-02', { guestName1: '社員 甲', reserverName: '総務 花子' }),
    ];
    expect(found({ name: '総務花子' }, bookings)).toEqual([[5, 1]]);
  });

  test('namesakes with other phones are candidates of their own, who has most in common first', () => {
    const namesake = { ...SUZUKI, tel: '080-2222-3333' };
    const bookings = [...earlier, aStay(6, '2026-11-20', '2026-11-21', namesake)];
    expect(found({ name: '渋谷 遥' }, bookings).map(([id]) => id)[0]).toBe(6);
    const both = found({ name: '渋谷 遥', tel: '090 0000 1111' }, bookings);
    expect(both).toEqual([
      [expect.any(Number), 2],
      [6, 1],
    ]);
  });

  test('who never came yet is found by the next booking, with no stays', () => {
    const [, , , next] = earlier;
    expect(found({ name: '渋谷遥' }, next ? [next] : [])).toEqual([[4, 0]]);
  });

  test.each([
    ['cancelled', { status: 'cancelled' as const }],
    ['erased', { isErased: true as const }],
    ['a no-show', { isNoShow: true as const }],
  ])('a booking that is %s counts nowhere', (_, change) => {
    expect(
      found({ name: '渋谷遥' }, [aStay(7, '2026-09-01', '2026-09-02', { ...SUZUKI, ...change })]),
    ).toEqual([]);
  });

  test('at most three are offered, those who were here last', () => {
    const many = [1, 2, 3, 4, 5].map((id) =>
      aStay(id, `2026-0${id}-01`, `2026-0${id}-02`, { ...SUZUKI, tel: `090-0000-000${id}` }),
    );
    expect(found({ name: '渋谷遥' }, many).map(([id]) => id)).toEqual([5, 4, 3]);
  });
});
