import { randomUUID } from 'node:crypto';
import type { Day } from '@domain/dates.js';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from './clock.js';
import { logger } from './logger.js';
import { messageOf } from './thrown.js';
import type { Idempotency, WriteContext } from './write-context.js';

const MINUTE_MS = 60_000;

/** A write by nobody of the staff. */
export type OwnRequest = { write: WriteContext; idempotency: Idempotency | null };

/**
 * Something that is done at the start and on each new day of the hotel. Every node does it; what is left to do is decided
 * inside the writer's lock, so it is done once. A run that fails is tried again in a minute.
 */
export abstract class DailyTask implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private doneOn: Day | null = null;
  private running: Promise<void> = Promise.resolve();

  /** `done` and `failed` are what the log says of a run. */
  constructor(
    private readonly clock: Clock,
    private readonly said: { done: string; failed: string },
  ) {}

  /** Does what is due; answers how much it was. */
  protected abstract work(today: Day, request: OwnRequest): Promise<number>;

  /** Does what is due now and on each new day. */
  protected begin(): void {
    this.timer = setInterval(() => this.check(), MINUTE_MS).unref();
    this.check();
  }

  /** Does what is due if the day is a new one; resolves once it is done. */
  check(): Promise<void> {
    this.running = this.running.then(() => this.runOnNewDay());
    return this.running;
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  private async runOnNewDay(): Promise<void> {
    const today = this.clock.today();
    if (today === this.doneOn) return;
    try {
      const write = { staffId: null, terminal: null, requestId: randomUUID() };
      const count = await this.work(today, { write, idempotency: null });
      this.doneOn = today;
      if (count > 0) logger.info({ count }, this.said.done);
    } catch (error) {
      logger.warn({ error: messageOf(error) }, `${this.said.failed}; next try in a minute`);
    }
  }
}

/** A daily task that works through records in the order of their ids, some at a time. */
export abstract class DailyErasure<Due extends { id: number }> extends DailyTask {
  /** Begins to erase what is due, now and on each new day. */
  start(): void {
    this.begin();
  }

  /** The next records that are due, with ids above this one; none at the end. */
  protected abstract due(today: Day, after: number): Promise<Due[]>;

  /** Erases those that are still due under the lock; answers how many. */
  protected abstract erase(due: readonly Due[], today: Day, request: OwnRequest): Promise<number>;

  protected async work(today: Day, request: OwnRequest): Promise<number> {
    let [erased, after] = [0, 0];
    for (;;) {
      const due = await this.due(today, after);
      if (due.length === 0) return erased;
      erased += await this.erase(due, today, request);
      after = due.at(-1)?.id ?? after;
    }
  }
}
