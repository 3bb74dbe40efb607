import type { z } from 'zod';
import type { DomainEvent, RecordedEvent } from './event.js';

/** What every folded state knows of itself; `id` is the position of the stream's first event. */
export type Versioned = { id: number; version: number };

/**
 * All versions of one event type, oldest first: the schema of each, and for each but the newest the pure function
 * that lifts its data to the next.
 */
export type EventVersions = {
  schemas: readonly [z.ZodType, ...z.ZodType[]];
  upcasters: readonly ((data: object) => object)[];
};

/**
 * Everything the event store must know of one kind of stream: how it folds, is checked, stored and protected. `row` and
 * `evolve` are methods, whose parameters TypeScript compares both ways: so a kind passes for any, and the registry sees
 * to it that each gets its own states and events.
 */
export type StreamDefinition<State extends Versioned = Versioned, Event extends DomainEvent = DomainEvent> = {
  /** First part of the stream's name; the key is the second. */
  category: string;
  /** The read-model table with one row a stream: key, version, position, state and the columns queries need. */
  table: string;
  key: { column: string; type: 'integer' | 'date' };
  columns: readonly string[];
  row(state: State): Record<string, unknown>;
  evolve(state: State | null, event: Event, id: number): State;
  events: { readonly [Type in Event['type']]: EventVersions };
  personalFields: readonly string[];
  /** Master data that decisions look at: kept in memory by every node and read anew when it changes. */
  isReference: boolean;
};

/** Any stream, for code that treats all alike. */
export type AnyStream = StreamDefinition;

/** The name of a stream, such as `reservation-17`. */
export function streamName(definition: { category: string }, key: number | string): string {
  return `${definition.category}-${key}`;
}

/** An event type that has had one version so far. */
export function onlyVersion(schema: z.ZodType): EventVersions {
  return { schemas: [schema], upcasters: [] };
}

/** An event with the states of its stream before and after it. */
export type EventStep<State extends Versioned> = {
  event: RecordedEvent;
  before: State | null;
  after: State;
};

/** Folds the events of one stream from its first on. */
export function foldSteps<State extends Versioned>(
  definition: StreamDefinition<State>,
  events: readonly RecordedEvent[],
): EventStep<State>[] {
  const id = events[0]?.position ?? 0;
  let state: State | null = null;
  return events.map((event) => {
    const before: State | null = state;
    state = definition.evolve(before, event, id);
    return { event, before, after: state };
  });
}
