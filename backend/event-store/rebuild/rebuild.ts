import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from '../../platform/database.js';
import type { EventStoreParts } from '../batch.js';
import { beginLocked } from '../log-head.js';
import { checkRows, checkTables } from './checks.js';
import { fillTables, type ReadModels, type RebuildProgress } from './fill-tables.js';
import { RebuildError } from './rebuild-error.js';
import { type Filling, readStretch, replay } from './replay.js';
import { swapIn } from './shadow-tables.js';

const SCHEMA = 'rebuild';
const ONE_AT_A_TIME = 26_110_001;
const TAIL = 1_000_000;
/** How long readers may keep the swap, and with it the writers, waiting; then they are let go first. */
const SWAP_PATIENCE_MS = 100;
const NEXT_TRY_MS = 500;
const MOST_TRIES = 240;
const LOCK_NOT_AVAILABLE = '55P03';

const ignore = (): void => undefined;

async function removeShadows(client: pg.Client): Promise<void> {
  await client.query(`rollback; drop schema if exists ${SCHEMA} cascade`).catch(ignore); // The next rebuild removes them.
}

/** Under the writer's lock: the last events, then the filled tables take the place of the live ones. */
async function goLive(
  client: pg.Client,
  parts: EventStoreParts,
  filling: Filling,
  tables: readonly string[],
): Promise<number> {
  const head = await beginLocked(client);
  const isBehind = filling.position < head.position;
  const tail = isBehind ? await readStretch(client, parts, filling, head.position, TAIL) : null;
  const last = tail?.end ?? filling;
  if (last.position < head.position) {
    throw new RebuildError(`位置 ${last.position + 1}: イベントがありません。`);
  }
  const beyond = await client.query(`select from event_log where position > ${head.position}`);
  if (!last.hash.equals(head.hash) || beyond.rows.length > 0) {
    throw new RebuildError(`位置 ${last.position}: ログの末尾が先頭行の記録と一致しません。`);
  }
  if (tail) await checkRows(client, SCHEMA, (await replay(client, parts, filling, tail)).changes);
  await client.query(`set local lock_timeout = ${SWAP_PATIENCE_MS}`);
  await client.query(
    `lock table ${tables.map((table) => `public.${table}`).join(', ')} in access exclusive mode`,
  );
  await swapIn(client, SCHEMA, tables);
  await client.query('commit');
  return last.position;
}

/** Fills the shadow tables and swaps them in; a reader that holds on to the live ones is let go first. */
async function rebuildAlone(
  client: pg.Client,
  reader: pg.Client,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<number> {
  let filling: Filling | null = null;
  for (let tries = 1; ; tries++) {
    filling = await fillTables({ client, reader, schema: SCHEMA, parts, models, progress }, filling);
    if (tries === 1) {
      progress({ phase: 'checking', done: filling.position, head: filling.position });
      await checkTables(client, SCHEMA, parts, filling);
      filling = await fillTables({ client, reader, schema: SCHEMA, parts, models, progress }, filling);
    }
    try {
      const position = await goLive(client, parts, filling, models.tables);
      progress({ phase: 'replaying', done: position, head: position });
      return position;
    } catch (error) {
      await client.query('rollback').catch(ignore); // The connection may be gone; the first error counts.
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === MOST_TRIES) throw error;
      progress({ phase: 'waiting', done: filling.position, head: filling.position });
      await pause(NEXT_TRY_MS);
    }
  }
}

/**
 * Builds every read model anew from the log, in shadow tables while writes go on, verifying the hash chain on the
 * way; holds them against the log, then swaps them in under the writer's lock. Whatever goes wrong leaves the live
 * tables as they are; one that was broken off goes on where it stood. Returns the position that the new tables stand at.
 */
export async function rebuild(
  databaseUrl: string,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<number> {
  // A lost connection shows up as the next query's error.
  const [client, reader] = [await openClient(databaseUrl, ignore), await openClient(databaseUrl, ignore)];
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${ONE_AT_A_TIME}) as free`);
    if (!rows[0].free) throw new RebuildError('別の再構築が実行中です。');
    await client.query(`set statement_timeout = 0; set search_path = ${SCHEMA}, public`);
    return await rebuildAlone(client, reader, parts, models, progress).catch(async (error) => {
      if (error instanceof RebuildError) await removeShadows(client);
      throw error;
    });
  } finally {
    await Promise.all([client.end(), reader.end()]);
  }
}
