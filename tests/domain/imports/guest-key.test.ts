import { day } from '@domain/dates.js';
import { guestKey } from '@domain/imports/guest-key.js';
import { describe, expect, it } from '@jest/globals';

const guest = {
  status: 'failed',
  guestName1: '髙橋 太郎',
  tel: '090-0000-0001',
  stayStart: day('2026-12-01'),
  stayEnd: day('2026-12-03'),
};

describe('the key of a guest, stay and phone', () => {
  it.each([
    ['spaces', { guestName1: '髙橋　太郎' }],
    ['full-width digits and no hyphens', { tel: '０９００００００００１' }],
  ])('is the same with other %s', (_, change) => {
    expect(guestKey({ ...guest, ...change })).toBe(guestKey(guest));
  });

  it('is the same for Latin letters in any width and case', () => {
    const anna = guestKey({ ...guest, guestName1: 'SUZUKI ANNA' });
    expect(guestKey({ ...guest, guestName1: 'Ｓｕｚｕｋｉ Anna' })).toBe(anna);
  });

  it.each([
    ['name', { guestName1: '高橋 次郎' }],
    ['phone', { tel: '090-0000-0002' }],
    ['check-in', { stayStart: day('2026-12-02') }],
    ['check-out', { stayEnd: day('2026-12-04') }],
  ])('differs by %s', (_, change) => {
    expect(guestKey({ ...guest, ...change })).not.toBe(guestKey(guest));
  });

  it.each([
    ['without a phone', { tel: 'なし' }],
    ['without a name', { guestName1: ' ' }],
    ['without a day', { stayEnd: null }],
    ['that is cancelled', { status: 'cancelled' }],
  ])('is none for one %s', (_, change) => {
    expect(guestKey({ ...guest, ...change })).toBeNull();
  });
});
