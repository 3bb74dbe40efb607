import type pg from 'pg';
import { UNWATCHED } from '../../backend/event-store/append-metrics.js';
import type { EventStoreParts } from '../../backend/event-store/batch.js';
import { EventStore } from '../../backend/event-store/event-store.js';
import type { Need } from '../../backend/event-store/needs.js';
import type { UnitOfWork } from '../../backend/event-store/unit-of-work.js';
import type { Work } from '../../backend/event-store/work.js';
import { Writer } from '../../backend/event-store/writer.js';
import { kyselyOn, openPool } from '../../backend/platform/database.js';
import type { Idempotency } from '../../backend/platform/write-context.js';
import { overlapOnClaim } from '../../backend/reservations/overlap-on-claim.stream.js';
import { eventStoreParts } from '../../backend/streams.js';

export type StoreNode = { store: EventStore; pool: pg.Pool; close(): Promise<void> };

/** An event store on a database as one node of the product has it, without its server. */
export function openNode(
  databaseUrl: string,
  parts: EventStoreParts = eventStoreParts(),
  mostQueued?: number,
): StoreNode {
  const pool = openPool(databaseUrl);
  const writer = new Writer(databaseUrl, parts, overlapOnClaim, UNWATCHED, mostQueued);
  return {
    store: new EventStore(databaseUrl, kyselyOn(pool), pool, writer, parts),
    pool,
    async close() {
      await writer.close();
      await pool.end();
    },
  };
}

/** Who is behind the commands of tests. */
export const AT_DESK = { staffId: null, terminal: 'フロント1', requestId: 'test-request' };

type WorkDetails = { needs?: Need[]; idempotency?: Idempotency | null };

/** A command for the event store. */
export function aWork<Answer>(
  decide: (unit: UnitOfWork) => Answer,
  { needs = [], idempotency = null }: WorkDetails = {},
): Work<Answer> {
  return { idempotency, needs, decide };
}
