import { readFileSync } from 'node:fs';

/** The lines of runtimes and images that the product stands on; `supportEnds` is null where their makers name no day. */
export const { lines: SUPPORTED_LINES } = JSON.parse(
  readFileSync(new URL('../../.container/supported.json', import.meta.url), 'utf8'),
);

const DAY_MS = 86_400_000;
const NOTICE_DAYS = 180;

/** Names the lines whose support has ended on a day or ends within half a year; the oldest that work are no matter. */
export function endingSupport(day = new Date().toISOString().slice(0, 10), lines = SUPPORTED_LINES) {
  return lines
    .filter(({ use, supportEnds }) => use === 'recommended' && supportEnds !== null)
    .map(({ name, line, supportEnds }) => ({
      name: `${name} ${line}`,
      supportEnds,
      days: Math.ceil((Date.parse(supportEnds) - Date.parse(day)) / DAY_MS),
    }))
    .filter(({ days }) => days <= NOTICE_DAYS);
}
