import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { ImportSummary } from '@wire/csv-imports.js';
import { EventStore } from '../event-store/event-store.js';
import type { Work } from '../event-store/unit-of-work.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { Clock } from '../platform/clock.js';
import { type HotelDatabase, type Queryable, queryRow } from '../platform/database.js';
import { isUnavailable, traceOf } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { DATABASE, DATABASE_URL } from '../platform/platform.module.js';
import { derivedUuid } from './import-file.js';
import { IMPORT_STAGED } from './import-intake.js';
import { importRow, type RowResult } from './import-row.js';
import { importSummary } from './import-summaries.public.js';
import {
  finishImport,
  nextRunning,
  type RunningImport,
  resetDryRun,
  type WaitingRow,
  waitingRows,
  writeResults,
} from './row-store.js';

/** Rows per commit: the most that a save at the front desk waits for. */
const CHUNK_ROWS = 50;
const POLL_MS = 25;

/** Shown to staff for a row that failed with an unexpected error. */
const UNEXPECTED = '取り込み中にエラーが発生しました';

/** Runs works in order and resolves once their events are durable, or would be in a dry run. */
export type RunWorks = (works: readonly Work<RowResult>[]) => Promise<PromiseSettledResult<RowResult>[]>;

/** Runs works on the writer, beside commands of staff; they wait for room in its queue instead of failing. */
export const runOn =
  (store: EventStore): RunWorks =>
  (works) =>
    Promise.allSettled(works.map((work) => store.execute({ ...work, waits: true })));

function workOf(
  { id, write }: RunningImport,
  { line, digest, row }: WaitingRow,
  clock: Clock,
): Work<RowResult> {
  const fingerprint = createHash('sha256').update(digest).digest();
  const idempotency = { key: derivedUuid('csv_import', id, line), fingerprint };
  try {
    return importRow(row, { write, idempotency, clock });
  } catch (error) {
    const decide = (): never => {
      throw error;
    };
    return { idempotency, requirements: [], decide };
  }
}

function failedResult(error: unknown, importId: number, { line, row }: WaitingRow): RowResult {
  if (isUnavailable(error)) throw error;
  logger.error({ import_id: importId, line, stack: traceOf(error) }, 'a row could not be imported');
  return {
    outcome: 'failed',
    reason: null,
    detail: UNEXPECTED,
    csv_reservation_id: null,
    booking_id: null,
    booking_number: row.bookingNumber,
    warnings: [],
    rooms: [],
  };
}

/** Imports a few rows in order; one that meets an unexpected error fails without affecting the others. */
export async function runChunk(
  running: RunningImport,
  rows: readonly WaitingRow[],
  clock: Clock,
  run: RunWorks,
): Promise<RowResult[]> {
  const answers = await run(rows.map((row) => workOf(running, row, clock)));
  return rows.map((row, index) => {
    const answer = answers[index];
    return answer?.status === 'fulfilled' ? answer.value : failedResult(answer?.reason, running.id, row);
  });
}

/**
 * Runs the imports of the hotel, the oldest first, on one node at a time: the one that holds an advisory lock, which the
 * database releases when the connection ends. After a crash, rows committed before it answer by their idempotency key.
 */
@Injectable()
export class ImportRunner implements BeforeApplicationShutdown {
  private readonly listener: NotificationListener;
  private closed = false;

  constructor(
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {
    this.listener = new NotificationListener(databaseUrl, IMPORT_STAGED, (client) => this.runWaiting(client));
  }

  /** Starts running imports, those that wait and those to come. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** Stops after the current rows; the next start, or another node, resumes there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    await this.listener.close();
  }

  /** Waits until an import is done, on whatever node, but no longer than a timeout; returns its progress. */
  async finished(importId: number, timeoutMs: number): Promise<ImportSummary> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const summary = await importSummary(this.database, importId);
      if (!summary) throw new Error(`import ${importId} is gone`);
      if (summary.status === 'done' || this.closed || performance.now() > deadline) return summary;
      await pause(POLL_MS);
    }
  }

  private async runWaiting(client: Queryable): Promise<void> {
    // The lock belongs to the session of the listener's connection, which Kysely does not see.
    const lock = `select pg_try_advisory_lock(${ADVISORY_LOCKS.imports}) as locked`;
    const { locked } = await queryRow<{ locked: boolean }>(client, lock);
    if (!locked) return;
    try {
      let next = await nextRunning(this.database);
      while (next && this.listener.isOpen(client)) {
        await this.run(next, next.done, client);
        next = await nextRunning(this.database);
      }
    } finally {
      // A lost connection has released the lock already.
      await client.query(`select pg_advisory_unlock(${ADVISORY_LOCKS.imports})`).catch(() => undefined);
    }
  }

  private async run(running: RunningImport, done: number, client: Queryable): Promise<void> {
    if (!running.dryRun) return this.runRows(running, client, runOn(this.store));
    if (done > 0) await resetDryRun(this.database, running.id);
    const dryRun = await this.store.dryRun();
    try {
      await this.runRows(running, client, (works) => dryRun.execute(works));
    } finally {
      await dryRun.close();
    }
  }

  private async runRows(running: RunningImport, client: Queryable, run: RunWorks): Promise<void> {
    // Results are written while the next rows run.
    let written: Promise<void> = Promise.resolve();
    for (let step = 0; this.listener.isOpen(client); ) {
      const rows = await waitingRows(this.database, running.id, step, CHUNK_ROWS);
      const last = rows.at(-1);
      if (!last) {
        await written;
        return finishImport(this.database, running.id);
      }
      const [results] = await Promise.all([runChunk(running, rows, this.clock, run), written]);
      written = writeResults(this.database, running, rows, results);
      written.catch(() => undefined); // Awaited, and thrown, in the next round.
      step = last.step;
    }
    await written;
  }
}
