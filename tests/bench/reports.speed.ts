import { addDays } from '@domain/dates.js';
import { GRAINS } from '@domain/reports/slices.js';
import { test } from '@jest/globals';
import { recordGoal, recordMeasured } from '../support/records.js';
import { spawnServer } from '../support/server.js';
import { LOG_ENDS, largeLogDatabase } from './support/large-log-database.js';
import { timeCalls, timeStatements } from './support/timed-calls.js';

const PERIODS = 12;
const GROUP = 'reports';
const BOUNDS = [
  { name: 'a month', days: 30, mostMs: 100 },
  { name: 'a year', days: 365, mostMs: 500 },
];

/** What a report could cost at best: the stays of the period once, their fees summed. */
const feesOf = ({ first, last }: { first: string; last: string }): string =>
  `select state->>'bookingSource', count(*), sum((state->>'totalFee')::bigint) from bookings
   where not is_cancelled and daterange(stay_start, stay_end) && daterange('${first}', '${last}', '[]') group by 1`;

test('reports of a month and of a year among all bookings', async () => {
  const database = await largeLogDatabase();
  const server = await spawnServer({ PORT: '0', DATABASE_URL: database.url, SAMPLE_DATA: '0' });
  for (const { name, days, mostMs } of BOUNDS) {
    // Every period is another one: what was worked out before is kept.
    const periods = Array.from({ length: PERIODS }, (_, period) => {
      const first = addDays(LOG_ENDS, -days - period * 20);
      return { first, last: addDays(first, days - 1) };
    });
    const shared = { group: GROUP, what: `${name}, each time another`, unit: 'ms' };
    for (const by of GRAINS) {
      const paths = periods.map(
        ({ first, last }) => `/api/reports?start_date=${first}&end_date=${last}&by=${by}`,
      );
      const runs = await timeCalls(server.url, paths);
      const value = recordMeasured({ ...shared, way: `GET /api/reports by ${by}`, role: 'product', runs });
      const goal = `${name} by ${by}`;
      recordGoal({ group: GROUP, goal, value, unit: 'ms', bound: { atMost: mostMs } });
    }
    const way = 'PostgreSQL: fees of the same stays by source';
    const runs = await timeStatements(database.url, periods.map(feesOf));
    recordMeasured({ ...shared, way, role: 'limit', runs });
  }
  await server.close();
  await database.drop();
});
