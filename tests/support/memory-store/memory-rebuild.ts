import { roomDirectory } from '@domain/room/room-directory.js';
import { parseStream } from '../../../backend/event-store/event.js';
import type { StreamRegistry } from '../../../backend/event-store/event-codec.js';
import { GENESIS_HASH } from '../../../backend/event-store/hash-chain.js';
import { LogWalk } from '../../../backend/event-store/log-walk.js';
import type { AnyStream } from '../../../backend/event-store/stream-definition.js';
import { UnitOfWork } from '../../../backend/event-store/unit-of-work.js';
import { loadHotelReference } from '../../../backend/masters/hotel-reference.catalog.js';
import { MemoryDatabase } from './memory-database.js';
import { eventsAfter } from './memory-log.js';
import { project } from './memory-projection.js';
import { memoryQueries } from './memory-queries.js';

const NO_REFERENCE = {
  rooms: roomDirectory([]),
  corporates: new Map(),
  payments: new Map(),
  blacklist: new Map(),
  staff: new Map(),
  roomTypeMappings: new Map(),
};

/** The first fault of a log in memory as the product's verification finds it, null for none. */
export function faultOfLog({ rows }: MemoryDatabase): string | null {
  const walk = new LogWalk({ position: 0, hash: GENESIS_HASH }, []);
  for (const row of rows) {
    const fault = walk.follow(row);
    if (fault) return `${fault.kind} at ${fault.position}`;
  }
  return null;
}

/** The read models as the stored log gives them, folded from its first event on. */
export async function rebuiltFrom(source: MemoryDatabase, registry: StreamRegistry): Promise<MemoryDatabase> {
  const rebuilt = new MemoryDatabase([...source.rows], source.keys, source.answers);
  const head = { position: 0, hash: GENESIS_HASH, referencePosition: 0, now: '' };
  const unit = new UnitOfWork(head, NO_REFERENCE);
  for (const event of eventsAfter(source, registry, 0)) {
    const { category, key } = parseStream(event.stream);
    unit.replay(registry.get(category) as AnyStream, key, event);
  }
  await project(rebuilt, unit, () => loadHotelReference(memoryQueries(rebuilt)));
  return rebuilt;
}
