import { dayText } from '@domain/calendar/stay-text.js';
import { dayIn } from '@domain/dates.js';
import { atom } from 'jotai';
import { hotelAtom } from './hotel.js';
import { calendarAsOfAtom } from './live/connection.js';

/** What marks a calendar that is not as of now, by the hotel's clock; null while it is. */
export const asOfMarkAtom = atom((get): string | null => {
  const asOf = get(calendarAsOfAtom);
  const timeZone = get(hotelAtom)?.timezone;
  if (asOf === null || timeZone === undefined) return null;
  const time = asOf.toLocaleTimeString('ja-JP', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `通信断：${dayText(dayIn(timeZone, asOf))} ${time} 時点の表示`;
});
