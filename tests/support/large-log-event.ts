import type { DomainEvent } from '../../backend/event-store/event.js';
import type { AnyStream } from '../../backend/event-store/stream-definition.js';

/** A stream to be; its key is known as soon as its first event is written. */
export type Subject = { definition: AnyStream; key: number | string | null };

/** An event to be written at an instant, in milliseconds since 1970. */
export type Planned = { at: number; subject: Subject; event: () => DomainEvent };
