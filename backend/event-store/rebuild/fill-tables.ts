import type { Queryable } from '../../platform/database.js';
import { GENESIS_HASH } from '../hash-chain.js';
import { type Filling, readStretch, replay, type Stretch } from './replay.js';
import {
  addIndexes,
  createShadows,
  readProgress,
  type ShadowProgress,
  type ShadowSource,
  saveProgress,
} from './shadow-tables.js';
import type { ReadModels, Workshop } from './workshop.js';

const BATCH = 5_000;
/** So few events behind the head, what is left can be done under the writer's lock. */
const CLOSE = 100;

type Head = ShadowSource & { position: number };

async function headOf(client: Queryable, { form }: ReadModels): Promise<Head> {
  const { rows } = await client.query('select log_id::text as "logId", position from log_head');
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

/** Takes up shadow tables where they were left, or begins new ones. */
export async function begin({ client, schema, parts, models, progress }: Workshop): Promise<Filling> {
  const head = await headOf(client, models);
  const left = await readProgress(client, schema, head);
  const goesOn = left !== null && (await isOfLog(client, left));
  if (!goesOn) await createShadows(client, schema, models.tables, head);
  const start = goesOn ? left : { position: 0, hash: GENESIS_HASH, checksums: new Map() };
  progress({ phase: 'replaying', done: start.position, head: head.position });
  return { ...start, reference: await parts.reference.load(client) };
}

async function fillStretch(
  { client, schema, parts }: Workshop,
  from: Filling,
  stretch: Stretch,
): Promise<Filling> {
  // What a crash of the database takes of it is taken from all of it alike, and done again.
  await client.query('begin; set local synchronous_commit = off');
  const { filling } = await replay(client, parts, from, stretch);
  await saveProgress(client, schema, filling);
  await client.query('commit');
  return filling;
}

/** Replays up to a position; the next stretch is read and decoded while the one before is written. */
async function fillUpTo(workshop: Workshop, from: Filling, upTo: number): Promise<Filling> {
  const { reader, parts, progress } = workshop;
  let filling = from;
  let next: Promise<Stretch> | null = readStretch(reader, parts, from, upTo, BATCH);
  while (next) {
    const stretch: Stretch = await next;
    const { end } = stretch;
    next = end.position < upTo ? readStretch(reader, parts, end, upTo, BATCH) : null;
    next?.catch(() => undefined); // It is awaited in the next round, unless this one fails first.
    filling = await fillStretch(workshop, filling, stretch);
    progress({ phase: 'replaying', done: filling.position, head: upTo });
  }
  return filling;
}

/** Replays until the end of the log is close. */
export async function catchUp(workshop: Workshop, from: Filling): Promise<Filling> {
  let filling = from;
  for (;;) {
    const { position } = await headOf(workshop.client, workshop.models);
    if (position - filling.position <= CLOSE) return filling;
    filling = await fillUpTo(workshop, filling, position);
  }
}

/** Brings shadow tables close to the end of the log: those left behind by a rebuild that was broken off, or new ones. */
export async function fillTables(workshop: Workshop, from: Filling | null): Promise<Filling> {
  const { client, schema, models, progress } = workshop;
  const filled = await catchUp(workshop, from ?? (await begin(workshop)));
  progress({ phase: 'indexing', done: filled.position, head: filled.position });
  await addIndexes(client, schema, models.tables);
  return catchUp(workshop, filled);
}
