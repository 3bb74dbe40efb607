import type pg from 'pg';
import { ADVISORY_LOCKS } from '../../platform/advisory-locks.js';
import { openLongRunningClient } from '../../platform/long-running-client.js';
import type { EventStoreParts } from '../batch.js';
import { RebuildError } from './rebuild-error.js';

/** The tables that are built from the log, and which form their rows have. */
export type ReadModels = { form: number; tables: readonly string[] };

/** What is being done, and how far it has come in the log. */
export type RebuildProgress = (at: {
  phase: 'replaying' | 'indexing' | 'checking' | 'swapping' | 'waiting';
  done: number;
  head: number;
}) => void;

/** What is built where, and who is told of it. */
export type RebuildOptions = {
  schema: string;
  parts: EventStoreParts;
  models: ReadModels;
  progress: RebuildProgress;
};

/**
 * Where tables are filled: `client` holds the turn, follows the log and makes indexes, `loader` loads and checks, both with
 * the schema first in their search path, and `reader` reads the log.
 */
export type RebuildContext = RebuildOptions & { client: pg.Client; loader: pg.Client; reader: pg.Client };

const ignore = (): void => undefined;

/** Takes the only turn there is, and works; what turns out not to fit the log leaves no tables behind. */
export async function inRebuildContext<Result>(
  databaseUrl: string,
  order: RebuildOptions,
  work: (workshop: RebuildContext) => Promise<Result>,
): Promise<Result> {
  const { schema } = order;
  const open = () => openLongRunningClient(databaseUrl);
  const [client, loader, reader] = [await open(), await open(), await open()];
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${ADVISORY_LOCKS.rebuild}) as free`);
    if (!rows[0].free) throw new RebuildError('別の再構築または検証が実行中です。');
    for (const writer of [client, loader]) await writer.query(`set search_path = ${schema}, public`);
    return await work({ ...order, client, loader, reader }).catch(async (error) => {
      const remove = `rollback; drop schema if exists ${schema} cascade`;
      if (error instanceof RebuildError) await client.query(remove).catch(ignore); // Else the next one removes them.
      throw error;
    });
  } finally {
    await Promise.all([client.end(), loader.end(), reader.end()]);
  }
}
