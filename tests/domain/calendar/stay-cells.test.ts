import { type DrawnStay, nightAt, type StayCell, staysInRow } from '@domain/calendar/stay-cells.js';
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
import { aStay, stay } from '#tests/support/builders.js';

const DAYS = daysFromTo(day('2026-11-20'), day('2026-11-26'));
const cells = (...stays: DrawnStay[]) => {
  const row = staysInRow(stays, DAYS);
  return DAYS.map((_, column) => nightAt(row, column)?.cell ?? null);
};
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

  it('draws nothing of stays before and after the displayed days, nor when none are displayed', () => {
    const row = cells(aStay(1, '2026-11-18', '2026-11-20'), aStay(2, '2026-11-27', '2026-11-28'));
    expect(row).toEqual(DAYS.map(() => null));
    expect(staysInRow([aStay(1, '2026-11-18', '2026-11-20')], [])).toEqual([]);
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
});

describe('cells of a room row: marks', () => {
  it('distinguish unpaid from paid, and have the source number, circled on stays of more than one night', () => {
    const row = cells(
      aStay(1, '2026-11-18', '2026-11-21', { paymentFlag: 0 }),
      aStay(2, '2026-11-21', '2026-11-22', { paymentFlag: 1, bookingSource: '楽天' }),
    );
    expect(of(row, 'unpaid').slice(0, 2)).toEqual([true, false]);
    expect(of(row, 'marker').slice(0, 2)).toEqual(['①', '2']);
  });

  it('show 翌OUT on the last night only, and only when flagged', () => {
    const flagged = cells(aStay(1, '2026-11-20', '2026-11-23', { nextdayOutFlag: 1 }));
    expect(of(flagged, 'nextdayOut').slice(0, 4)).toEqual([false, false, true, null]);
    const beyond = cells(aStay(1, '2026-11-25', '2026-11-29', { nextdayOutFlag: 1 }));
    expect(of(beyond, 'nextdayOut').slice(5)).toEqual([false, false]);
    expect(cells(aStay(1, '2026-11-20', '2026-11-21'))[0]?.nextdayOut).toBe(false);
  });

  it('link the first night of a grouped stay to the day before, but not the base', () => {
    const row = cells(
      aStay(1, '2026-11-20', '2026-11-21', { baseBookingId: 0, groupEndDate: day('2026-11-23') }),
      aStay(2, '2026-11-21', '2026-11-23', { baseBookingId: 1, groupEndDate: day('2026-11-23') }),
    );
    expect(of(row, 'linkedToDayBefore').slice(0, 3)).toEqual([false, true, false]);
  });
});

it('the marker of a booking source is its number, circled for more than one night (spec 9)', () => {
  const sources = '自社 楽天 電話 企業(法人) 訪問 るるぶ 宿泊時 その他 じゃらん'.split(' ');
  expect(BOOKING_SOURCES).toEqual(sources);
  expect(sources.map((source) => sourceMarker(source, 1)).join('')).toBe('123456789');
  for (const nights of [2, 30])
    expect(sources.map((source) => sourceMarker(source, nights)).join('')).toBe('①②③④⑤⑥⑦⑧⑨');
  for (const none of ['', '自社 ']) expect(sourceMarker(none, 2)).toBe('');
});

it('the defaults are among the choices of source and purpose', () => {
  expect([DEFAULT_BOOKING_SOURCE, DEFAULT_PURPOSE]).toEqual(['自社', '出張']);
  expect(PURPOSES).toEqual(['出張', '観光', '帰省', '受験', '冠婚葬祭', 'イベント', 'その他', '']);
});

it('a day, a stay, money and a night have short texts', () => {
  expect(dayText(day('2026-11-21'))).toBe('11/21(土)');
  expect(dayText(day('2027-01-02'))).toBe('1/2(土)');
  expect(stayText(stay('2026-11-21', '2026-11-23'))).toBe('11/21(土)～11/23(月) 2泊');
  expect(stayText(stay('2026-12-31', '2027-01-01'))).toBe('12/31(木)～1/1(金) 1泊');
  expect([0, 8000, 99_999_999].map(yenText)).toEqual(['¥0', '¥8,000', '¥99,999,999']);
  expect(nightText(1, 3)).toBe('1/3泊目');
});
