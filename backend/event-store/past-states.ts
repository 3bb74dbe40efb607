import { groupBy } from '@domain/group-by.js';
import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase, Queryable } from '../platform/database.js';
import type { RecordedEvent } from './event.js';
import type { StreamRegistry } from './event-codec.js';
import { readStreams } from './log-reader.js';
import { type StreamDefinition, streamName, type Versioned } from './stream-definition.js';

/** Where states are read from. */
export type PastSource = { database: HotelDatabase; queries: Queryable; registry: StreamRegistry };

/** Which streams of a kind, at which position of the log: `condition` is about the columns of the kind's table. */
export type PastQuery<State extends Versioned> = {
  definition: StreamDefinition<State, never>;
  condition: RawBuilder<unknown>;
  position: number;
};

type Row<State> = { key: string; state: State | null };

function folded<State extends Versioned>(
  definition: StreamDefinition<State, never>,
  events: readonly RecordedEvent[],
): State {
  const id = events[0]?.position as number;
  const state = events.reduce<State | null>(
    (before, event) => definition.evolve(before, event as never, id),
    null,
  );
  return state as State;
}

/**
 * The states that streams had when the log stood at a position. A row whose last event is not later stands as it is;
 * the others are folded from their events up to there, which no write changes any more: one statement finds the rows
 * as of one moment, and whatever is written between it and the reading of events changes nothing.
 */
export async function statesAt<State extends Versioned>(
  { database, queries, registry }: PastSource,
  { definition, condition, position }: PastQuery<State>,
): Promise<State[]> {
  const { rows } = await sql<Row<State>>`
    select ${sql.ref(definition.key.column)}::text as key, case when position <= ${position} then state end as state
    from ${sql.table(definition.table)} where id <= ${position} and ${condition}`.execute(database);
  const later = rows.filter(({ state }) => state === null).map(({ key }) => streamName(definition, key));
  const events = later.length > 0 ? await readStreams(queries, registry, later, position) : [];
  const histories = groupBy(events, ({ stream }) => stream);
  return [
    ...rows.flatMap(({ state }) => state ?? []),
    ...[...histories.values()].map((history) => folded(definition, history)),
  ];
}
