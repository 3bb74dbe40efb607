import { addDays } from '@domain/dates.js';
import { GRAINS } from '@domain/reports/periods.js';
import { test } from '@jest/globals';
import { reportOn } from './harness.js';
import { LOG_ENDS, largeLog, startProduct, timeCalls, timeStatements, useEnds } from './support/product.js';

useEnds();

const { measured, atMost } = reportOn('reports');
const PERIODS = 12;
const BOUNDS = [
  { name: 'a month', days: 30, bound: 100 },
  { name: 'a year', days: 365, bound: 500 },
];

/** Reads a report at its best cost: the stays of the period once, their fees summed. */
const feesOf = ({ first, last }: { first: string; last: string }): string =>
  `select state->>'bookingSource', count(*), sum((state->>'totalFee')::bigint) from bookings
   where not is_cancelled and daterange(stay_start, stay_end) && daterange('${first}', '${last}', '[]') group by 1`;

test('reports of a month and of a year among all bookings', async () => {
  const { url: databaseUrl } = await largeLog();
  const { url } = await startProduct(databaseUrl);
  for (const { name, days, bound } of BOUNDS) {
    // Every period is another one: what was worked out before is kept.
    const periods = Array.from({ length: PERIODS }, (_, period) => {
      const first = addDays(LOG_ENDS, -days - period * 20);
      return { first, last: addDays(first, days - 1) };
    });
    const what = `${name}, each time another`;
    for (const by of GRAINS) {
      const paths = periods.map(
        ({ first, last }) => `/api/reports?start_date=${first}&end_date=${last}&by=${by}`,
      );
      const runs = await timeCalls(url, paths);
      atMost(`${name} by ${by}`, measured(what, `GET /api/reports by ${by}`, 'ms', runs), 'ms', bound);
    }
    const way = 'PostgreSQL: fees of the same stays by source';
    const runs = await timeStatements(databaseUrl, periods.map(feesOf));
    measured(what, way, 'ms', runs, 'limit');
  }
});
