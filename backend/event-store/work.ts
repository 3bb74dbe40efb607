import type { Idempotency } from '../platform/write-context.js';
import type { DataRequirement } from './data-requirements.js';
import type { UnitOfWork } from './unit-of-work.js';

/** One command for the event store: what it needs, and its decision, made inside the writer's lock. */
export type Work<Answer> = {
  idempotency: Idempotency | null;
  requirements: readonly DataRequirement[];
  /** Waits for a full queue instead of being refused: only for the node's own work, which queues a bounded number. */
  waits?: boolean;
  /** Appends events and returns the answer, a JSON value; throws to refuse, and then nothing is written. */
  decide: (unit: UnitOfWork) => Answer;
};

/** A work in the queue, with the promise of its caller. */
export type QueuedWork = {
  work: Work<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};
