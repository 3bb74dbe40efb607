import { listRange } from '@domain/calendar/default-range.js';
import { addDays } from '@domain/dates.js';
import { test } from '@jest/globals';
import { quantile, type Role, reportOn } from './harness.js';
import { LOG_ENDS, largeLog, startProduct, timeCalls, timeStatements, useEnds } from './support/product.js';

useEnds();

const { measured, atMost } = reportOn('as-of');
const POSITIONS = 20;
/** The screens read bookings by stay. */
const CALLS = {
  'GET /api/bookings by stay': '/api/bookings?by_stay=1&',
  'GET /api/bookings': '/api/bookings?',
  'GET /api/booking_type_diff': '/api/booking_type_diff?',
};
/** Of the log: what staff look back at most. */
const LATELY = 0.1;
const RANGES = {
  'the default range': listRange(LOG_ENDS),
  'a range half a year ago': { first: addDays(LOG_ENDS, -200), last: addDays(LOG_ENDS, -160) },
};

type Range = { first: string; last: string };
const touches = ({ first, last }: Range) => `&& daterange('${first}', '${last}', '[]')`;

/** Every event up to a position of the stays that ever lay in a range, neither decrypted nor folded. */
const eventsOf = (range: Range, position: number): string =>
  `select payload from event_log where position <= ${position} and stream = any(array(
     select 'reservation-' || id from stay_traces where daterange(first_night, last_night, '[]') ${touches(range)}))`;

const rowsNow = (range: Range): string =>
  `select state from bookings where daterange(stay_start, stay_end) ${touches(range)}`;

test('the calendar as of any position beside the current one', async () => {
  const { events, url: databaseUrl } = await largeLog();
  const { url } = await startProduct(databaseUrl);
  const anywhere = Array.from({ length: POSITIONS }, (_, index) =>
    Math.round((events * (index + 1)) / POSITIONS),
  );
  const lately = anywhere.map((position) => Math.round(events - (events - position) * LATELY));
  for (const [call, address] of Object.entries(CALLS))
    for (const [name, range] of Object.entries(RANGES)) {
      const path = `${address}start_date=${range.first}&end_date=${range.last}`;
      const what = `${call}, ${name}`;
      const tell = (way: string, runs: number[], role: Role = 'product') =>
        measured(what, way, 'ms', runs, role);
      const asOf = (positions: number[]) => {
        const paths = positions.map((position) => `${path}&as_of=${position}`);
        return timeCalls(url, paths);
      };
      const first = await asOf(anywhere);
      tell('as of positions anywhere, the first time', first);
      tell('as of positions anywhere, again', await asOf(anywhere));
      const latest = await asOf(lately);
      tell('as of late positions, the first time', latest);
      tell('now', await timeCalls(url, Array(POSITIONS).fill(path)));
      const ever = anywhere.map((position) => eventsOf(range, position));
      const read = await timeStatements(databaseUrl, ever);
      tell('PostgreSQL: all events of those stays', read, 'limit');
      const now = Array(POSITIONS).fill(rowsNow(range));
      tell('PostgreSQL: those stays as they are now', await timeStatements(databaseUrl, now), 'limit');
      const p95 = quantile([...first, ...latest], 0.95);
      if (range !== RANGES['the default range']) continue;
      atMost(`${what}: as of any position, p95`, p95, 'ms', 100);
      const ratio = quantile(first, 0.95) / quantile(read, 0.95);
      atMost(
        `${what}: as of any position for the first time, p95 to PostgreSQL reading the events`,
        ratio,
        '×',
        2,
      );
    }
});
