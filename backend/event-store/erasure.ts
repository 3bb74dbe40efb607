import { ERASING_EVENT } from '@domain/erased.js';
import type { Queryable } from '../platform/database.js';
import type { DocumentChange } from './document-change.js';
import { streamName } from './stream-definition.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Removes the personal data of erased streams from a place that no projection writes, in the same transaction. */
export type Scrubber = (client: Queryable, erased: readonly DocumentChange[]) => Promise<void>;

/** Has every such place scrubbed for the streams that a batch erases; `before` is what they were before it. */
export async function scrub(
  client: Queryable,
  { events, changes }: Pick<UnitOfWork, 'events' | 'changes'>,
  scrubbers: readonly Scrubber[],
): Promise<void> {
  const streams = new Set(events.filter(({ type }) => type === ERASING_EVENT).map(({ stream }) => stream));
  if (streams.size === 0) return;
  const erased = changes.filter(({ definition, key }) => streams.has(streamName(definition, key)));
  for (const scrubber of scrubbers) await scrubber(client, erased);
  await removeLeftShadows(client);
}

/**
 * Removes the shadow tables of an interrupted rebuild or verification, within the caller's transaction. The tables are
 * their owner's: a function of the owner (migration 0007) knows the lock and the schemas.
 */
export async function removeLeftShadows(client: Queryable): Promise<void> {
  await client.query('select public.remove_left_shadows()');
}
