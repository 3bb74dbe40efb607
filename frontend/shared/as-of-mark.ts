import { atom } from 'jotai';
import { clockText } from './clock-text.js';
import { hotelAtom } from './hotel.js';
import { cachedListAsOfAtom, calendarAsOfAtom } from './live/connection.js';

/** The mark of a calendar or list that is not as of now, by the hotel's clock; null while it is. */
export const asOfMarkAtom = atom((get): string | null => {
  const asOf = get(cachedListAsOfAtom) ?? get(calendarAsOfAtom);
  const timeZone = get(hotelAtom)?.timezone;
  if (asOf === null || timeZone === undefined) return null;
  return `通信断：${clockText(asOf.toISOString(), timeZone)} 時点の表示`;
});
