import { Injectable } from '@nestjs/common';
import { logger } from '../platform/logger.js';
import { CheckpointService } from './checkpoint.service.js';
import { CheckpointRefusal } from './evidence-folder.js';

const MINUTE_MS = 60_000;

/** Calls a function at an interval until the returned function is called. */
type Repeat = (call: () => void, everyMs: number) => () => void;

const byTimer: Repeat = (call, everyMs) => {
  const timer = setInterval(call, everyMs).unref();
  return () => clearInterval(timer);
};

/** Makes a checkpoint at the start, at an interval and at shutdown; a new one is signed only if the log has moved. */
@Injectable()
export class CheckpointSchedule {
  private cancel: (() => void) | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly checkpoints: CheckpointService) {}

  /** Starts the schedule; 0 minutes is never. */
  start(everyMinutes: number, repeat: Repeat = byTimer): void {
    if (everyMinutes === 0) return;
    this.cancel = repeat(() => this.run(), everyMinutes * MINUTE_MS);
    this.run();
  }

  /** Stops the schedule with a last checkpoint. */
  async stop(): Promise<void> {
    if (!this.cancel) return;
    this.cancel();
    this.cancel = null;
    this.run();
    await this.settled();
  }

  /** Waits for the checkpoint in progress. */
  settled(): Promise<void> {
    return this.running;
  }

  private run(): void {
    this.running = this.running.then(() => this.make());
  }

  private async make(): Promise<void> {
    try {
      await this.checkpoints.make();
    } catch (error) {
      // The service has logged its own refusals.
      if (error instanceof CheckpointRefusal) return;
      logger.warn({ error: (error as Error).message }, 'no checkpoint could be made; it is tried again');
    }
  }
}
