import { atom } from 'jotai';
import { clockText } from './clock-text.js';
import { hotelAtom } from './hotel.js';
import { calendarAsOfAtom } from './live/connection.js';

/** What marks a calendar that is not as of now, by the hotel's clock; null while it is. */
export const asOfMarkAtom = atom((get): string | null => {
  const asOf = get(calendarAsOfAtom);
  const timeZone = get(hotelAtom)?.timezone;
  if (asOf === null || timeZone === undefined) return null;
  return `通信断：${clockText(asOf.toISOString(), timeZone)} 時点の表示`;
});
