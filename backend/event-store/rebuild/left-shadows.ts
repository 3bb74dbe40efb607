import type { Queryable } from '../../platform/database.js';

/** The advisory lock of whoever fills shadow tables. */
export const ONE_AT_A_TIME = 26_110_001;

/** Schemas that tables are built in: to take the place of the live ones, and only to be compared with them. */
export const SHADOW_SCHEMAS = { rebuild: 'rebuild', verification: 'verification' } as const;

/**
 * Removes what was left behind by one that was broken off, within the caller's transaction; whoever is at work learns
 * of everything from the log.
 */
export async function removeLeftShadows(client: Queryable): Promise<void> {
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${ONE_AT_A_TIME}) as free`);
  if (!rows[0].free) return;
  for (const schema of Object.values(SHADOW_SCHEMAS)) {
    await client.query(`drop schema if exists ${schema} cascade`);
  }
}
