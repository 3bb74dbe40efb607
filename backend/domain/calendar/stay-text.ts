import { type Day, daysBetween, type Month, type Stay } from '../dates.js';
import { weekdayName } from './day-kind.js';

/** A date as `11/21(土)`. */
export function dayText(date: Day): string {
  return `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}(${weekdayName(date)})`;
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

/** A booking as `1003 山田太郎 11/21(土)～11/23(月) 2泊`; what is not known is left out. */
export function bookingText(roomNumber: string | null, guest: string, stay: Stay | null): string {
  return [roomNumber, guest, stay && stayText(stay)].filter(Boolean).join(' ');
}

/** Whole yen as `¥8,000`. */
export function yenText(yen: number): string {
  return `¥${yen.toLocaleString('en-US')}`;
}

/** Which night of a stay it is, as `1/3泊目`. */
export function nightText(night: number, nights: number): string {
  return `${night}/${nights}泊目`;
}
