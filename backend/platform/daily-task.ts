import type { Day } from '@domain/dates.js';
import type { Clock } from './clock.js';
import { logger } from './logger.js';

const MINUTE_MS = 60_000;

/** Runs a task at the start and on each new day of the hotel; one that fails is tried again in a minute. */
export class DailyTask {
  private timer: NodeJS.Timeout | null = null;
  private doneOn: Day | null = null;
  private running: Promise<void> = Promise.resolve();

  /** `failure` is logged when the task throws. */
  constructor(
    private readonly clock: Clock,
    private readonly failure: string,
    private readonly run: (today: Day) => Promise<void>,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.check(), MINUTE_MS).unref();
    this.check();
  }

  /** Runs the task if the day is a new one; resolves once it is done. */
  check(): Promise<void> {
    this.running = this.running.then(() => this.runOnNewDay());
    return this.running;
  }

  /** Starts no further run; resolves once the present one has ended. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  private async runOnNewDay(): Promise<void> {
    const today = this.clock.today();
    if (today === this.doneOn) return;
    try {
      await this.run(today);
      this.doneOn = today;
    } catch (error) {
      logger.warn({ error: (error as Error).message }, `${this.failure}; next try in a minute`);
    }
  }
}
