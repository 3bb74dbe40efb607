import type { HotelReference } from '@domain/reference.js';
import { openClient, type Queryable } from '../platform/database.js';
import { type EventStoreParts, project } from './batch.js';
import { type ChainPlace, followChain } from './chain-check.js';
import { parseStream } from './event.js';
import { decodeRow } from './event-codec.js';
import { GENESIS_HASH } from './hash-chain.js';
import { beginLocked } from './log-head.js';
import { readRows, type StoredRow } from './log-reader.js';
import { loadByKey } from './needs.js';
import type { AnyStream } from './stream-definition.js';
import { UnitOfWork } from './unit-of-work.js';

const BATCH = 2_000;
const ONE_AT_A_TIME = 26_110_001;

/** How far a rebuild has come, for a progress line. */
export type RebuildProgress = (done: number, head: number) => void;

type Place = ChainPlace & { reference: HotelReference };

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

/** The hash of the last of some stored rows, each of which must follow the one before, the first a place. */
function verifiedHash(rows: readonly StoredRow[], place: Place): Buffer {
  const end = followChain(rows, place);
  if ('broken' in end) {
    throw new RebuildError(`位置 ${end.broken}: ログが改ざんされているか、欠けています。`);
  }
  return end.hash;
}

/** Replays the events after a place, up to a position, into the tables that the search path names. */
async function replay(
  client: Queryable,
  parts: EventStoreParts,
  from: Place,
  upTo: number,
  progress: RebuildProgress,
): Promise<Place> {
  let place = from;
  while (place.position < upTo) {
    const rows = await readRows(client, place.position, upTo, BATCH);
    const last = rows.at(-1);
    if (!last) throw new RebuildError(`位置 ${place.position + 1}: イベントがありません。`);
    const hash = verifiedHash(rows, place);
    const events = rows.map((row) => decodeRow(parts.registry, row, row.key));
    const requests = events.map(({ stream }) => {
      const { category, key } = parseStream(stream);
      return { definition: parts.registry.get(category) as AnyStream, key };
    });
    const unit = new UnitOfWork({ ...place, referencePosition: 0, now: '' }, place.reference);
    unit.load(await loadByKey(client, requests));
    for (const [index, event] of events.entries()) {
      const { definition, key } = requests[index] as (typeof requests)[0];
      unit.replay(definition, key, event);
    }
    place = { position: last.position, hash, reference: await project(client, unit, parts) };
    progress(place.position, upTo);
  }
  return place;
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
  const beyond = await client.query(`select from event_log where position > ${head.position}`);
  if (!last.hash.equals(head.hash) || beyond.rows.length > 0) {
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

/** What cannot be removed now, the next rebuild removes. */
async function removeShadows(client: Queryable): Promise<void> {
  await client.query('rollback').catch(() => undefined);
  await client.query('drop schema if exists rebuild cascade').catch(() => undefined);
}

async function rebuildAlone(
  client: Queryable,
  parts: EventStoreParts,
  tables: readonly string[],
  progress: RebuildProgress,
): Promise<number> {
  try {
    await createShadows(client, tables);
    let place: Place = { position: 0, hash: GENESIS_HASH, reference: await parts.reference.load(client) };
    for (;;) {
      const head: number = (await client.query('select position from log_head')).rows[0].position;
      if (head - place.position <= BATCH / 4) break;
      place = await replay(client, parts, place, head, progress);
    }
    return await goLive(client, parts, place, tables, progress);
  } catch (error) {
    await removeShadows(client);
    throw error;
  }
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
    return await rebuildAlone(client, parts, tables, progress);
  } finally {
    await client.end();
  }
}
