import { useEffect } from 'react';
import { onErasure } from '../erasure.js';
import type { Resource, ResourceState } from '../resource.js';
import { useValue } from '../store.js';

/**
 * Reads something while a dialog about it is open, anew with each version of its subject, and forgets it afterwards. A query is
 * told from another by identity.
 */
export function useOpened<Query, Value>(
  resource: Resource<Query, Value>,
  query: Query,
  version = 0,
): ResourceState<Query, Value> {
  useEffect(() => {
    if (version >= 0) void resource.load(query);
  }, [resource, query, version]);
  useEffect(() => {
    return () => resource.reset();
  }, [resource]);
  return useValue(resource.atom);
}

/** Has what dialogs read of a booking read anew once its guest is erased; what is typed about another stays. */
export function renewOnErasure<Query, Value>(
  resource: Resource<Query, Value>,
  bookingOf: (query: Query) => number,
): void {
  onErasure((erased) => {
    const { query } = resource.state;
    if (query !== null && (erased === null || erased.ids.has(bookingOf(query)))) resource.renew();
  });
}
