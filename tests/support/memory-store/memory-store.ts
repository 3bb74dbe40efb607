import type { HotelReference } from '@domain/reference.js';
import { OVERLAP } from '@domain/reservation/save-rules.js';
import { streamRegistry } from '../../../backend/event-store/event-codec.js';
import { REUSED } from '../../../backend/event-store/idempotency.js';
import type { LogHead } from '../../../backend/event-store/log-head.js';
import type { StretchHandler } from '../../../backend/event-store/log-subscription.js';
import { areOutdated, meetNeeds } from '../../../backend/event-store/needs.js';
import { UnitOfWork } from '../../../backend/event-store/unit-of-work.js';
import type { QueuedWork, Work } from '../../../backend/event-store/work.js';
import { loadHotelReference } from '../../../backend/masters/hotel-reference.catalog.js';
import type { Queryable } from '../../../backend/platform/database.js';
import { refusal, UnavailableError } from '../../../backend/platform/errors.js';
import type { Idempotency } from '../../../backend/platform/write-context.js';
import { STREAMS } from '../../../backend/streams.js';
import type { MemoryDatabase } from './memory-database.js';
import { appendRows } from './memory-log.js';
import { givesTwice, project } from './memory-projection.js';
import { memoryQueries } from './memory-queries.js';
import { MemorySubscription } from './memory-subscription.js';

export const REGISTRY = streamRegistry(STREAMS);
const LARGEST_BATCH = 128;

/** Where the connection to the database breaks while a batch is committed. */
export type Breakage = 'before commit' | 'after commit' | null;

type Outcome = { answer: unknown } | { error: unknown };
type Fresh = Map<string, { fingerprint: Buffer; answer: string }>;

/**
 * An event store in memory with the contract of the product's: commands wait in one queue and are committed batch by
 * batch, each decided on what those before it left. Many nodes can share a database.
 */
export class MemoryStore {
  /** How often a room would have been given twice, had only the decisions guarded it. */
  doublesRefused = 0;
  private queue: QueuedWork[] = [];
  private reference: { position: number; value: HotelReference } | null = null;
  private readonly queries: Queryable;
  private readonly followers = new Set<() => void>();

  constructor(
    readonly database: MemoryDatabase,
    private readonly now: () => Date,
    /** Told when a command came; it is committed by `commitNext` and no sooner. */
    private readonly wake: () => void = () => undefined,
  ) {
    this.queries = memoryQueries(database);
  }

  /** Runs a command in a batch to come and gives its answer once that is committed. */
  execute<Answer>(work: Work<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.queue.push({ work, resolve: resolve as (answer: unknown) => void, reject });
      this.wake();
    });
  }

  /** Follows the log after a position. */
  follow(position: number, handle: StretchHandler): MemorySubscription {
    return new MemorySubscription(this.database, this.followers, position, handle);
  }

  /** Commands that wait for the next batch. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Master data as it is now. */
  async currentReference(): Promise<HotelReference> {
    const { referencePosition: position } = this.database;
    if (this.reference?.position !== position) {
      this.reference = { position, value: await loadHotelReference(this.queries) };
    }
    return this.reference.value;
  }

  /** Ends the node without a word and starts it anew: what waited is lost, and all that was only in its memory. */
  crash(): void {
    const lost = this.queue.splice(0);
    this.reference = null;
    for (const { reject } of lost) reject(new UnavailableError('crashed'));
  }

  /** Commits the batch that has gathered. */
  async commitNext(breakage: Breakage = null): Promise<void> {
    await this.runTogether(this.queue.splice(0, LARGEST_BATCH), breakage);
  }

  private async runTogether(works: readonly QueuedWork[], breakage: Breakage): Promise<void> {
    const lost = new UnavailableError('database unreachable');
    if (breakage === 'before commit') {
      for (const { reject } of works) reject(lost);
      return;
    }
    try {
      const outcomes = await this.database.locked(() => this.commit(works));
      this.queue.unshift(...works.slice(outcomes.length));
      for (const [index, outcome] of outcomes.entries()) {
        if (breakage) works[index]?.reject(lost);
        else if ('error' in outcome) works[index]?.reject(outcome.error);
        else works[index]?.resolve(outcome.answer);
      }
    } catch (error) {
      if (works.length === 1) works[0]?.reject(error);
      else for (const work of works) await this.runTogether([work], breakage);
    }
  }

  private async commit(works: readonly QueuedWork[]): Promise<Outcome[]> {
    const { database } = this;
    const last = database.rows.at(-1)?.recordedAt ?? '';
    const clock = this.now().toISOString().replace('Z', '000Z');
    const { position, hash, referencePosition } = database;
    const head: LogHead = { position, hash, referencePosition, now: clock > last ? clock : last };
    const unit = new UnitOfWork(head, await this.currentReference());
    await meetNeeds(
      this.queries,
      works.flatMap(({ work }) => work.needs),
      Promise.resolve(unit),
    );
    const outcomes: Outcome[] = [];
    const fresh: Fresh = new Map();
    for (const { work } of works) {
      if (areOutdated(work.needs, unit)) break;
      outcomes.push(this.decide(unit, work, fresh));
      if (unit.changesReference) break;
    }
    await this.write(unit, fresh);
    return outcomes;
  }

  private decide(unit: UnitOfWork, { idempotency, decide }: Work<unknown>, fresh: Fresh): Outcome {
    try {
      const known = idempotency && this.known(idempotency, fresh);
      if (known) return known;
      const answer = decide(unit);
      unit.keep();
      if (idempotency) {
        fresh.set(idempotency.key, { ...idempotency, answer: JSON.stringify(answer) });
      }
      return { answer };
    } catch (error) {
      unit.discard();
      return { error };
    }
  }

  private known({ key, fingerprint }: Idempotency, fresh: Fresh): Outcome | null {
    const known = this.database.answers.get(key) ?? fresh.get(key);
    if (!known) return null;
    if (!known.fingerprint.equals(fingerprint)) throw REUSED;
    return { answer: JSON.parse(known.answer) };
  }

  /** All or nothing: what could refuse comes before the first change. */
  private async write(unit: UnitOfWork, fresh: Fresh): Promise<void> {
    const { database } = this;
    if (givesTwice(database, unit)) {
      this.doublesRefused += 1;
      throw refusal([OVERLAP]);
    }
    for (const [key, answer] of fresh) database.answers.set(key, answer);
    appendRows(database, REGISTRY, unit.events);
    await project(database, unit, () => this.currentReference());
    for (const follower of this.followers) follower();
  }
}
