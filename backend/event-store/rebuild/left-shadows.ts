import type { Queryable } from '../../platform/database.js';

/** Schemas that tables are built in: to take the place of the live ones, and only to be compared with them. */
export const SHADOW_SCHEMAS = { rebuild: 'rebuild', verification: 'verification' } as const;

/**
 * Removes what was left behind by one that was broken off, within the caller's transaction; whoever is at work learns
 * of everything from the log. The tables are their owner's: a function of the owner knows the lock and the schemas.
 */
export async function removeLeftShadows(client: Queryable): Promise<void> {
  await client.query('select public.remove_left_shadows()');
}
