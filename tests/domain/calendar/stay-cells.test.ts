import { type DrawnStay, type StayCell, stayCells } from '@domain/calendar/stay-cells.js';
import { dayText, nightText, sourceMarker, stayText, yenText } from '@domain/calendar/stay-text.js';
import { day, daysFromTo } from '@domain/dates.js';
import {
  BOOKING_SOURCES,
  DEFAULT_BOOKING_SOURCE,
  DEFAULT_PURPOSE,
  PURPOSES,
} from '@domain/reservation/sources.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aStay, stay } from '../../support/builders.js';

const DAYS = daysFromTo(day('2026-11-20'), day('2026-11-26'));
const cells = (...stays: DrawnStay[]) => stayCells(stays, DAYS);
const of = <Field extends keyof StayCell>(row: (StayCell | null)[], field: Field) =>
  row.map((cell) => cell?.[field] ?? null);

describe('cells of a room row: which night belongs to whom', () => {
  it('has a stay in its nights, not in the night of its check-out', () => {
    const row = cells(aStay(1, '2026-11-21', '2026-11-23'), aStay(2, '2026-11-23', '2026-11-24'));
    expect(of(row, 'bookingId')).toEqual([null, 1, 1, 2, null, null, null]);
  });

  it('cuts stays at the edges of the displayed days and counts their nights from their start', () => {
    const row = cells(aStay(1, '2026-11-18', '2026-11-22'), aStay(2, '2026-11-25', '2026-12-03'));
    expect(of(row, 'bookingId')).toEqual([1, 1, null, null, null, 2, 2]);
    expect(of(row, 'night')).toEqual([3, 4, null, null, null, 1, 2]);
    expect(of(row, 'nights')).toEqual([4, 4, null, null, null, 8, 8]);
    expect(of(row, 'isFirstNight')).toEqual([false, false, null, null, null, true, false]);
    expect(of(row, 'isLastNight')).toEqual([false, true, null, null, null, false, false]);
  });

  it('draws nothing of stays before and after the displayed days', () => {
    const row = cells(aStay(1, '2026-11-18', '2026-11-20'), aStay(2, '2026-11-27', '2026-11-28'));
    expect(row).toEqual(DAYS.map(() => null));
  });

  it('has no cells when no days are displayed', () => {
    expect(stayCells([aStay(1, '2026-11-18', '2026-11-20')], [])).toEqual([]);
  });

  it('draws a stay that is longer than the displayed days', () => {
    const row = cells(aStay(1, '2026-01-01', '2027-01-01'));
    expect(of(row, 'bookingId')).toEqual(DAYS.map(() => 1));
    expect(row[0]).toMatchObject({ night: 324, nights: 365, isFirstNight: false, isLastNight: false });
  });
});

describe('cells of a room row: shades', () => {
  it('advance at each new stay start and begin again after six', () => {
    const week = DAYS.map((date, index) => ({
      ...aStay(index + 1, date, '2026-11-30'),
      stayEnd: day(`2026-11-${21 + index}`),
    }));
    expect(of(cells(...week), 'shade')).toEqual([0, 1, 2, 3, 4, 5, 0]);
  });

  it('stay the same within a stay and over free nights', () => {
    const row = cells(aStay(1, '2026-11-20', '2026-11-22'), aStay(2, '2026-11-24', '2026-11-26'));
    expect(of(row, 'shade')).toEqual([0, 0, null, null, 1, 1, null]);
  });

  it('begin with the first stay that touches the displayed days', () => {
    const row = cells(
      aStay(1, '2026-11-01', '2026-11-20'),
      aStay(2, '2026-11-19', '2026-11-21'),
      aStay(3, '2026-11-21', '2026-11-22'),
    );
    expect(of(row, 'shade')).toEqual([0, 1, null, null, null, null, null]);
  });

  it('go by the dates of the stays, in whatever order they come', () => {
    const stays = [1, 2, 3, 4].map((id) => aStay(10 - id, `2026-11-2${id}`, `2026-11-2${id + 1}`));
    const expected = cells(...stays);
    fc.assert(
      fc.property(fc.shuffledSubarray(stays, { minLength: 4 }), (shuffled) => {
        expect(cells(...shuffled)).toEqual(expected);
      }),
    );
  });

  it('distinguish adjacent stays of a group as well', () => {
    const row = cells(
      aStay(1, '2026-11-20', '2026-11-21'),
      aStay(2, '2026-11-21', '2026-11-22', { baseBookingId: 1 }),
    );
    expect(of(row, 'shade').slice(0, 2)).toEqual([0, 1]);
  });
});

describe('cells of a room row: marks', () => {
  it('distinguish unpaid from paid', () => {
    const row = cells(
      aStay(1, '2026-11-20', '2026-11-21', { paymentFlag: 0 }),
      aStay(2, '2026-11-21', '2026-11-22', { paymentFlag: 1 }),
    );
    expect(of(row, 'unpaid').slice(0, 2)).toEqual([true, false]);
  });

  it('have the source number, circled on stays of more than one night', () => {
    const row = cells(
      aStay(1, '2026-11-20', '2026-11-21', { bookingSource: '楽天' }),
      aStay(2, '2026-11-21', '2026-11-23', { bookingSource: 'じゃらん' }),
    );
    expect(of(row, 'marker').slice(0, 3)).toEqual(['2', '⑨', '⑨']);
  });

  it('circle the number by the whole stay, not by the nights displayed', () => {
    expect(cells(aStay(1, '2026-11-19', '2026-11-21'))[0]?.marker).toBe('①');
  });

  it('show 翌OUT on the last night only, and only when flagged', () => {
    const flagged = cells(aStay(1, '2026-11-20', '2026-11-23', { nextdayOutFlag: 1 }));
    expect(of(flagged, 'nextdayOut').slice(0, 4)).toEqual([false, false, true, null]);
    const beyond = cells(aStay(1, '2026-11-25', '2026-11-29', { nextdayOutFlag: 1 }));
    expect(of(beyond, 'nextdayOut').slice(5)).toEqual([false, false]);
    const plain = cells(aStay(1, '2026-11-20', '2026-11-21'));
    expect(of(plain, 'nextdayOut')[0]).toBe(false);
  });

  it('link the first night of a grouped stay to the day before, but not the base', () => {
    const row = cells(
      aStay(1, '2026-11-20', '2026-11-21', { baseBookingId: 0, groupEndDate: day('2026-11-23') }),
      aStay(2, '2026-11-21', '2026-11-23', { baseBookingId: 1, groupEndDate: day('2026-11-23') }),
    );
    expect(of(row, 'linkedToDayBefore').slice(0, 3)).toEqual([false, true, false]);
  });
});

describe('marker of a booking source (spec 9)', () => {
  it.each([
    ['自社', '1', '①'],
    ['楽天', '2', '②'],
    ['電話', '3', '③'],
    ['企業(法人)', '4', '④'],
    ['訪問', '5', '⑤'],
    ['るるぶ', '6', '⑥'],
    ['宿泊時', '7', '⑦'],
    ['その他', '8', '⑧'],
    ['じゃらん', '9', '⑨'],
  ])('of %s is %s for one night and %s for more', (source, plain, circled) => {
    expect(sourceMarker(source, 1)).toBe(plain);
    expect(sourceMarker(source, 2)).toBe(circled);
    expect(sourceMarker(source, 30)).toBe(circled);
  });

  it('is empty for a source that is none', () => {
    expect(sourceMarker('', 1)).toBe('');
    expect(sourceMarker('自社 ', 2)).toBe('');
  });

  it('covers every source, and the defaults are among the choices', () => {
    expect(BOOKING_SOURCES).toHaveLength(9);
    expect(DEFAULT_BOOKING_SOURCE).toBe('自社');
    expect(DEFAULT_PURPOSE).toBe('出張');
    expect(PURPOSES).toEqual(['出張', '観光', '帰省', '受験', '冠婚葬祭', 'イベント', 'その他', '']);
  });
});

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
