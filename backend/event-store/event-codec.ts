import { UnreadableEventError } from '../platform/errors.js';
import type { DomainEvent, LogRow, RecordedEvent } from './event.js';
import { parseStream } from './event.js';
import { unseal } from './personal-data.js';
import type { AnyStream } from './stream-definition.js';

/** All kinds of streams by category. */
export type StreamRegistry = ReadonlyMap<string, AnyStream>;

/** Registers kinds of streams by their category. */
export function streamRegistry(definitions: readonly AnyStream[]): StreamRegistry {
  return new Map(definitions.map((definition) => [definition.category, definition]));
}

/** The newest schema version of an event type. */
export function latestVersion(definition: AnyStream, type: string): number {
  const versions = definition.events[type];
  if (!versions) throw new Error(`${definition.category} knows no event ${type}`);
  return versions.schemas.length;
}

/** Checks an event's data against the newest schema of its type; what is not right never reaches the log. */
export function checkEvent(definition: AnyStream, event: DomainEvent): void {
  definition.events[event.type]?.schemas.at(-1)?.parse(event.data);
}

/** What of a stored row makes up the event itself. */
export type StoredEvent = Pick<LogRow, 'stream' | 'position' | 'type' | 'schemaVersion' | 'payload'>;

function upcast(definition: AnyStream, { type, schemaVersion }: StoredEvent, data: object): object {
  const versions = definition.events[type];
  const latest = versions?.schemas.length ?? 0;
  if (!versions || schemaVersion > latest) throw new Error(`${type} version ${schemaVersion} is unknown`);
  if (schemaVersion === latest) return data;
  const lifted = versions.upcasters.slice(schemaVersion - 1).reduce((old, lift) => lift(old), data);
  return versions.schemas.at(-1)?.parse(lifted) as object;
}

/** The data of a stored event of a stream of this kind, in today's form; what cannot be read throws with its position. */
function decodeData(definition: AnyStream, row: StoredEvent, key: Buffer | null): object {
  try {
    return upcast(definition, row, unseal(JSON.parse(row.payload), row.stream, key));
  } catch (error) {
    throw new UnreadableEventError(row.position, error as Error);
  }
}

/**
 * The event of a stored row in today's form: decrypted and lifted to the newest version of its type.
 * What cannot be read, above all an unknown type, version or stream, throws with its position: it is never skipped.
 */
export function decodeRow(registry: StreamRegistry, row: LogRow, key: Buffer | null): RecordedEvent {
  const definition = definitionOf(registry, row);
  return {
    position: row.position,
    stream: row.stream,
    version: row.version,
    recordedAt: row.recordedAt,
    staffId: row.staffId,
    terminal: row.terminal,
    requestId: row.requestId ?? '',
    type: row.type,
    data: decodeData(definition, row, key),
    schemaVersion: latestVersion(definition, row.type),
  };
}

function definitionOf(registry: StreamRegistry, { stream, position }: LogRow): AnyStream {
  const definition = registry.get(parseStream(stream).category);
  if (!definition) throw new UnreadableEventError(position, new Error(`stream ${stream} is unknown`));
  return definition;
}
