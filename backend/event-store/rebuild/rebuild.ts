import { setTimeout as pause } from 'node:timers/promises';
import { allEnded, oneByOne } from '../../platform/pipeline.js';
import type { EventStoreParts } from '../batch.js';
import { beginLocked } from '../log-head.js';
import { checkRows, checkTables } from './checks.js';
import { catchUp, loadFromLog } from './fill-tables.js';
import { followLog } from './follow-chain.js';
import { SHADOW_SCHEMAS } from './left-shadows.js';
import {
  inRebuildContext,
  type ReadModels,
  type RebuildContext,
  type RebuildProgress,
} from './rebuild-context.js';
import { RebuildError } from './rebuild-error.js';
import { type RebuildState, readLogRange, replay } from './replay.js';
import { addIndexes, swapIn } from './shadow-tables.js';

const TAIL = 1_000_000;
/** How long readers may keep the swap, and with it the writers, waiting; then they are let go first. */
const SWAP_PATIENCE_MS = 100;
const NEXT_TRY_MS = 500;
const MOST_TRIES = 240;
const LOCK_NOT_AVAILABLE = '55P03';

/** Under the writer's lock: the last events, then the filled tables take the place of the live ones. */
async function goLive(
  { client, schema, parts, models }: RebuildContext,
  filling: RebuildState,
): Promise<number> {
  const head = await beginLocked(oneByOne(client));
  const isBehind = filling.position < head.position;
  const tail = isBehind ? await readLogRange(client, parts, filling, head.position, TAIL) : null;
  const last = tail?.end ?? filling;
  if (last.position < head.position) {
    throw new RebuildError(`位置 ${last.position + 1}: イベントがありません。`);
  }
  const beyond = await client.query(`select from event_log where position > ${head.position}`);
  if (!last.hash.equals(head.hash) || beyond.rows.length > 0) {
    throw new RebuildError(`位置 ${last.position}: ログの末尾が先頭行の記録と一致しません。`);
  }
  if (tail) await checkRows(client, schema, (await replay(client, parts, filling, tail)).changes);
  const live = models.tables.map((table) => `public.${table}`).join(', ');
  await client.query(
    `set local lock_timeout = ${SWAP_PATIENCE_MS}; lock table ${live} in access exclusive mode`,
  );
  await swapIn(client, schema, models.tables);
  await client.query('commit');
  return last.position;
}

/**
 * Loads the tables; while the database then makes indexes, beginning with those of the first tables that are full, the hash
 * chain is followed and the tables are held against the log.
 */
async function fillTables(workshop: RebuildContext): Promise<RebuildState> {
  const { client, loader, reader, schema, parts, models, progress } = workshop;
  let indexing: Promise<void> = Promise.resolve();
  const index = (tables: readonly string[]): void => {
    indexing = indexing.then(() => addIndexes(client, schema, tables));
    indexing.catch(() => undefined); // It is awaited below.
  };
  try {
    const filled = await loadFromLog(workshop, index);
    progress({ phase: 'indexing', done: filled.position, head: filled.position });
    index(models.tables);
    progress({ phase: 'checking', done: filled.position, head: filled.position });
    await allEnded(followLog(reader, filled), checkTables(loader, schema, parts, filled), indexing);
    return filled;
  } finally {
    await indexing.catch(() => undefined); // So that the turn is over when this is.
  }
}

/** Goes live; while readers hold on to the live tables it lets everybody go on, follows the log, and tries again. */
async function goLiveOnceFree(workshop: RebuildContext, filled: RebuildState): Promise<number> {
  const { client, progress } = workshop;
  let filling = filled;
  for (let tries = 1; ; tries++) {
    progress({ phase: 'swapping', done: filling.position, head: filling.position });
    try {
      return await goLive(workshop, filling);
    } catch (error) {
      await client.query('rollback').catch(() => undefined); // The connection may be gone; the first error counts.
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === MOST_TRIES) throw error;
    }
    progress({ phase: 'waiting', done: filling.position, head: filling.position });
    await pause(NEXT_TRY_MS);
    filling = await catchUp(workshop, filling);
  }
}

/**
 * Builds every read model anew from the log, in shadow tables while writes go on, verifying the hash chain on the
 * way; holds them against the log, then swaps them in under the writer's lock. Whatever goes wrong leaves the live
 * tables as they are; one that was broken off goes on where it stood. Returns the position that the new tables stand at.
 */
export function rebuild(
  databaseUrl: string,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<number> {
  const order = { schema: SHADOW_SCHEMAS.rebuild, parts, models, progress };
  return inRebuildContext(databaseUrl, order, async (workshop) => {
    const position = await goLiveOnceFree(workshop, await catchUp(workshop, await fillTables(workshop)));
    progress({ phase: 'replaying', done: position, head: position });
    return position;
  });
}
