import { type ChangedStream, FactCache, type LoadedDocument } from './fact-cache.js';
import { GENESIS_HASH } from './hash-chain.js';
import { headAt, type LogHead } from './log-head.js';
import type { LogRange } from './log-subscription.js';
import type { DocumentChange, ReferenceCache } from './projection.js';
import { type QueuedWork, UnitOfWork } from './unit-of-work.js';

/** An end of the log at which facts were read. */
export type KnownEnd = Omit<LogHead, 'recordedAt' | 'clock' | 'now'>;

/** The hash at a position (null where the log has none), and the streams changed since, with the states that indexes follow. */
export type LogSince = { hash: Buffer | null; changed: ChangedStream[] };

/** Above this many events of other nodes the memory is cleared instead of updated. */
export const MOST_FOREIGN = 1_000;
/** By so much a moment may be ahead of the database's clock when it is appended without its lock, in ms. */
const LARGEST_LEAD_MS = 1_000;

/**
 * Memory of this node of the log between batches, which says whether decisions may be made from it. It may be used when the
 * log is not known to go beyond its head, the read models are those that it was read from, and the time is known; whether
 * that is still so, the append checks again. Switched off it forgets everything before each batch.
 */
export class DecisionMemory {
  /** Facts as of `facts.head`. */
  readonly facts = new FactCache();
  /** The last position of the log that this node knows of. */
  private newest = 0;
  /** The streams that other nodes changed since the running batch began; null while none runs. */
  private changedMeanwhile: string[] | null = null;

  constructor(
    private readonly reference: ReferenceCache,
    private readonly isOn: boolean,
  ) {}

  /** Begins a batch; `end` must follow. */
  begin(): void {
    if (this.changedMeanwhile) throw new Error('a batch runs already');
    this.changedMeanwhile = [];
    if (!this.isOn) this.facts.clear();
  }

  /** Ends a batch, and forgets what other nodes changed behind the head while it ran. */
  end(): void {
    if (!this.changedMeanwhile) throw new Error('no batch runs');
    if (this.position < this.newest) this.facts.forget(this.changedMeanwhile);
    this.changedMeanwhile = null;
  }

  /** Returns the unit of work of commands at `now`; null when the lock must be taken: something is unknown or may be old. */
  recall(queued: readonly QueuedWork[], now: string | null): UnitOfWork | null {
    const { head } = this.facts;
    if (!head || now === null || head.position < this.newest) return null;
    // No moment is both the database's and not before the last event's.
    if (Date.parse(head.recordedAt) - Date.parse(now) > LARGEST_LEAD_MS) return null;
    const reference = this.reference.cachedAt(head);
    if (!reference) return null;
    const documents: LoadedDocument[] = [];
    for (const { recall } of queued.flatMap(({ work }) => work.requirements)) {
      const known = recall(this.facts, reference);
      if (!known) return null;
      documents.push(...known);
    }
    const unit = new UnitOfWork(headAt(head, now), reference, this.facts);
    unit.load(documents);
    return unit;
  }

  /** Makes the memory be as of the locked head: updated by what was written since its own, or else cleared. */
  catchUp(head: LogHead, since: LogSince | null): void {
    const { facts } = this;
    const known = facts.head;
    const isSameLog = known && (since?.hash ?? GENESIS_HASH).equals(known.hash);
    const continues = isSameLog && known.readModels === head.readModels;
    if (!continues || head.position - known.position > MOST_FOREIGN) facts.clear();
    else facts.applyForeign(since?.changed ?? []);
    facts.forgetKeys();
    facts.head = head;
    this.newest = head.position;
  }

  /** Follows an append of this node from the head on; `states` are those of its unit of work. */
  follow(
    from: number,
    to: NonNullable<FactCache['head']>,
    { changes, states }: { changes: readonly DocumentChange[]; states: Iterable<LoadedDocument> },
  ): void {
    if (this.position !== from) throw new Error(`the memory is at ${this.position}, not at ${from}`);
    this.facts.apply(changes);
    this.facts.remember(states);
    this.facts.head = to;
  }

  /**
   * Notes that the log has reached a position. Streams that another node changed are forgotten at once, not with the next
   * batch: they may have been erased.
   */
  notice({ to, streams }: LogRange): void {
    this.newest = Math.max(this.newest, to);
    if (to <= this.position) return;
    this.facts.forget(streams);
    this.changedMeanwhile?.push(...streams);
  }

  /** Keeps facts that were read at an end of the log, if that is the head; only between batches. */
  prime(end: KnownEnd, fill: (facts: FactCache) => void): void {
    if (!this.isOn) return;
    this.facts.head ??= { ...end, recordedAt: '' };
    const { position, hash, readModels } = this.facts.head;
    if (position === end.position && hash.equals(end.hash) && readModels === end.readModels) fill(this.facts);
  }

  /** The position of the head; 0 when nothing is known. */
  private get position(): number {
    return this.facts.head?.position ?? 0;
  }
}
