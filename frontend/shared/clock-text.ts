import { dayText } from '@domain/calendar/stay-text.js';
import { dayIn } from '@domain/dates.js';
import { instantText } from '@wire/value-texts.js';

/** An instant as `11/21(土) 17:00`. */
export function clockText(instant: string, zone: string): string {
  return `${dayText(dayIn(zone, new Date(instant)))} ${instantText(instant, zone).slice(11, 16)}`;
}
