import type { HotelReference } from '@domain/reference.js';
import { openClient, type Queryable } from '../platform/database.js';
import { changesReference, type EventStoreParts, project } from './batch.js';
import { parseStream } from './event.js';
import { decodeRow } from './event-codec.js';
import { chainHash, GENESIS_HASH } from './hash-chain.js';
import { beginLocked, type LogHead } from './log-head.js';
import { readRows } from './log-reader.js';
import { loadByKey } from './needs.js';
import { UnitOfWork } from './unit-of-work.js';

const BATCH = 2_000;
const ONE_AT_A_TIME = 26_110_001;

/** How far a rebuild has come, for a progress line. */
export type RebuildProgress = (done: number, head: number) => void;

type Place = { position: number; hash: Buffer; reference: HotelReference };

/** The log or the read models are not what they should be; the message names the first bad position. */
export class RebuildError extends Error {}

async function createShadows(client: Queryable, tables: readonly string[]): Promise<void> {
  await client.query('drop schema if exists rebuild cascade');
  await client.query('create schema rebuild');
  for (const table of tables) {
    await client.query(`create table rebuild.${table} (like public.${table} including all)`);
  }
  await client.query('set search_path = rebuild, public');
}

/** Replays the events after a place, up to a position, into the tables that the search path names. */
async function replay(
  client: Queryable,
  parts: EventStoreParts,
  from: Place,
  upTo: number,
  progress: RebuildProgress,
): Promise<Place> {
  let { position, hash, reference } = from;
  while (position < upTo) {
    const rows = await readRows(client, position, upTo, BATCH);
    const head: LogHead = { position, hash, referencePosition: 0, now: '' };
    const unit = new UnitOfWork(head, reference);
    const events = rows.map((row) => ({ event: decodeRow(parts.registry, row, row.key), row }));
    const requests = events.map(({ event }) => {
      const { category, key } = parseStream(event.stream);
      const definition = parts.registry.get(category);
      if (!definition) throw new RebuildError(`位置 ${event.position}: 未知のストリームです。`);
      return { definition, key };
    });
    unit.load(await loadByKey(client, requests));
    for (const [index, { event, row }] of events.entries()) {
      hash = chainHash(hash, row);
      if (row.position !== position + 1 || !hash.equals(row.hash)) {
        throw new RebuildError(`位置 ${position + 1}: ログが改ざんされているか、欠けています。`);
      }
      position = row.position;
      const request = requests[index];
      if (request) unit.replay(request.definition, request.key, event);
    }
    if (rows.length === 0) throw new RebuildError(`位置 ${position + 1}: イベントがありません。`);
    await project(client, unit, parts);
    if (changesReference(unit)) reference = await parts.reference.load(client);
    progress(position, upTo);
  }
  return { position, hash, reference };
}

/** Under the writer's lock: the last events, then the rebuilt tables take the place of the old ones. */
async function goLive(
  client: Queryable,
  parts: EventStoreParts,
  place: Place,
  tables: readonly string[],
  progress: RebuildProgress,
): Promise<number> {
  const head = await beginLocked(client);
  const last = await replay(client, parts, place, head.position, progress);
  if (!last.hash.equals(head.hash)) {
    throw new RebuildError(`位置 ${last.position}: ログの末尾が先頭行の記録と一致しません。`);
  }
  for (const table of tables) {
    await client.query(`drop table public.${table}`);
    await client.query(`alter table rebuild.${table} set schema public`);
  }
  await client.query('drop schema rebuild');
  await client.query('commit');
  return last.position;
}

/**
 * Builds every read model anew from the log, in shadow tables while writes go on, verifying the hash chain on the
 * way; then swaps them in under the writer's lock. Whatever goes wrong leaves the old tables as they are.
 * Returns the position that the new tables stand at.
 */
export async function rebuild(
  databaseUrl: string,
  parts: EventStoreParts,
  tables: readonly string[],
  progress: RebuildProgress,
): Promise<number> {
  // A lost connection shows up as the next query's error.
  const client = await openClient(databaseUrl, () => undefined);
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${ONE_AT_A_TIME}) as free`);
    if (!rows[0].free) throw new RebuildError('別の再構築が実行中です。');
    await client.query('set statement_timeout = 0');
    await createShadows(client, tables);
    const reference = await parts.reference.load(client);
    let place: Place = { position: 0, hash: GENESIS_HASH, reference };
    for (;;) {
      const head = (await client.query('select position from log_head')).rows[0].position as number;
      if (head - place.position <= BATCH / 4) break;
      place = await replay(client, parts, place, head, progress);
    }
    return await goLive(client, parts, place, tables, progress);
  } finally {
    await client.end();
  }
}
