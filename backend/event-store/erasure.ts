import { ERASING_EVENT } from '@domain/erased.js';
import type { Queryable } from '../platform/database.js';
import type { DocumentChange } from './document-change.js';
import { removeLeftShadows } from './rebuild/left-shadows.js';
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
