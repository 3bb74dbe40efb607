import { listRange } from '@domain/calendar/default-range.js';
import { addDays } from '@domain/dates.js';
import { test } from '@jest/globals';
import { type Measured, recordGoal, recordMeasured } from '../support/records.js';
import { spawnServer } from '../support/server.js';
import { quantile } from './support/frames.js';
import { LOG_ENDS, largeLogDatabase } from './support/large-log-database.js';
import { timeCalls, timeStatements } from './support/timed-calls.js';

const POSITIONS = 20;
/** Of the log: what staff look back at most. */
const LATELY = 0.1;
const MOST_MS = 100;
const GROUP = 'as-of';
const DEFAULT_RANGE = 'the default range';

type Range = { first: string; last: string };

/** The stays that ever lay in a range, as the product's own index tells. */
const everIn = ({ first, last }: Range): string =>
  `select id from stay_traces where daterange(first_night, last_night, '[]') && daterange('${first}', '${last}', '[]')`;

/** Every event of those stays up to a position, neither decrypted nor folded. */
const eventsOf = (range: Range, position: number): string =>
  `select payload from event_log where position <= ${position}
   and stream = any(array(select 'reservation-' || id from (${everIn(range)}) ever))`;

const rowsNow = ({ first, last }: Range): string =>
  `select state from bookings where daterange(stay_start, stay_end) && daterange('${first}', '${last}', '[]')`;

test('the calendar as of any position beside the current one', async () => {
  const { events, ...database } = await largeLogDatabase();
  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  const anywhere = Array.from({ length: POSITIONS }, (_, index) =>
    Math.round((events * (index + 1)) / POSITIONS),
  );
  const lately = anywhere.map((position) => Math.round(events - (events - position) * LATELY));
  const ranges = {
    [DEFAULT_RANGE]: listRange(LOG_ENDS),
    'a range half a year ago': { first: addDays(LOG_ENDS, -200), last: addDays(LOG_ENDS, -160) },
  };
  for (const call of ['bookings', 'booking_type_diff']) {
    for (const [name, range] of Object.entries(ranges)) {
      const path = `/api/${call}?start_date=${range.first}&end_date=${range.last}`;
      const what = `GET /api/${call}, ${name}`;
      const tell = (way: string, role: Measured['role'], runs: number[]) =>
        recordMeasured({ group: GROUP, what, way, role, unit: 'ms', runs });
      const asOf = (positions: number[]) =>
        timeCalls(
          server.url,
          positions.map((position) => `${path}&as_of=${position}`),
        );
      const first = await asOf(anywhere);
      tell('as of positions anywhere, the first time', 'product', first);
      tell('as of positions anywhere, again', 'product', await asOf(anywhere));
      const latest = await asOf(lately);
      tell('as of late positions, the first time', 'product', latest);
      tell('now', 'product', await timeCalls(server.url, Array(POSITIONS).fill(path)));
      const sql = async (way: string, statements: string[]) =>
        tell(way, 'limit', await timeStatements(database.url, statements));
      await sql(
        'PostgreSQL: all events of those stays',
        anywhere.map((position) => eventsOf(range, position)),
      );
      await sql('PostgreSQL: those stays as they are now', Array(POSITIONS).fill(rowsNow(range)));
      if (name !== DEFAULT_RANGE) continue;
      recordGoal({
        group: GROUP,
        goal: `${what}: as of any position, p95`,
        value: quantile([...first, ...latest], 0.95),
        unit: 'ms',
        bound: { atMost: MOST_MS },
      });
    }
  }
  await server.close();
  await database.drop();
});
