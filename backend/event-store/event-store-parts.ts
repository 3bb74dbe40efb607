import type { StreamRegistry } from './event-stream.js';
import type { Scrubber } from './personal-data.js';
import type { DerivedTable, ReferenceCache } from './projection.js';

/** The streams, projections and master data of this product. */
export type EventStoreParts = {
  registry: StreamRegistry;
  derived: readonly DerivedTable[];
  reference: ReferenceCache;
  scrubbers: readonly Scrubber[];
};
