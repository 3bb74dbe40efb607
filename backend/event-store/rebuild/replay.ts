import { valueAt } from '@domain/records.js';
import type { HotelReference } from '@domain/reference.js';
import { type Queryable, queryRow } from '../../platform/database.js';
import { isUnavailable, UnreadableEventError } from '../../platform/errors.js';
import { allEnded, Pipeline } from '../../platform/pipeline.js';
import { detailOf, messageOf } from '../../platform/thrown.js';
import { project } from '../batch-append.js';
import type { EventStoreParts } from '../event-store-parts.js';
import { type AnyStream, checkEvent, kindOf, parseStream, type RecordedEvent } from '../event-stream.js';
import { type ChainPlace, followChain, GENESIS_HASH } from '../hash-chain.js';
import { decodeRow, readRows, type StoredRow } from '../log-reader.js';
import { loadByKey, UnitOfWork } from '../unit-of-work.js';
import { type RebuildContext, RebuildError } from './rebuild-context.js';
import {
  checkRows,
  checksumsOf,
  createShadows,
  readProgress,
  type ShadowProgress,
  saveProgress,
} from './shadow-tables.js';

const BATCH = 2_000;
/** Events behind the head below which the rest is replayed under the writer's lock. */
const CLOSE = 100;

/** A range of the log, verified and decoded, and the link of the chain that it ends with. */
export type LogRange = { events: RecordedEvent[]; end: ChainPlace };

/** Shadow tables being filled: how far they have come, and master data as of there. */
export type RebuildState = ShadowProgress & { reference: HotelReference };

/** Most streams of a command that an error names. */
const MOST_NAMED = 5;
/** More rows of one request are cut: only a file's rows can be so many, and each of these is a command of its own. */
const LARGEST_COMMAND = 20_000;

type WrittenBy = Pick<StoredRow, 'recordedAt' | 'requestId'>;

/** Returns whether two rows were written by one command. Instants alone don't tell: a clock that was set back stands still for hours. */
const isOneCommand = (one: WrittenBy, other: WrittenBy): boolean =>
  one.recordedAt === other.recordedAt && one.requestId === other.requestId;

/**
 * Reads the rows of whole commands, about `limit`: in the middle of one, two bookings that swap rooms are in the same room.
 * A command that is longer is read to its end.
 */
async function readCommands(
  client: Queryable,
  after: number,
  upTo: number,
  limit: number,
): Promise<StoredRow[]> {
  const rows = await readRows(client, after, upTo, limit + 1);
  for (;;) {
    const next = rows.at(-1);
    if (!next || rows.length <= limit) return rows;
    const whole = rows.findLastIndex((row) => !isOneCommand(row, next)) + 1;
    if (whole > 0) return rows.slice(0, whole);
    if (rows.length > LARGEST_COMMAND) return rows.slice(0, -1);
    const more = await readRows(client, next.position, upTo, limit);
    if (more.length === 0) return rows;
    rows.push(...more);
  }
}

/** Reads the events after a place, about `limit` and up to a position; each link of the chain is verified. */
export async function readLogRange(
  client: Queryable,
  { registry }: EventStoreParts,
  from: ChainPlace,
  upTo: number,
  limit: number,
): Promise<LogRange> {
  const rows = await readCommands(client, from.position, upTo, limit);
  if (rows.length === 0) throw new RebuildError(`位置 ${from.position + 1}: イベントがありません。`);
  const end = followChain(rows, from);
  if ('broken' in end) {
    throw new RebuildError(`位置 ${end.broken}: ログが改ざんされているか、欠けています。`);
  }
  const events: RecordedEvent[] = [];
  for (const row of rows) {
    try {
      events.push(decodeRow(registry, row, row.key));
    } catch (error) {
      throw firstMalformed(registry, events) ?? error;
    }
  }
  return { events, end };
}

/** The first event whose data does not fit its schema; null when there is none. */
function firstMalformed(
  registry: EventStoreParts['registry'],
  events: readonly RecordedEvent[],
): UnreadableEventError | null {
  for (const event of events) {
    try {
      checkEvent(kindOf(registry, event.stream), event);
    } catch (cause) {
      return new UnreadableEventError(event.position, cause);
    }
  }
  return null;
}

/** The events of each command, in order. */
function commandsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const commands: RecordedEvent[][] = [];
  for (const event of events) {
    const command = commands.at(-1);
    if (command?.[0] && isOneCommand(command[0], event)) command.push(event);
    else commands.push([event]);
  }
  return commands;
}

/** Names the positions and streams of a command that could not be replayed; database errors without their row values. */
function failureOf(command: readonly RecordedEvent[], error: unknown): RebuildError {
  const code = detailOf(error, 'code');
  const reason = code ? [code, detailOf(error, 'constraint')].filter(Boolean).join(' ') : messageOf(error);
  const positions = [...new Set([command[0]?.position, command.at(-1)?.position])].join('〜');
  const streams = [...new Set(command.map(({ stream }) => stream))].slice(0, MOST_NAMED).join('、');
  return new RebuildError(`位置 ${positions} (${streams}): 表に書き込めませんでした (${reason})。`);
}

/** Runs the replay of a range; when that fails, rolls back and replays command by command to name the one that can't be. */
async function namingFailures(
  { client, parts }: RebuildContext,
  from: RebuildState,
  range: LogRange,
  replayRange: () => Promise<RebuildState>,
): Promise<RebuildState> {
  try {
    return await replayRange();
  } catch (error) {
    const isNamed = error instanceof RebuildError || error instanceof UnreadableEventError;
    if (isNamed || isUnavailable(error)) throw error;
    await client.query('rollback; begin');
    let state = from;
    for (const events of commandsOf(range.events)) {
      try {
        state = await replay(client, parts, state, { events, end: range.end });
      } catch (cause) {
        throw isUnavailable(cause) ? cause : failureOf(events, cause);
      }
    }
    throw error;
  }
}

type KeyedStream = { definition: AnyStream; key: string };

/**
 * Replays a range into the shadow tables within the caller's transaction, through the writer's own projections, and
 * checks the rows that it wrote.
 */
async function replay(
  client: Queryable,
  parts: EventStoreParts,
  from: RebuildState,
  { events, end }: LogRange,
): Promise<RebuildState> {
  const unit = new UnitOfWork(
    { ...from, referencePosition: 0, readModels: 0, clock: '', now: '' },
    from.reference,
  );
  const streams = new Map<string, KeyedStream>(
    events.map(({ stream }) => {
      return [stream, { definition: kindOf(parts.registry, stream), key: parseStream(stream).key }];
    }),
  );
  try {
    const keyed = [...streams.values()];
    const [before, documents] = await allEnded(checksumsOf(client, keyed), loadByKey(client, keyed));
    unit.load(documents);
    for (const event of events) {
      const { definition, key } = valueAt(streams, event.stream);
      unit.replay(definition, key, event);
    }
    const reference = await project(client, unit, parts);
    const checksums = new Map(from.checksums);
    for (const [table, after] of await checkRows(client, unit.changes)) {
      checksums.set(table, (checksums.get(table) ?? 0n) + after - (before.get(table) ?? 0n));
    }
    return { ...end, checksums, reference };
  } catch (error) {
    throw (isUnavailable(error) ? null : firstMalformed(parts.registry, events)) ?? error;
  }
}

/** Returns where the log ends now. */
export async function headPosition(client: Queryable): Promise<number> {
  const { position } = await queryRow<{ position: number }>(client, 'select position from public.log_head');
  return position;
}

/** Replays up to a position, batch by batch; the next is read and decoded while the one before is written. */
async function replayUpTo(context: RebuildContext, from: RebuildState, upTo: number): Promise<RebuildState> {
  const { client, reader, schema, parts, progress } = context;
  const read = ({ position, hash }: ChainPlace): Promise<LogRange> | null => {
    if (position >= upTo) return null;
    const range = readLogRange(reader, parts, { position, hash }, upTo, BATCH);
    range.catch(() => undefined); // It is awaited in its turn, unless the batch before it fails.
    return range;
  };
  let state = from;
  for (let next = read(from); next; ) {
    const range: LogRange = await next;
    next = read(range.end);
    // A crash of the database may lose batches, but each together with its progress.
    const statements = new Pipeline(client);
    await statements.query('begin; set local synchronous_commit = off');
    const before = state;
    state = await namingFailures(context, before, range, () => replay(statements, parts, before, range));
    await allEnded(saveProgress(statements, schema, state), statements.query('commit'));
    progress({ phase: 'replaying', done: state.position, head: upTo });
  }
  return state;
}

/** Resumes shadow tables that were left, or creates new ones, and replays the log up to its head. */
export async function fillShadows(context: RebuildContext): Promise<RebuildState> {
  const { client, schema, parts, models, progress } = context;
  const head = await headPosition(client);
  const left = await readProgress(client, schema, models.form);
  const start = left ?? { position: 0, hash: GENESIS_HASH, checksums: new Map() };
  if (!left) await createShadows(client, schema, models, start);
  progress({ phase: 'replaying', done: start.position, head });
  const state = { ...start, reference: await parts.reference.load(client) };
  return replayUpTo(context, state, head);
}

/** Replays what was written since, until the head of the log is close. */
export async function catchUp(context: RebuildContext, from: RebuildState): Promise<RebuildState> {
  let state = from;
  for (;;) {
    const head = await headPosition(context.client);
    if (head - state.position <= CLOSE) return state;
    state = await replayUpTo(context, state, head);
  }
}

/** Replays the last events, up to a position, in the transaction of the caller. */
export async function replayTail(
  context: RebuildContext,
  from: RebuildState,
  upTo: number,
): Promise<RebuildState> {
  if (from.position >= upTo) return from;
  const { client, parts } = context;
  const range = await readLogRange(client, parts, from, upTo, upTo);
  return namingFailures(context, from, range, () => replay(client, parts, from, range));
}
