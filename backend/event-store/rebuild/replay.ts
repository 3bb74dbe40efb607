import type { HotelReference } from '@domain/reference.js';
import type { Queryable } from '../../platform/database.js';
import { isUnavailable, UnreadableEventError } from '../../platform/errors.js';
import { oneByOne } from '../../platform/pipeline.js';
import { type EventStoreParts, project } from '../batch.js';
import { type ChainPlace, followChain } from '../chain-check.js';
import { loadByKey } from '../data-requirements.js';
import type { DocumentChange } from '../document-change.js';
import { parseStream, type RecordedEvent } from '../event.js';
import { checkEvent, decodeRow } from '../event-codec.js';
import { readRows, type StoredRow } from '../log-reader.js';
import type { AnyStream } from '../stream-definition.js';
import { UnitOfWork } from '../unit-of-work.js';
import { badPosition } from './follow-chain.js';
import { RebuildError } from './rebuild-error.js';
import { rowChecksum } from './row-checksum.js';
import type { ShadowProgress } from './shadow-tables.js';

/** A range of the log, verified and decoded, and the link of the chain that it ends with. */
export type LogRange = { events: RecordedEvent[]; end: ChainPlace };

/**
 * The rows of whole commands, as far as `limit` goes: in the middle of one, two bookings that swap rooms are in the
 * same room. What is written together has one moment; more than `limit` of it are cut all the same.
 */
function wholeCommands(rows: readonly StoredRow[], limit: number): readonly StoredRow[] {
  const next = rows[limit];
  if (!next) return rows;
  const whole = rows.findLastIndex(({ recordedAt }) => recordedAt !== next.recordedAt) + 1;
  return rows.slice(0, whole || limit);
}

/** Reads the events after a place, about `limit` and up to a position; each link of the chain is verified. */
export async function readLogRange(
  client: Queryable,
  { registry }: EventStoreParts,
  from: ChainPlace,
  upTo: number,
  limit: number,
): Promise<LogRange> {
  const rows = wholeCommands(await readRows(client, from.position, upTo, limit + 1), limit);
  if (rows.length === 0) throw new RebuildError(`位置 ${from.position + 1}: イベントがありません。`);
  const end = followChain(rows, from);
  if ('broken' in end) throw badPosition(end.broken);
  return { events: rows.map((row) => decodeRow(registry, row, row.key)), end };
}

/** Tables being filled: where they stand, and master data as of there. */
export type RebuildState = ShadowProgress & { reference: HotelReference };

function addChecksums(
  checksums: Map<string, bigint>,
  changes: readonly DocumentChange[],
): Map<string, bigint> {
  const sums = new Map(checksums);
  for (const change of changes) {
    const { table } = change.definition;
    const added = rowChecksum(change, change.after) - rowChecksum(change, change.before);
    sums.set(table, (sums.get(table) ?? 0n) + added);
  }
  return sums;
}

type Replayed = { filling: RebuildState; changes: readonly DocumentChange[] };

/** The first event whose data is not what its type promises; null when there is none. */
export function firstMalformed(
  { registry }: EventStoreParts,
  events: readonly RecordedEvent[],
): UnreadableEventError | null {
  for (const event of events) {
    try {
      checkEvent(registry.get(parseStream(event.stream).category) as AnyStream, event);
    } catch (cause) {
      return new UnreadableEventError(event.position, cause as Error);
    }
  }
  return null;
}

/**
 * Replays a range into the tables that the search path names, through the writer's own code; gives back where they
 * stand then, and what it made of each stream.
 */
export async function replay(
  client: Queryable,
  parts: EventStoreParts,
  from: RebuildState,
  range: LogRange,
): Promise<Replayed> {
  try {
    return await replayAll(client, parts, from, range);
  } catch (error) {
    throw (isUnavailable(error) ? null : firstMalformed(parts, range.events)) ?? error;
  }
}

async function replayAll(
  client: Queryable,
  parts: EventStoreParts,
  from: RebuildState,
  { events, end }: LogRange,
): Promise<Replayed> {
  const requests = events.map(({ stream }) => {
    const { category, key } = parseStream(stream);
    return { definition: parts.registry.get(category) as AnyStream, key };
  });
  const head = { ...from, referencePosition: 0, now: '' };
  const unit = new UnitOfWork(head, from.reference);
  unit.load(await loadByKey(client, requests));
  for (const [index, event] of events.entries()) {
    const { definition, key } = requests[index] as (typeof requests)[0];
    unit.replay(definition, key, event);
  }
  const reference = await project(oneByOne(client), unit, parts);
  const { changes } = unit;
  return {
    filling: { ...end, loading: null, checksums: addChecksums(from.checksums, changes), reference },
    changes,
  };
}
