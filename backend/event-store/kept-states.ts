import type { Versioned } from './stream-definition.js';

const MOST_KEPT = 10_000;

/**
 * Newest states of streams in memory, so that a calendar that is looked at again reads only what has changed. What is kept
 * holds for one version of the stream; those not asked for the longest go when there are too many.
 */
export class KeptStates {
  private readonly kept = new Map<string, Versioned>();

  constructor(private readonly limit = MOST_KEPT) {}

  /** The state that a stream has in a version, if it is known. */
  find(stream: string, version: number): Versioned | null {
    const state = this.kept.get(stream);
    if (state?.version !== version) return null;
    this.keep(stream, state);
    return state;
  }

  /** Keeps a state as the one that was asked for last. */
  keep(stream: string, state: Versioned): void {
    this.kept.delete(stream);
    this.kept.set(stream, state);
    if (this.kept.size <= this.limit) return;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.kept.delete(oldest);
  }
}
