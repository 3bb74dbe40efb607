import type { Queryable } from '../../platform/database.js';
import { isUnavailable, UnreadableEventError } from '../../platform/errors.js';
import type { ChainPlace } from '../chain-check.js';
import { GENESIS_HASH } from '../hash-chain.js';
import { checkRows } from './checks.js';
import { loadTables } from './load-tables.js';
import type { ReadModels, RebuildContext } from './rebuild-context.js';
import { firstMalformed, type LogRange, type RebuildState, readLogRange, replay } from './replay.js';
import {
  createShadows,
  readProgress,
  type ShadowProgress,
  type ShadowSource,
  saveProgress,
} from './shadow-tables.js';

const BATCH = 5_000;
/** So few events behind the head, what is left can be done under the writer's lock. */
const CLOSE = 100;

type Head = ShadowSource & { position: number; hash: Buffer };

async function headOf(client: Queryable, { form }: ReadModels): Promise<Head> {
  const { rows } = await client.query(
    `select log_id::text as "logId", h.position, coalesce(e.hash, h.hash) as hash
     from public.log_head h left join event_log e using (position)`,
  );
  return { ...rows[0], form };
}

/** What was left behind is of use only when the log still is what it was built from. */
async function isOfLog(client: Queryable, { position, hash }: ShadowProgress): Promise<boolean> {
  if (position === 0) return true;
  const { rows } = await client.query({
    text: 'select from event_log where position = $1 and hash = $2',
    values: [position, hash],
  });
  return rows.length > 0;
}

async function begin({ client, schema, models, progress }: RebuildContext): Promise<ShadowProgress> {
  const head = await headOf(client, models);
  const left = await readProgress(client, schema, head);
  const goesOn = left !== null && (await isOfLog(client, left));
  const { position, hash } = head;
  const start = goesOn
    ? left
    : { position, hash, checksums: new Map(), loading: { pass: 0, after: 0, done: 0 } };
  if (!goesOn) await createShadows(client, schema, models.tables, head, start);
  progress({ phase: 'replaying', done: start.loading?.done ?? start.position, head: position });
  return start;
}

/** What is wrong with the log says more than what could not be made of it: finds the first bad position, if there is one. */
async function explained(
  { reader, parts }: RebuildContext,
  { position }: ShadowProgress,
  error: unknown,
): Promise<never> {
  if (isUnavailable(error)) throw error;
  const isNamed = error instanceof UnreadableEventError;
  let place: ChainPlace = { position: 0, hash: GENESIS_HASH };
  while (place.position < position) {
    const { events, end } = await readLogRange(reader, parts, place, position, BATCH);
    const malformed = isNamed ? null : firstMalformed(parts, events);
    if (malformed) throw malformed;
    place = end;
  }
  throw error;
}

/**
 * Takes up shadow tables where they were left, or begins new ones, and loads them with every stream as far as the log went
 * when they were begun. `tablesLoaded` is told of those that are full.
 */
export async function loadFromLog(
  context: RebuildContext,
  tablesLoaded: (tables: readonly string[]) => void = () => undefined,
): Promise<RebuildState> {
  const start = await begin(context);
  const loaded = await loadTables(context, start, tablesLoaded).catch((error) =>
    explained(context, start, error),
  );
  return { ...loaded, reference: await context.parts.reference.load(context.loader) };
}

async function fillRange(
  { client, schema, parts }: RebuildContext,
  from: RebuildState,
  range: LogRange,
): Promise<RebuildState> {
  // What a crash of the database takes of it is taken from all of it alike, and done again.
  await client.query('begin; set local synchronous_commit = off');
  const { filling, changes } = await replay(client, parts, from, range);
  await checkRows(client, schema, changes);
  await saveProgress(client, schema, filling);
  await client.query('commit');
  return filling;
}

/** Replays up to a position; the next range is read and decoded while the one before is written. */
async function fillUpTo(context: RebuildContext, from: RebuildState, upTo: number): Promise<RebuildState> {
  const { reader, parts, progress } = context;
  let filling = from;
  let next: Promise<LogRange> | null = readLogRange(reader, parts, from, upTo, BATCH);
  while (next) {
    const range: LogRange = await next;
    const { end } = range;
    next = end.position < upTo ? readLogRange(reader, parts, end, upTo, BATCH) : null;
    next?.catch(() => undefined); // It is awaited in the next round, unless this one fails first.
    filling = await fillRange(context, filling, range);
    progress({ phase: 'replaying', done: filling.position, head: upTo });
  }
  return filling;
}

/** Replays what was written since through the writer's own code, until the end of the log is close. */
export async function catchUp(context: RebuildContext, from: RebuildState): Promise<RebuildState> {
  let filling = from;
  for (;;) {
    const { position } = await headOf(context.client, context.models);
    if (position - filling.position <= CLOSE) return filling;
    filling = await fillUpTo(context, filling, position);
  }
}
