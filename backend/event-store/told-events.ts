import { groupBy } from '@domain/group-by.js';
import type { Queryable } from '../platform/database.js';
import { parseStream, type RecordedEvent } from './event.js';
import { decodeRow, type StreamRegistry } from './event-codec.js';
import { readRowsAt, readStreams, type StoredRow } from './log-reader.js';
import type { AnyStream, Versioned } from './stream-definition.js';

/** An event of the log with its stored row and what it made of its stream. */
export type ToldEvent = {
  row: StoredRow;
  event: RecordedEvent;
  definition: AnyStream;
  before: Versioned | null;
  after: Versioned;
};

/** Streams whose last state is kept for the events behind: enough for days of a busy hotel. */
const MOST_KEPT = 5_000;

const follows = (rows: readonly StoredRow[], version: number): boolean =>
  rows.every((row, index) => row.version === version + index + 1);

/**
 * Tells what events of the log did, page by page. What it read of a stream goes on from page to page, so that telling
 * the whole log in order reads each event once.
 */
export class EventTeller {
  private readonly kept = new Map<string, Versioned>();

  constructor(
    private readonly queries: Queryable,
    private readonly registry: StreamRegistry,
  ) {}

  /** The events at positions, in the order of the log. */
  async tell(positions: readonly number[]): Promise<ToldEvent[]> {
    const rows = await readRowsAt(this.queries, positions);
    const streams = groupBy(rows, ({ stream }) => stream);
    const broken = [...streams].filter(([stream, own]) => !follows(own, this.kept.get(stream)?.version ?? 0));
    const histories = await this.histories(
      broken.map(([stream]) => stream),
      rows.at(-1)?.position ?? 0,
    );
    const told = [...streams].flatMap(([stream, own]) => this.fold(stream, own, histories.get(stream)));
    return told.sort((a, b) => a.row.position - b.row.position);
  }

  private async histories(streams: string[], upTo: number): Promise<Map<string, RecordedEvent[]>> {
    if (streams.length === 0) return new Map();
    return groupBy(await readStreams(this.queries, this.registry, streams, upTo), ({ stream }) => stream);
  }

  private fold(stream: string, rows: StoredRow[], history?: RecordedEvent[]): ToldEvent[] {
    const events = history ?? rows.map((row) => decodeRow(this.registry, row, row.key));
    const definition = this.registry.get(parseStream(stream).category) as AnyStream;
    const wanted = new Map(rows.map((row) => [row.version, row]));
    let state = history ? null : (this.kept.get(stream) ?? null);
    const told: ToldEvent[] = [];
    for (const event of events) {
      const before = state;
      state = definition.evolve(before, event as never, before?.id ?? event.position) as Versioned;
      const row = wanted.get(event.version);
      if (row) told.push({ row, event, definition, before, after: state });
    }
    if (state) this.keep(stream, state);
    return told;
  }

  private keep(stream: string, state: Versioned): void {
    this.kept.delete(stream);
    this.kept.set(stream, state);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
  }
}
