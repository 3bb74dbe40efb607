import type pg from 'pg';
import { ADVISORY_LOCKS } from '../../platform/advisory-locks.js';
import { openLongRunningClient, queryRow } from '../../platform/database.js';
import type { EventStoreParts } from '../event-store-parts.js';

/** The tables that are built from the log, and which form their rows have. */
export type ReadModels = { form: number; tables: readonly string[] };

/** Called with what is being done, and how far it has come in the log. */
export type RebuildProgress = (at: {
  phase: 'replaying' | 'indexing' | 'checking' | 'swapping' | 'waiting';
  done: number;
  head: number;
}) => void;

/** The log or the read models are not what they should be; the message names the first bad position. */
export class RebuildError extends Error {}

/** Schemas of shadow tables: to replace the live ones, and only to be compared with them. Migration 0007 names both. */
type ShadowSchema = 'rebuild' | 'verification';

type RebuildOptions = {
  schema: ShadowSchema;
  parts: EventStoreParts;
  models: ReadModels;
  progress: RebuildProgress;
};

/**
 * Tools of a rebuild: `client` holds the rebuild lock and fills the shadow tables, `reader` reads the log ahead and
 * checks tables. Both find the shadow tables first in their search path.
 */
export type RebuildContext = RebuildOptions & { client: pg.Client; reader: pg.Client };

/** Runs under the rebuild lock, which excludes other rebuilds and verifications. A RebuildError removes the shadow tables. */
export async function inRebuildContext<Result>(
  databaseUrl: string,
  options: RebuildOptions,
  work: (context: RebuildContext) => Promise<Result>,
): Promise<Result> {
  const { schema } = options;
  const [client, reader] = [
    await openLongRunningClient(databaseUrl, { pipeline: true }),
    await openLongRunningClient(databaseUrl),
  ];
  try {
    const lock = `select pg_try_advisory_lock(${ADVISORY_LOCKS.rebuild}) as taken`;
    const { taken } = await queryRow<{ taken: boolean }>(client, lock);
    if (!taken) throw new RebuildError('別の再構築または検証が実行中です。');
    // Generic plans would have been made for empty tables.
    const settings = `set search_path = ${schema}, public; set plan_cache_mode = force_custom_plan`;
    for (const connection of [client, reader]) await connection.query(settings);
    return await work({ ...options, client, reader }).catch(async (error) => {
      const remove = `rollback; drop schema if exists ${schema} cascade`;
      // Left in place when this fails: the next rebuild drops or resumes them.
      if (error instanceof RebuildError) await client.query(remove).catch(() => undefined);
      throw error;
    });
  } finally {
    await Promise.all([client.end(), reader.end()]);
  }
}
