import { dayText, nightText, stayText, yenText } from '@domain/calendar/stay-text.js';
import { day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import { stay } from '../../support/builders.js';

describe('short texts of a stay', () => {
  it('name a day without leading zeros, with its weekday', () => {
    expect(dayText(day('2026-11-21'))).toBe('11/21(土)');
    expect(dayText(day('2027-01-02'))).toBe('1/2(土)');
  });

  it('name a stay with its nights', () => {
    expect(stayText(stay('2026-11-21', '2026-11-23'))).toBe('11/21(土)～11/23(月) 2泊');
    expect(stayText(stay('2026-12-31', '2027-01-01'))).toBe('12/31(木)～1/1(金) 1泊');
  });

  it('name money and nights', () => {
    expect(yenText(0)).toBe('¥0');
    expect(yenText(8000)).toBe('¥8,000');
    expect(yenText(99_999_999)).toBe('¥99,999,999');
    expect(nightText(1, 3)).toBe('1/3泊目');
  });
});
