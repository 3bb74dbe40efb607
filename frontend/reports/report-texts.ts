import type { DayRange } from '@domain/calendar/default-range.js';
import { countText, dayText, monthText, stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import type { Month } from '@domain/dates.js';
import type { LeadBand } from '@domain/reports/figures.js';
import { type Grain, isWholeMonths, type Period } from '@domain/reports/periods.js';
import { NOTHING } from '@wire/value-texts.js';
import type { Comparison } from './reports.atoms.js';

/** A figure that may have nothing to be worked out from. */
export type Figure = number | null;
/** Formats a figure. */
export type FigureText = (figure: Figure) => string;

const orNothing =
  (text: (value: number) => string): FigureText =>
  (figure) =>
    figure === null ? NOTHING : text(figure);

/** A share of 1 as `81.0%`. */
export const percentText = orNothing((share) => `${(share * 100).toFixed(1)}%`);
/** Whole yen as `¥8,000`. */
export const yenFigure = orNothing(yenText);
/** Days as `18.8日`. */
export const daysText = orNothing((days) => `${days.toFixed(1)}日`);
/** A count as `1,234`. */
export const countFigure = orNothing(countText);

/** Yen on an axis, in units of ten thousand as they are spoken of. */
export function yenTick(yen: number): string {
  return yen >= 10_000 ? `${countText(yen / 10_000)}万` : countText(yen);
}

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  today: '今日',
  week: '今週',
  month: '今月',
  'last-month': '先月',
  year: '今年',
};

export const GRAIN_NAMES: Readonly<Record<Grain, string>> = { day: '日別', week: '週別', month: '月別' };

export const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  before: '前の期間',
  year: '前年同期',
  none: '比較なし',
};

/** Days of a slice as `11/21(土)`, `11/16～11/22` or `2026年11月`. */
export function sliceText({ first, last }: DayRange, by: Grain): string {
  if (by === 'month' && isWholeMonths({ first, last })) return monthText(first as Month);
  if (first === last) return dayText(first);
  return `${dayText(first)}～${dayText(last)}`;
}

/** A slice on an axis: `11/21`, or `11月`. */
export function sliceTick({ first }: DayRange, by: Grain): string {
  const month = Number(first.slice(5, 7));
  return by === 'month' ? `${month}月` : `${month}/${Number(first.slice(8, 10))}`;
}

/** Days with their year, as `2026年 11/1(日)～11/30(月)`. */
export function periodText({ first, last }: DayRange): string {
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  if (first === last) return `${first.slice(0, 4)}年 ${dayText(first)}`;
  if (sameYear) return `${first.slice(0, 4)}年 ${stayRangeText({ start: first, end: last })}`;
  return `${first.slice(0, 4)}年 ${dayText(first)}～${last.slice(0, 4)}年 ${dayText(last)}`;
}

/** Returns how early bookings were made, as `当日`, `2～3日前` or `61日以上前`. */
export function leadText({ from, to }: LeadBand): string {
  if (to === 0) return '当日';
  if (to === null) return `${from}日以上前`;
  return from === to ? `${from}日前` : `${from}～${to}日前`;
}
