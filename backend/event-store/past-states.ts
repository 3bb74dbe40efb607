import { type RawBuilder, sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { HotelDatabase } from '../platform/database.js';
import type { RecordedEvent } from './event.js';
import type { PastEvents } from './past-events.js';
import { foldSteps, type StreamDefinition, streamName, type Versioned } from './stream-definition.js';

/** Which streams of a kind, at which position of the log: `condition` is about the columns of the kind's table. */
export type PastQuery<State extends Versioned> = {
  definition: StreamDefinition<State>;
  condition: RawBuilder<unknown>;
  position: number;
};

/** Cached streams: their events, and their newest states by name. */
export type PastStateCache = { events: PastEvents; states: LRUCache<string, Versioned> };

type Row = { key: string; version: number; stands: boolean };

/** The newest states of streams that still have the version seen, by key; only those that are not in memory are read. */
async function newest<State extends Versioned>(
  database: HotelDatabase,
  cache: PastStateCache['states'],
  definition: StreamDefinition<State>,
  seen: readonly Row[],
): Promise<Map<string, State>> {
  const states = new Map<string, State>();
  const unknown = new Map<string, number>();
  for (const { key, version } of seen) {
    const state = cache.get(streamName(definition, key));
    if (state?.version === version) states.set(key, state as State);
    else unknown.set(key, version);
  }
  if (unknown.size === 0) return states;
  const { column, type } = definition.key;
  const { rows } = await sql<{ key: string; state: State }>`
    select ${sql.ref(column)}::text as key, state from ${sql.table(definition.table)}
    where ${sql.ref(column)} = any(${[...unknown.keys()]}::${sql.raw(type)}[])`.execute(database);
  for (const { key, state } of rows) {
    if (state.version !== unknown.get(key)) continue; // It was written to since.
    cache.set(streamName(definition, key), state);
    states.set(key, state);
  }
  return states;
}

/**
 * The states that streams had when the log stood at a position. A row whose last event is not later stands as it is;
 * the others are folded from their events up to there, which no write changes any more: one statement finds the rows
 * as of one moment, and whatever is written between it and the reading of states and events changes nothing.
 */
export async function statesAt<State extends Versioned>(
  database: HotelDatabase,
  memory: PastStateCache,
  { definition, condition, position }: PastQuery<State>,
): Promise<State[]> {
  const { rows } = await sql<Row>`
    select ${sql.ref(definition.key.column)}::text as key, version, position <= ${position} as stands
    from ${sql.table(definition.table)} where id <= ${position} and ${condition}`.execute(database);
  const standing = await newest(
    database,
    memory.states,
    definition,
    rows.filter(({ stands }) => stands),
  );
  const later = rows
    .filter(({ key }) => !standing.has(key))
    .map(({ key, version }) => ({ stream: streamName(definition, key), version }));
  const histories =
    later.length > 0 ? await memory.events.of(later) : new Map<string, readonly RecordedEvent[]>();
  return [
    ...standing.values(),
    ...[...histories.values()].flatMap((events) => {
      const until = events.filter((event) => event.position <= position);
      return foldSteps(definition, until).at(-1)?.after ?? [];
    }),
  ];
}
