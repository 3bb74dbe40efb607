import type { Decided } from '@domain/broken-rule.js';
import { refusal } from '../platform/errors.js';
import type { WriteContext } from '../platform/write-context.js';
import { type DomainEvent, type StreamDefinition, streamName, type Versioned } from './event-stream.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Appends the decided events to a stream and returns its state then; throws the refusal. */
export function appendDecided<State extends Versioned, Event extends DomainEvent>(
  unit: UnitOfWork,
  definition: StreamDefinition<State, Event>,
  key: number,
  decision: Decided<readonly NoInfer<Event>[]>,
  write: WriteContext,
): State {
  if (!decision.ok) throw refusal(decision.broken);
  for (const event of decision.value) unit.append(definition, key, event, write);
  const after = unit.get(definition, key);
  if (!after) throw new Error(`${streamName(definition, key)} has no events`);
  return after;
}
