import { day } from '@domain/dates.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitPayloads } from '../../../frontend/form/split-payload.js';

const PARTS: Parameters<typeof splitPayloads>[1] = [
  { room_number: '1003', room_id: 3, stay_start: day('2026-11-21'), stay_end: day('2026-11-23') },
  { room_number: '1005', room_id: 5, stay_start: day('2026-11-23'), stay_end: day('2026-11-24') },
];

describe('a stay in two rooms as two bookings', () => {
  it('shares the fee by nights, to the yen', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), (total_fee) => {
        const [first, second] = splitPayloads({ total_fee }, PARTS);
        expect(Number(first.total_fee) + Number(second.total_fee)).toBe(total_fee);
        expect(second.total_fee).toBe(Math.floor(total_fee / 3));
      }),
    );
  });

  it('counts points and coupon once, and marks 翌OUT on the last night only', () => {
    const body = { csv_notes: '500', coupon: 1 as const, nextday_out_flag: 1 as const, notes: '角部屋 ' };
    const [first, second] = splitPayloads({ ...body, is_day_before_same_flag: 1 }, PARTS);
    expect(first).toMatchObject({
      csv_notes: '500',
      coupon: 1,
      nextday_out_flag: 0,
      is_day_before_same_flag: 1,
    });
    expect(second).toMatchObject({
      csv_notes: '0',
      coupon: 0,
      nextday_out_flag: 1,
      is_day_before_same_flag: 0,
    });
    expect(first.notes).toBe('角部屋\n11/23(月)に1005号室へ移動');
    expect(second.notes).toBe('角部屋\n11/23(月)に1003号室から移動');
    expect([first.room_id, second.room_id]).toEqual([3, 5]);
  });
});
