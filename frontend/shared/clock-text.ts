import { dayText } from '@domain/calendar/stay-text.js';
import { dayIn } from '@domain/dates.js';
import { instantText } from '@wire/value-texts.js';

/** Returns the time of an instant, as `17:00`. */
export const timeText = (instant: string, zone: string): string => instantText(instant, zone).slice(11, 16);

/** Returns an instant as `11/21(土) 17:00`. */
export function clockText(instant: string, zone: string): string {
  return `${dayText(dayIn(zone, new Date(instant)))} ${timeText(instant, zone)}`;
}
