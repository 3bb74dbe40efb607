import { groupBy } from '@domain/group-by.js';
import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../platform/database.js';
import type { ReferenceVersion } from '../platform/log-end.js';
import { type AnyStream, type StreamDefinition, streamName, type Versioned } from './event-stream.js';
import type { TableWrite } from './table-writes.js';

/** A stream's state before and after one event or several; `position` is the last event's. */
export type DocumentChange<State extends Versioned = Versioned> = {
  definition: AnyStream;
  key: string;
  before: State | null;
  after: State;
  position: number;
};

/** The changes of streams of one kind. */
export function changesOf<State extends Versioned>(
  definition: StreamDefinition<State>,
  changes: readonly DocumentChange[],
): DocumentChange<State>[] {
  return changes.filter((change): change is DocumentChange<State> => change.definition === definition);
}

/** Combines the steps of each stream: the state before the first and after the last. */
export function summedUp(steps: readonly DocumentChange[]): DocumentChange[] {
  const changes = new Map<string, DocumentChange>();
  for (const step of steps) {
    const stream = streamName(step.definition, step.key);
    const earlier = changes.get(stream);
    changes.set(stream, earlier ? { ...step, before: earlier.before } : step);
  }
  return [...changes.values()];
}

/** Splits steps before and behind changes of master data, which see the steps before them and are seen by those behind. */
export function runsOf(steps: readonly DocumentChange[]): DocumentChange[][] {
  const runs: DocumentChange[][] = [];
  for (const step of steps) {
    const current = runs.at(-1);
    if (current && current[0]?.definition.isReference === step.definition.isReference) current.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** Changes by a range of events: event by event, and combined by stream. Master data changes at its end, if at all. */
export type ChangedStreams = {
  steps: readonly DocumentChange[];
  changes: readonly DocumentChange[];
  /** Master data as it was until then. */
  reference: HotelReference;
};

/** A table derived from streams beyond one row each, such as claims and counts. */
export type DerivedTable = {
  table: string;
  /**
   * Writes that bring the table from before a range of events to after it, and to the same row for row however
   * the events are cut into ranges. Only changes of master data may ask the database.
   */
  writes: (changed: ChangedStreams, client: Queryable) => TableWrite[] | Promise<TableWrite[]>;
  /** Names the first row that does not follow from the streams' tables beside it, worked out in another way; null when all do. */
  fault: (client: Queryable, reference: HotelReference) => Promise<string | null>;
  /**
   * The query of the live rows that a dry run has not changed, whose changes are in tables of the given schema; omitted for a
   * table that no decision reads.
   */
  unchangedRows?: (changed: string) => string;
};

/** Looks for a fault by a query that names the first bad row in its column `fault`. */
export function firstFault(query: string): DerivedTable['fault'] {
  return async (client) => (await client.query<{ fault: string }>(query)).rows[0]?.fault ?? null;
}

/** The rows of a kind's table for changed streams. */
export function documentRows(definition: AnyStream, changes: readonly DocumentChange[]): object[] {
  return changes.map(({ key, after, position }) => ({
    ...definition.row(after),
    [definition.key.column]: key,
    version: after.version,
    position,
    state: after,
  }));
}

/** Writes the folded states of the touched streams, a row each. */
export function documentWrites(changes: readonly DocumentChange[]): TableWrite[] {
  return [...groupBy(changes, (change) => change.definition)].map(([definition, touched]) => {
    const rows = documentRows(definition, touched);
    return { ...upsertOf(definition, Object.keys(rows[0] ?? {})), rows };
  });
}

const upserts = new WeakMap<AnyStream, Pick<TableWrite, 'name' | 'sql'>>();

function upsertOf(definition: AnyStream, columns: readonly string[]): Pick<TableWrite, 'name' | 'sql'> {
  const known = upserts.get(definition);
  if (known) return known;
  const { table, key } = definition;
  const all = columns.join(', ');
  const others = columns.filter((column) => column !== key.column);
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ');
  const upsert = {
    name: `upsert_${table}`,
    sql: (rows: string) => `
      insert into ${table} (${all}) select ${all} from jsonb_populate_recordset(null::${table}, ${rows})
      on conflict (${key.column}) do update set ${set}`,
  };
  upserts.set(definition, upsert);
  return upsert;
}

/** Reads all master data as it stands for `client`. */
export type ReferenceLoader = (client: Queryable) => Promise<HotelReference>;

/** A cache of the master data, reloaded when the head row has a newer reference position, or the tables were rebuilt. */
export class ReferenceCache {
  private cached: { version: ReferenceVersion; value: HotelReference } | null = null;
  private readonly followers: ((value: HotelReference) => void)[] = [];

  constructor(readonly load: ReferenceLoader) {}

  /** Hands over the master data each time that they are loaded. */
  follow(follower: (value: HotelReference) => void): void {
    this.followers.push(follower);
  }

  /** Master data of a version; null when that is not cached. */
  cachedAt({ referencePosition, readModels }: ReferenceVersion): HotelReference | null {
    const { version, value } = this.cached ?? {};
    const isSame = version?.referencePosition === referencePosition && version.readModels === readModels;
    return isSame ? (value ?? null) : null;
  }

  /** Master data at least as new as a version. Those of an older snapshot than what is cached are read for the caller alone. */
  async at(client: Queryable, { referencePosition, readModels }: ReferenceVersion): Promise<HotelReference> {
    const known = this.cachedAt({ referencePosition, readModels });
    if (known) return known;
    const value = await this.load(client);
    if (referencePosition < (this.cached?.version.referencePosition ?? 0)) return value;
    this.cached = { version: { referencePosition, readModels }, value };
    for (const follow of this.followers) follow(value);
    return value;
  }
}
