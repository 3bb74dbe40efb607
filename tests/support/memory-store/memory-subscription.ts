import type { StretchHandler } from '../../../backend/event-store/log-subscription.js';
import type { MemoryDatabase } from './memory-database.js';

/** The streams that were touched after a position, up to another. */
export function touchedIn({ rows }: MemoryDatabase, from: number, to: number): string[] {
  return [...new Set(rows.slice(from, to).map(({ stream }) => stream))];
}

/** Follows a log in memory from a position on; each stretch waits until the one before is settled. */
export class MemorySubscription {
  private pulling: Promise<void> | null = null;

  constructor(
    private readonly database: MemoryDatabase,
    private readonly followers: Set<() => void>,
    private position: number,
    private readonly handle: StretchHandler,
  ) {}

  /** Begins to follow. */
  async start(): Promise<void> {
    this.followers.add(this.ring);
    this.ring();
  }

  /** Stops following; a stretch being handled is waited for. */
  async close(): Promise<void> {
    this.followers.delete(this.ring);
    await this.pulling;
  }

  private readonly ring = (): void => {
    this.pulling ??= this.pull();
  };

  private async pull(): Promise<void> {
    while (this.followers.has(this.ring) && this.position < this.database.position) {
      const { position: from } = this;
      const { position: to, hash } = this.database;
      await this.handle({
        from,
        to,
        hash: hash.toString('hex'),
        streams: touchedIn(this.database, from, to),
      });
      this.position = to;
    }
    // In the same breath as the look at the log: what comes later rings anew.
    this.pulling = null;
  }
}
