import type { LongRunningClient } from '../../platform/long-running-client.js';
import { oneByOne } from '../../platform/pipeline.js';
import type { EventStoreParts } from '../batch.js';
import type { DocumentChange } from '../document-change.js';
import type { StreamRegistry } from '../event-codec.js';
import type { AnyStream } from '../stream-definition.js';
import { copyDocuments } from './copy-documents.js';
import { type FoldedHistories, type Histories, isOfKinds, readHistories } from './read-histories.js';
import type { RebuildContext } from './rebuild-context.js';
import { type Loading, type ShadowProgress, saveProgress } from './shadow-tables.js';

/** Streams that begin within so many positions are folded and written together. */
const POSITIONS_AT_A_TIME = 2_500;

/** Kinds of streams in the order in which they are loaded: master data, which the others need, and the largest kind before the rest. */
function passesOf(registry: StreamRegistry): AnyStream[][] {
  const kinds = [...registry.values()];
  const [largest, ...others] = kinds.filter(({ isReference }) => !isReference);
  return [kinds.filter(({ isReference }) => isReference), largest ? [largest] : [], others];
}

function added(before: ReadonlyMap<string, bigint>, more: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const sums = new Map(before);
  for (const [table, sum] of more) sums.set(table, (sums.get(table) ?? 0n) + sum);
  return sums;
}

async function write(
  { loader, schema, parts }: RebuildContext,
  { steps, changes }: FoldedHistories,
  masters: readonly DocumentChange[],
  from: ShadowProgress,
  loading: Loading | null,
): Promise<ShadowProgress> {
  // What a crash of the database takes of it is taken from all of it alike, and done again.
  await loader.query('begin; set local synchronous_commit = off');
  const checksums = added(from.checksums, await copyDocuments(loader, changes));
  const statements = oneByOne(loader);
  for (const derived of parts.derived) await derived.applyHistories(statements, { steps, changes, masters });
  const progress = { ...from, checksums, loading };
  await saveProgress(loader, schema, progress);
  await loader.query('commit');
  return progress;
}

/** Every event belongs to a stream of a known kind that has its first event. */
async function refuseUnknown(
  reader: LongRunningClient,
  { registry }: EventStoreParts,
  last: number,
): Promise<never> {
  const { rows } = await reader.query(
    `select position, stream from event_log
     where position <= ${last} and not ${isOfKinds([...registry.values()])} order by position limit 1`,
  );
  const [unknown] = rows;
  throw new Error(
    unknown
      ? `event ${unknown.position}: stream ${unknown.stream} is unknown`
      : `a stream up to event ${last} has lost its first event`,
  );
}

/**
 * Fills the tables from whole streams, folded one after another, up to the position that loading began with; only then do
 * they stand at it. `tablesLoaded` is called as soon as a pass has filled its tables. Goes on where it was broken off.
 */
export async function loadTables(
  workshop: RebuildContext,
  from: ShadowProgress,
  tablesLoaded: (tables: readonly string[]) => void,
): Promise<ShadowProgress> {
  const { reader, parts, progress } = workshop;
  const { position } = from;
  if (!from.loading) return from;
  const passes = passesOf(parts.registry);
  const read = (kinds: readonly AnyStream[], after: number, upTo: number): Promise<FoldedHistories> => {
    const wanted: Histories = { kinds, after, upTo: Math.min(upTo, position), last: position };
    const histories = readHistories(reader, wanted);
    histories.catch(() => undefined); // It is awaited in its turn, unless something else fails first.
    return histories;
  };
  const [masterKinds = [], ...others] = passes;
  const masters = await read(masterKinds, 0, position);
  masters.steps.sort((one, other) => one.position - other.position);
  let state = from;
  const take = async (folded: FoldedHistories, next: Omit<Loading, 'done'>): Promise<void> => {
    const done = (state.loading?.done ?? 0) + folded.steps.length;
    const isLast = next.pass === passes.length;
    if (isLast && done !== position) await refuseUnknown(reader, parts, position);
    state = await write(workshop, folded, masters.steps, state, isLast ? null : { ...next, done });
    progress({ phase: 'replaying', done, head: position });
  };
  if (state.loading?.pass === 0) await take(masters, { pass: 1, after: 0 });
  for (const [index, kinds] of others.entries()) {
    const pass = index + 1;
    if (state.loading?.pass === pass) {
      let { after } = state.loading;
      let next = read(kinds, after, after + POSITIONS_AT_A_TIME);
      while (state.loading?.pass === pass) {
        const folded = await next;
        after += POSITIONS_AT_A_TIME;
        const isEnd = after >= position;
        if (!isEnd) next = read(kinds, after, after + POSITIONS_AT_A_TIME);
        await take(folded, isEnd ? { pass: pass + 1, after: 0 } : { pass, after });
      }
    }
    tablesLoaded(kinds.map(({ table }) => table));
  }
  return state;
}
