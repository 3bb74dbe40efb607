import { setTimeout as pause } from 'node:timers/promises';
import { ADVISORY_LOCKS } from '../../platform/advisory-locks.js';
import { queryRow, withLongRunningClient } from '../../platform/database.js';
import { allEnded } from '../../platform/pipeline.js';
import { detailOf } from '../../platform/thrown.js';
import type { EventStoreParts } from '../event-store-parts.js';
import { beginLocked } from '../log-head.js';
import {
  inRebuildContext,
  type ReadModels,
  type RebuildContext,
  RebuildError,
  type RebuildProgress,
} from './rebuild-context.js';
import { catchUp, fillShadows, headPosition, type RebuildState, replayTail } from './replay.js';
import { addIndexes, checkTables, firstDifference, type RowFault, swapIn } from './shadow-tables.js';

/** Longest wait of the swap, and with it the writers, for readers; then it lets them go first and tries again. */
const SWAP_PATIENCE_MS = 100;
const NEXT_TRY_MS = 500;
const MOST_TRIES = 240;
const LOCK_NOT_AVAILABLE = '55P03';
const TABLES_IN_USE =
  '別の長い処理(書き出し、バックアップなど)がテーブルを使っているため、切り替えられませんでした。終わってからもう一度実行してください。何も変更されていません。';

/** Under the writer's lock: replays the last events, then puts the shadow tables in the place of the live ones. */
async function swap(context: RebuildContext, from: RebuildState): Promise<number> {
  const { client, schema, models, parts } = context;
  const head = await beginLocked(client, parts.registry);
  const { position, hash } = await replayTail(context, from, head.position);
  if (position < head.position) throw new RebuildError(`位置 ${position + 1}: イベントがありません。`);
  const beyond = await client.query(`select from event_log where position > ${head.position}`);
  if (!hash.equals(head.hash) || beyond.rows.length > 0) {
    throw new RebuildError(`位置 ${position}: ログの末尾が先頭行の記録と一致しません。`);
  }
  const live = models.tables.map((table) => `public.${table}`).join(', ');
  await client.query(
    `set local lock_timeout = ${SWAP_PATIENCE_MS}; lock table ${live} in access exclusive mode`,
  );
  await swapIn(client, schema, models.tables);
  await client.query('commit');
  return position;
}

/** Swaps; while readers hold the live tables, lets everybody go on, replays what is written and tries again. */
async function swapWhenFree(context: RebuildContext, filled: RebuildState): Promise<number> {
  const { client, progress } = context;
  let state = await catchUp(context, filled);
  for (let tries = 1; ; tries++) {
    progress({ phase: 'swapping', done: state.position, head: state.position });
    try {
      return await swap(context, state);
    } catch (error) {
      await client.query('rollback').catch(() => undefined); // The connection may be lost; the first error counts.
      if (detailOf(error, 'code') !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === MOST_TRIES) throw new RebuildError(TABLES_IN_USE);
    }
    progress({ phase: 'waiting', done: state.position, head: state.position });
    await pause(NEXT_TRY_MS);
    state = await catchUp(context, state);
  }
}

/**
 * Rebuilds every read model from the log, in shadow tables while writes go on, verifying the hash chain on the
 * way; compares them with the log, then swaps them in under the writer's lock. Any failure leaves the live tables as
 * they are; an interrupted rebuild is resumed. Returns the position that the new tables stand at.
 */
export function rebuild(
  databaseUrl: string,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<number> {
  const options = { schema: 'rebuild', parts, models, progress } as const;
  return inRebuildContext(databaseUrl, options, async (context) => {
    const { client, reader, schema } = context;
    const filled = await fillShadows(context);
    progress({ phase: 'indexing', done: filled.position, head: filled.position });
    progress({ phase: 'checking', done: filled.position, head: filled.position });
    await allEnded(addIndexes(client, schema, models.tables), checkTables(reader, parts, filled));
    const position = await swapWhenFree(context, filled);
    progress({ phase: 'replaying', done: position, head: position });
    return position;
  });
}

/**
 * Rebuilds the read models when they are of another form than the code's, as after an update whose rows hold more;
 * nodes that start together wait for the first. Returns whether it did.
 */
export function renewReadModels(
  databaseUrl: string,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<boolean> {
  return withLongRunningClient(databaseUrl, async (client) => {
    await client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.readModelForm})`);
    const { form, position } = await queryRow<{ form: number; position: number }>(
      client,
      'select form, position from read_model_form, log_head',
    );
    if (form === models.form) return false;
    const isEmpty = position === 0;
    if (!isEmpty) await rebuild(databaseUrl, parts, models, progress);
    await client.query(`update read_model_form set form = ${models.form}`);
    return !isEmpty;
  });
}

/** The result of a verification: as of which position, and the first row that is not what the log gives. */
export type ReadModelVerdict = { position: number; fault: RowFault | null };

/**
 * Rebuilds every read model beside running nodes and compares it with the live one row by row, both as of one
 * moment. Changes nothing.
 */
export function verifyReadModels(
  databaseUrl: string,
  parts: EventStoreParts,
  models: ReadModels,
  progress: RebuildProgress,
): Promise<ReadModelVerdict> {
  const options = { schema: 'verification', parts, models, progress } as const;
  return inRebuildContext(databaseUrl, options, async (context) => {
    const { client, schema } = context;
    const state = await catchUp(context, await fillShadows(context));
    progress({ phase: 'checking', done: state.position, head: state.position });
    await client.query('begin isolation level repeatable read');
    const position = await headPosition(client);
    await replayTail(context, state, position);
    const fault = await firstDifference(client, schema, models.tables);
    await client.query(`rollback; drop schema ${schema} cascade`);
    return { position, fault };
  });
}
