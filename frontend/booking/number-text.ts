import { halfWidth } from '@domain/typed-text.js';

/** The whole number that a typed text means (`8000`, `8,000`, `８０００円`), null when it is none or empty. */
export function parseNumberText(text: string): number | null {
  const typed = halfWidth(text)
    .replace(/^[¥\\]/, '')
    .replace(/(円|pt)$/, '')
    .replace(/,/g, '')
    .trim();
  return /^\d{1,10}$/.test(typed) ? Number(typed) : null;
}
