import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTestDatabase } from '../../support/database.js';
import { rawLog } from '../../support/log-rows.js';
import { histories, liveThrough, NOW } from '../../support/random-history.js';
import { projectedRows, rebuildAll } from '../../support/rebuild-tables.js';
import { claims, keptCounts, recounted } from '../../support/recount.js';
import { openDesk, openNode } from '../../support/store-node.js';
import { runs } from '../../support/trial-size.js';

const RUNS = runs(10);

test('whatever happened: rebuilt equals live row for row, and both equal a count over the nights', async () => {
  let events = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const database = await createTestDatabase();
      const [here, there] = [openNode(database.url), openNode(database.url)];
      try {
        await liveThrough([openDesk(here, NOW), openDesk(there, NOW)], history);
        const live = await projectedRows(database.url);
        const kept = await claims(database.url);
        expect(await keptCounts(database.url)).toEqual(await recounted(database.url));
        expect(kept.kept).toEqual(kept.recounted);

        await rebuildAll(database.url);
        expect(await projectedRows(database.url)).toEqual(live);
        events += (await rawLog(database.url)).length;
      } finally {
        await Promise.all([here.close(), there.close()]);
        await database.drop();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(events).toBeGreaterThan(RUNS * 30); // Not all was refused.
});
