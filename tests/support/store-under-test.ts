import { expect } from '@jest/globals';
import pg from 'pg';
import type { LinkedRow } from '../../backend/event-store/chain-check.js';
import type { EventStore } from '../../backend/event-store/event-store.js';
import type { StretchHandler } from '../../backend/event-store/log-subscription.js';
import { verifyLog } from '../../backend/event-store/verify-log.js';
import { STREAMS } from '../../backend/streams.js';
import { createTestDatabase } from './database.js';
import { rawQuery } from './log-rows.js';
import { MemoryDatabase } from './memory-store/memory-database.js';
import { byName, type Models, modelsOf } from './memory-store/memory-models.js';
import { faultOfLog, rebuiltFrom } from './memory-store/memory-rebuild.js';
import { MemoryStore, REGISTRY } from './memory-store/memory-store.js';
import { rebuildAll } from './rebuild-tables.js';
import { openNode } from './store-node.js';
import { readStoredLog } from './stored-log.js';

type Door = Pick<EventStore, 'execute'> & {
  follow(position: number, handle: StretchHandler): { start(): Promise<void>; close(): Promise<void> };
};

/** An event store that is held against the contract: two nodes on one database, and what can be seen of it. */
export type StoreUnderTest = {
  here: Door;
  there: Door;
  rows(): Promise<LinkedRow[]>;
  fault(): Promise<string | null>;
  keys(): Promise<string[]>;
  readModels(): Promise<Models>;
  /** The read models once they were thrown away and built anew from the log. */
  rebuilt(): Promise<Models>;
  close(): Promise<void>;
};

/** The product's code on PostgreSQL. */
export async function storeOnPostgres(): Promise<StoreUnderTest> {
  const { url, drop } = await createTestDatabase();
  const [here, there] = [openNode(url), openNode(url)];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const readModels = async (): Promise<Models> => {
    const states = STREAMS.map(
      ({ table, category, key }) =>
        `select '${category}-' || ${key.column} as stream, state::text from ${table}`,
    );
    const claims = await rawQuery(url, 'select * from room_claims');
    const counts = await rawQuery(url, 'select date, category, actual, tema, position from daily_counts');
    const rows = await rawQuery(url, states.join(' union all '));
    return {
      states: byName(rows.map(({ stream, state }) => [stream ?? '', JSON.parse(state ?? '')])),
      claims: byName(
        claims.map((claim) => [`${claim.room_number} ${claim.night}`, Number(claim.reservation_id)]),
      ),
      counts: counts.map((count) => Object.values(count).join(' ')).sort(),
    };
  };
  return {
    here: here.store,
    there: there.store,
    rows: async () => (await readStoredLog(client)).rows,
    async fault() {
      const { fault } = await verifyLog(client);
      return fault && `${fault.kind} at ${fault.position}`;
    },
    keys: async () =>
      (await rawQuery(url, 'select stream from encryption_keys')).map(({ stream }) => stream ?? ''),
    readModels,
    async rebuilt() {
      await rebuildAll(url);
      return readModels();
    },
    async close() {
      await client.end();
      await Promise.all([here.close(), there.close()]);
      await drop();
    },
  };
}

/** A store that commits by itself whatever has gathered in a turn of the event loop. */
function busyStore(database: MemoryDatabase): MemoryStore {
  let isAwake = false;
  const drain = async (): Promise<void> => {
    while (store.waiting > 0) await store.commitNext();
    isAwake = false;
  };
  const store = new MemoryStore(
    database,
    () => new Date(),
    () => {
      if (!isAwake) setImmediate(drain);
      isAwake = true;
    },
  );
  return store;
}

/** The one in memory. */
async function storeInMemory(): Promise<StoreUnderTest> {
  const database = new MemoryDatabase();
  return {
    here: busyStore(database),
    there: busyStore(database),
    rows: async () => database.rows,
    fault: async () => faultOfLog(database),
    keys: async () => [...database.keys.keys()],
    readModels: async () => modelsOf(database),
    rebuilt: async () => modelsOf(await rebuiltFrom(database, REGISTRY)),
    close: async () => undefined,
  };
}

/** The stores that one contract holds for. */
export const STORES = [
  ['in memory', storeInMemory],
  ['on PostgreSQL', storeOnPostgres],
] as const;

/** The outcome of a command that was refused for a rule. */
export const refusedWith = (code: string) => ({ status: 'rejected', reason: { rules: [{ code }] } });

/** The log is whole, and its read models are those that are built anew from it. */
export async function expectSound({ readModels, fault, rebuilt }: StoreUnderTest): Promise<void> {
  const live = await readModels();
  expect(await fault()).toBeNull();
  expect(await rebuilt()).toEqual(live);
}
