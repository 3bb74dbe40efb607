import { type BinaryFields, copiedRows } from '../../platform/binary-copy.js';
import type { LongRunningClient } from '../../platform/long-running-client.js';
import type { DocumentChange } from '../document-change.js';
import { parseStream } from '../event.js';
import { decodeData, type StoredEvent } from '../event-codec.js';
import type { AnyStream } from '../stream-definition.js';

/** Streams of some kinds that begin after a position and up to another, with their events up to a last one. */
export type Histories = { kinds: readonly AnyStream[]; after: number; upTo: number; last: number };

/** What whole streams came to, in the order in which they begin: event by event, and from nothing to their last state. */
export type FoldedHistories = { steps: DocumentChange[]; changes: DocumentChange[] };

/** SQL that says whether a stream's name is one of these kinds'. */
export function isOfKinds(kinds: readonly AnyStream[]): string {
  return `stream ~ '^(${kinds.map(({ category }) => category).join('|')})-[0-9]'`;
}

// Each `offset 0` keeps the plan from reading the whole log, or all keys, to find those of some streams.
const select = ({ kinds, after, upTo, last }: Histories): string => `
  select e.position, e.stream, e.version, e.type, e.schema_version, e.payload::text,
    case when e.version = 1 then begun.key end
  from (select position, stream, (select key from encryption_keys k where k.stream = b.stream) as key
        from event_log b where position > ${after} and position <= ${upTo} and version < 2 and ${isOfKinds(kinds)}
        order by position offset 0) begun
  cross join lateral (select * from event_log e where e.stream = begun.stream and e.position <= ${last}
                      order by e.version offset 0) e`;

type Row = StoredEvent & { version: number; key: Buffer | null };

const readRow = (fields: BinaryFields): Row => ({
  position: fields.integer(),
  stream: fields.text(),
  version: fields.integer(),
  type: fields.text(),
  schemaVersion: fields.integer(),
  payload: fields.text(),
  key: fields.binary(),
});

/** Folds rows that come stream by stream. */
class StreamFold {
  readonly steps: DocumentChange[] = [];
  readonly changes: DocumentChange[] = [];
  private readonly kinds: ReadonlyMap<string, AnyStream>;
  private stream = '';
  private step: DocumentChange | null = null;
  private key: Buffer | null = null;

  constructor(kinds: readonly AnyStream[]) {
    this.kinds = new Map(kinds.map((kind) => [kind.category, kind]));
  }

  take(row: Row): void {
    const isNext = row.stream === this.stream;
    if (!isNext) this.close();
    const previous = isNext ? this.step : null;
    if (!previous) this.key = row.key;
    const { position, version, type } = row;
    const before = previous?.after ?? null;
    if (version !== (before?.version ?? 0) + 1 || position <= (previous?.position ?? 0)) {
      throw new Error(`event ${position}: version ${version} does not follow ${before?.version ?? 0}`);
    }
    const { definition, key } = previous ?? this.begin(row.stream);
    const event = { type, data: decodeData(definition, row, this.key) };
    const after = definition.evolve(before, event, before?.id ?? position);
    this.stream = row.stream;
    this.step = { definition, key, before, after, position };
    this.steps.push(this.step);
  }

  close(): void {
    if (this.step) this.changes.push({ ...this.step, before: null });
    this.step = null;
  }

  private begin(stream: string): { definition: AnyStream; key: string } {
    const { category, key } = parseStream(stream);
    return { definition: this.kinds.get(category) as AnyStream, key };
  }
}

/** Reads, decrypts and folds whole streams; only those of one call are in memory, however long the log. */
export async function readHistories(client: LongRunningClient, wanted: Histories): Promise<FoldedHistories> {
  const fold = new StreamFold(wanted.kinds);
  for await (const rows of copiedRows(client, select(wanted), readRow)) {
    for (const row of rows) fold.take(row);
  }
  fold.close();
  return fold;
}
