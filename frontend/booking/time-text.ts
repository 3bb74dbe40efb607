import { halfWidth } from '@domain/typed-text.js';

const LAST_HOUR = 29;

/** The `HH:mm` that a typed text means (`15`, `1530`, `15:30`), null for none or one off the 10 minute steps. */
export function parseTimeText(text: string): string | null {
  const typed = halfWidth(text);
  const match = /^(\d{1,2})(?:[:時](\d{2})?分?)?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed);
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)];
  if (hours > LAST_HOUR || minutes > 50 || minutes % 10 !== 0) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** The times that the form suggests: 13:00 to 22:50 in steps of 10 minutes (spec 9). */
export const SUGGESTED_TIMES: readonly string[] = Array.from({ length: 60 }, (_, step) => {
  const minutes = 13 * 60 + step * 10;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
});
