import { z } from 'zod';
import type { WriteContext } from '../platform/write-context.js';

/** An event as a stream's own type describes it. */
export type DomainEvent = { type: string; data: object };

/** An event with its place in the log. `recordedAt` is RFC 3339 in UTC, to the microsecond. */
export type RecordedEvent<Event extends DomainEvent = DomainEvent> = WriteContext & {
  position: number;
  stream: string;
  version: number;
  schemaVersion: number;
  recordedAt: string;
} & Event;

/** A row of the log as it is stored; `payload` is the exact JSON text that the hash covers. */
export type LogRow = {
  position: number;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  payload: string;
  staffId: number | null;
  terminal: string | null;
  requestId: string | null;
  recordedAt: string;
};

const STREAM = /^(.+?)-(\d.*)$/;

/** Returns whether this is a stream's name: a log that was written to by other programs may contain anything. */
export function isStream(name: string): boolean {
  return STREAM.test(name);
}

/** Splits a stream's name into its category and key, as in `reservation-17` or `day-2026-11-21`. */
export function parseStream(stream: string): { category: string; key: string } {
  const match = STREAM.exec(stream);
  if (!match?.[1] || !match[2]) throw new Error(`no stream: ${stream}`);
  return { category: match[1], key: match[2] };
}

/** Fields of every folded state; `id` is the position of the stream's first event. */
export type Versioned = { id: number; version: number };

/**
 * All versions of one event type, oldest first: the schema of each, and for each but the newest the pure function
 * that upcasts its data to the next.
 */
export type EventVersions = {
  schemas: readonly [z.ZodType, ...z.ZodType[]];
  upcasters: readonly ((data: object) => object)[];
};

/**
 * One kind of stream: how it is folded, checked, stored and protected. `row` and `evolve` are methods, whose parameters
 * TypeScript compares bivariantly, so that any kind is an `AnyStream`; the registry ensures that each gets its own states
 * and events.
 */
export type StreamDefinition<State extends Versioned = Versioned, Event extends DomainEvent = DomainEvent> = {
  /** First part of the stream's name; the key is the second. */
  category: string;
  /** The read-model table with one row a stream: key, version, position, state and the columns queries need. */
  table: string;
  key: { column: string; type: 'integer' | 'date' };
  /** The values of the other columns. */
  row(state: State): Record<string, unknown>;
  evolve(state: State | null, event: Event, id: number): State;
  events: { readonly [Type in Event['type']]: EventVersions };
  personalFields?: readonly string[];
  /** Master data that decisions use: cached by every node, and reloaded when it changes. */
  isReference?: true;
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

/** Building blocks of event schemas, which check once more what the domain decided. */
export const eventDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const eventFlag = z.literal([0, 1]);
export const eventId = z.int().positive();
export const noData = z.strictObject({});

/** The event that erases a stream's personal data; the reason is the staff's, without personal data. */
export const personalDataErased = onlyVersion(z.strictObject({ reason: z.string() }));

/** All kinds of streams by category. */
export type StreamRegistry = ReadonlyMap<string, AnyStream>;

/** Returns the definition of a stream by its name; throws for a kind that the registry does not have. */
export function kindOf(registry: StreamRegistry, stream: string): AnyStream {
  const definition = registry.get(parseStream(stream).category);
  if (!definition) throw new Error(`stream ${stream} is unknown`);
  return definition;
}

/** States of its stream that a step, a change or a document carries. */
type StatesOf<State> = { before: State | null; after: State; state: State };

/** Returns whether a step, a change or a document is of a kind of stream, whose states it then has. */
export function isOf<State extends Versioned, Step extends { definition: AnyStream }>(
  definition: StreamDefinition<State>,
  step: Step,
): step is Step & Pick<StatesOf<State>, Extract<keyof Step, keyof StatesOf<State>>> {
  return step.definition === definition;
}

export function streamRegistry(definitions: readonly AnyStream[]): StreamRegistry {
  return new Map(definitions.map((definition) => [definition.category, definition]));
}

/** The newest schema version of an event type. */
export function latestVersion(definition: AnyStream, type: string): number {
  const versions = definition.events[type];
  if (!versions) throw new Error(`${definition.category} has no event ${type}`);
  return versions.schemas.length;
}

/** Checks an event's data against the newest schema of its type; throws when it does not fit. */
export function checkEvent(definition: AnyStream, event: DomainEvent): void {
  definition.events[event.type]?.schemas.at(-1)?.parse(event.data);
}
