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
 * Something that is created some months ahead, at the start and on each new day of the hotel. Every node does; what is missing
 * is decided inside the writer's lock, so it is created once. A run that fails is tried again in a minute.
 */
export abstract class CreatedAhead implements OnApplicationShutdown {
  private monthsAhead = 0;
  private timer: NodeJS.Timeout | null = null;
  private doneOn: Day | null = null;
  private running: Promise<void> = Promise.resolve();

  /** `what` is created, as the log says. */
  constructor(
    private readonly clock: Clock,
    private readonly what: string,
  ) {}

  /** Creates what is missing up to so many months after today's; answers how much it was. */
  protected abstract create(today: Day, monthsAhead: number, request: OwnRequest): Promise<number>;

  /** Starts to keep this many months ahead; 0 for none. */
  start(monthsAhead: number): void {
    if (monthsAhead === 0) return;
    this.monthsAhead = monthsAhead;
    this.timer = setInterval(() => this.check(), MINUTE_MS).unref();
    this.check();
  }

  /** Creates what is missing if the day is a new one; resolves once it is done. */
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
      const created = await this.create(today, this.monthsAhead, { write, idempotency: null });
      this.doneOn = today;
      if (created > 0) logger.info({ created }, `${this.what} were created ahead`);
    } catch (error) {
      logger.warn({ error: messageOf(error) }, `${this.what} could not be created; next try in a minute`);
    }
  }
}
