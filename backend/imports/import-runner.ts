import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { ImportSummary } from '@wire/csv-imports.js';
import { EventStore } from '../event-store/event-store.js';
import { ADVISORY_LOCKS } from '../platform/advisory-locks.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase, Queryable } from '../platform/database.js';
import { NotificationListener } from '../platform/notification-listener.js';
import { DATABASE, DATABASE_URL } from '../platform/platform.module.js';
import { IMPORT_STAGED } from './import-intake.js';
import { importSummary } from './import-summaries.public.js';
import { beginAgain, finishImport, oldestUnfinished, waitingRows, writeResults } from './row-store.js';
import { type ChunkContext, chunkContextOn, type RunningImport, runChunk } from './run-chunk.js';

/** Rows that are committed together: what a save at the desk waits for at most. */
const CHUNK = 50;
const LOOK_MS = 25;

/**
 * Works off the imports of the hotel, the oldest first, on one node at a time: whoever holds a lock that the database
 * frees when its holder's connection ends. A row that was committed just before answers as it did, by its key.
 */
@Injectable()
export class ImportRunner implements BeforeApplicationShutdown {
  private readonly bell: NotificationListener;
  private closed = false;

  constructor(
    @Inject(DATABASE_URL) databaseUrl: string,
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {
    this.bell = new NotificationListener(databaseUrl, IMPORT_STAGED, (client) => this.workOff(client));
  }

  /** Begins to work off what waits, and what comes. */
  start(): Promise<void> {
    return this.bell.start();
  }

  /** Stops after the rows under way; the next start, or another node, goes on there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    await this.bell.close();
  }

  /** Waits until an import is done, on whatever node, but not for ever; tells how far it came. */
  async finished(importId: number, patienceMs: number): Promise<ImportSummary> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const summary = await importSummary(this.database, importId);
      if (!summary) throw new Error(`import ${importId} is gone`);
      if (summary.status === 'done' || this.closed || performance.now() > deadline) return summary;
      await pause(LOOK_MS);
    }
  }

  private async workOff(client: Queryable): Promise<void> {
    const { rows } = await client.query(`select pg_try_advisory_lock(${ADVISORY_LOCKS.imports}) as free`);
    if (!rows[0].free) return;
    try {
      let next = await oldestUnfinished(this.database);
      while (next && this.bell.isOpen(client)) {
        await this.run(next, next.done, client);
        next = await oldestUnfinished(this.database);
      }
    } finally {
      // With a lost connection the lock is lost as well.
      await client.query(`select pg_advisory_unlock(${ADVISORY_LOCKS.imports})`).catch(() => undefined);
    }
  }

  private async run(running: RunningImport, done: number, client: Queryable): Promise<void> {
    if (!running.dryRun) return this.runAll(running, client, chunkContextOn(this.store));
    if (done > 0) await beginAgain(this.database, running.id);
    const rehearsal = await this.store.rehearse();
    try {
      await this.runAll(running, client, (works) => rehearsal.execute(works));
    } finally {
      await rehearsal.close();
    }
  }

  private async runAll(running: RunningImport, client: Queryable, run: ChunkContext): Promise<void> {
    // The results of some rows are written while the next are worked off.
    let written: Promise<void> = Promise.resolve();
    for (let step = 0; this.bell.isOpen(client); ) {
      const rows = await waitingRows(this.database, running.id, step, CHUNK);
      const last = rows.at(-1);
      if (!last) {
        await written;
        return finishImport(this.database, running.id);
      }
      const [results] = await Promise.all([runChunk(running, rows, this.clock, run), written]);
      written = writeResults(this.database, running, rows, results);
      written.catch(() => undefined); // It is awaited, and fails, further on.
      step = last.step;
    }
    await written;
  }
}
