import { Injectable } from '@nestjs/common';
import { logger } from '../platform/logger.js';
import { CheckpointService } from './checkpoint.service.js';
import { CheckpointRefusal } from './evidence-errors.js';

const A_MINUTE_MS = 60_000;

/** Calls something again and again; returns how to leave off. */
export type Repeat = (call: () => void, everyMs: number) => () => void;

const byTimer: Repeat = (call, everyMs) => {
  const timer = setInterval(call, everyMs).unref();
  return () => clearInterval(timer);
};

/** Signs a checkpoint at the start, on a schedule and when the server ends in order, each time only if the log moved. */
@Injectable()
export class CheckpointSchedule {
  private leaveOff: (() => void) | null = null;
  private making: Promise<void> = Promise.resolve();

  constructor(private readonly desk: CheckpointService) {}

  /** Begins; 0 minutes is never. */
  start(everyMinutes: number, repeat: Repeat = byTimer): void {
    if (everyMinutes === 0) return;
    this.leaveOff = repeat(() => this.make(), everyMinutes * A_MINUTE_MS);
    this.make();
  }

  /** Leaves off, with a last checkpoint. */
  async stop(): Promise<void> {
    if (!this.leaveOff) return;
    this.leaveOff();
    this.leaveOff = null;
    this.make();
    await this.settled();
  }

  /** Waits for what is being made. */
  settled(): Promise<void> {
    return this.making;
  }

  private make(): void {
    this.making = this.making
      .then(() => this.desk.make())
      .then(() => undefined)
      .catch((error: Error) => {
        // What the desk refused it has logged already.
        if (error instanceof CheckpointRefusal) return;
        logger.warn({ error: error.message }, 'no checkpoint could be made; it is tried again');
      });
  }
}
