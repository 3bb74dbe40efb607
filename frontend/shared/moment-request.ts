import { type Day, instantIn } from '@domain/dates.js';
import { halfWidth } from '@domain/typed-text.js';
import { parseDateText } from './ui/date-text.js';

/** The `HH:mm:ss` that a typed time of day means (`14`, `1403`, `14:03`, `14:03:12`), null for none. */
export function parseClockText(text: string): string | null {
  const typed = halfWidth(text);
  const match =
    /^(\d{1,2})(?:[:時](\d{1,2})(?:[:分](\d{1,2})秒?)?分?)?時?$/.exec(typed) ??
    /^(\d{1,2})(\d{2})(\d{2})?$/.exec(typed);
  if (!match) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
}

/** An `as_of` that the server understands, or what is wrong with a field. */
export type MomentRequest = { asOf: string } | { wrong: 'date' | 'time'; message: string };

/**
 * The moment that a date and a time of day by the hotel's clock mean, with all that was recorded within that second;
 * without a time the end of the day.
 */
export function momentRequest(dateText: string, timeText: string, today: Day, zone: string): MomentRequest {
  const date = parseDateText(dateText, today);
  if (date === null) return { wrong: 'date', message: '日付を入力してください。' };
  if (timeText.trim() === '') return { asOf: date };
  const time = parseClockText(timeText);
  if (time === null) return { wrong: 'time', message: '時刻は 14:03 のように入力してください。' };
  return { asOf: instantIn(zone, date, time).replace('.000Z', '.999999Z') };
}
