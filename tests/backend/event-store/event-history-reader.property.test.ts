import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EventHistoryReader, isReadable } from '../../../backend/event-store/event-history.js';
import { eventStoreParts } from '../../../backend/streams.js';
import { createTestDatabase } from '../../support/database.js';
import { rawLog } from '../../support/log-rows.js';
import { histories, liveThrough, NOW } from '../../support/random-history.js';
import { openDesk, openNode } from '../../support/store-node.js';
import { runs } from '../../support/trial-size.js';

const RUNS = runs(4);

test('however events are put into pages and however little is kept between them, the same is told', async () => {
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.infiniteStream(fc.integer({ min: 1, max: 12 })),
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.boolean()),
      async (history, sizes, mostKept, leftOut) => {
        const database = await createTestDatabase();
        const [here, there] = [openNode(database.url), openNode(database.url)];
        try {
          await liveThrough([openDesk(here, NOW), openDesk(there, NOW)], history);
          const all = (await rawLog(database.url)).map(({ position }) => Number(position));
          const { registry } = eventStoreParts();
          const whole = (await new EventHistoryReader(here.pool, registry).read(all)).filter(isReadable);
          expect(whole.map(({ row }) => row.position)).toEqual(all);
          expect(whole.map(({ event }) => event.version)).toEqual(whole.map(({ after }) => after.version));

          const wanted = whole.filter(() => !leftOut.next().value);
          const teller = new EventHistoryReader(here.pool, registry, mostKept);
          for (let at = 0; at < wanted.length; ) {
            const page = wanted.slice(at, at + sizes.next().value);
            expect(await teller.read(page.map(({ row }) => row.position))).toEqual(page);
            at += page.length;
          }
        } finally {
          await Promise.all([here.close(), there.close()]);
          await database.drop();
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});
