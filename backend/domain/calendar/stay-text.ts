import { type Day, daysBetween, type Month, type Stay, weekdayOf } from '../dates.js';
import { BOOKING_SOURCES } from '../reservation/sources.js';

/** A date as `11/21(土)`. */
export function dayText(date: Day): string {
  return `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}(${weekdayName(date)})`;
}

/** A date as `11/21(土)`, with the year in front where it is not that of today; today is null while it is not known. */
export function dayInYearText(date: Day, today: Day | null): string {
  const year = date.slice(0, 4);
  return today === null || year === today.slice(0, 4) ? dayText(date) : `${year}/${dayText(date)}`;
}

/** A date as papers have it: `2026年11月28日（土）`, without the weekday `2026年11月28日`. */
export function paperDateText(date: Day, { weekday = true } = {}): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  return `${year}年${month}月${dayOfMonth}日${weekday ? `（${weekdayName(date)}）` : ''}`;
}

/** A month as `2026年11月`. */
export function monthText(month: Month): string {
  return `${Number(month.slice(0, 4))}年${Number(month.slice(5, 7))}月`;
}

/** A stay as `11/21(土)～11/23(月)`. */
export function stayRangeText({ start, end }: Stay): string {
  return `${dayText(start)}～${dayText(end)}`;
}

/** A stay as `11/21(土)～11/23(月) 2泊`. */
export function stayText(stay: Stay): string {
  return `${stayRangeText(stay)} ${daysBetween(stay.start, stay.end)}泊`;
}

/** A booking as `1003 山田太郎 11/21(土)～11/23(月) 2泊`; unknown parts are omitted. */
export function bookingText(roomNumber: string | null, guest: string, stay: Stay | null): string {
  return [roomNumber, guest, stay && stayText(stay)].filter(Boolean).join(' ');
}

/** A number as `12,345`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Whole yen as `¥8,000`. */
export function yenText(yen: number): string {
  return `¥${countText(yen)}`;
}

/** Returns which night of a stay it is, as `1/3泊目`. */
export function nightText(night: number, nights: number): string {
  return `${night}/${nights}泊目`;
}

const WEEKDAY_NAMES = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** The colour of a day (spec 9, weekend colouring). */
export type DayKind = 'holiday' | 'sunday' | 'saturday' | 'weekday';

/** The weekday of a date as one Japanese character. */
export function weekdayName(date: Day): string {
  return WEEKDAY_NAMES[weekdayOf(date)] ?? '';
}

/** The kind of a day; a holiday flag of 1 takes precedence (spec 9). */
export function dayKind(date: Day, holidayFlag: 0 | 1): DayKind {
  if (holidayFlag === 1) return 'holiday';
  const weekday = weekdayOf(date);
  if (weekday === 0) return 'sunday';
  return weekday === 6 ? 'saturday' : 'weekday';
}

const SOURCES: readonly string[] = BOOKING_SOURCES;
const CIRCLED = ['①', '②', '③', '④', '⑤', '⑥', '⑦', '⑧', '⑨'];

/** A source's number 1 to 9, circled when the stay exceeds one night (spec 9); empty for an unknown source. */
export function sourceMarker(bookingSource: string, nights: number): string {
  const index = SOURCES.indexOf(bookingSource);
  if (index < 0) return '';
  return nights > 1 ? (CIRCLED[index] ?? '') : String(index + 1);
}
