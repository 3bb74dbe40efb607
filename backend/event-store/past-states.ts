import { type RawBuilder, sql } from 'kysely';
import type { HotelDatabase } from '../platform/database.js';
import type { RecordedEvent } from './event.js';
import type { PastEvents } from './past-events.js';
import { type StreamDefinition, streamName, type Versioned } from './stream-definition.js';

/** Which streams of a kind, at which position of the log: `condition` is about the columns of the kind's table. */
export type PastQuery<State extends Versioned> = {
  definition: StreamDefinition<State, never>;
  condition: RawBuilder<unknown>;
  position: number;
};

type Row<State> = { key: string; version: number; state: State | null };

function stateAt<State extends Versioned>(
  definition: StreamDefinition<State, never>,
  events: readonly RecordedEvent[],
  last: number,
): State | null {
  const id = events[0]?.position ?? 0;
  let state: State | null = null;
  for (const event of events) {
    if (event.position > last) break;
    state = definition.evolve(state, event as never, id);
  }
  return state;
}

/**
 * The states that streams had when the log stood at a position. A row whose last event is not later stands as it is;
 * the others are folded from their events up to there, which no write changes any more: one statement finds the rows
 * as of one moment, and whatever is written between it and the reading of events changes nothing.
 */
export async function statesAt<State extends Versioned>(
  database: HotelDatabase,
  past: PastEvents,
  { definition, condition, position }: PastQuery<State>,
): Promise<State[]> {
  const { rows } = await sql<Row<State>>`
    select ${sql.ref(definition.key.column)}::text as key, version,
           case when position <= ${position} then state end as state
    from ${sql.table(definition.table)} where id <= ${position} and ${condition}`.execute(database);
  const later = rows
    .filter(({ state }) => state === null)
    .map(({ key, version }) => ({ stream: streamName(definition, key), version }));
  const histories = later.length > 0 ? await past.of(later) : new Map<string, readonly RecordedEvent[]>();
  return [
    ...rows.flatMap(({ state }) => state ?? []),
    ...[...histories.values()].flatMap((events) => stateAt(definition, events, position) ?? []),
  ];
}
