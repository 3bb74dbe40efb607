import { setTimeout as pause } from 'node:timers/promises';
import type { ImportSummary } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import { IMPORT_PROGRESS, importSummaries } from '../imports/import-summaries.public.js';
import type { HotelDatabase } from '../platform/database.js';
import { NotificationListener } from '../platform/notification-listener.js';

const INTERVAL_MS = 200;

/** Reports the progress of imports on all nodes, up to their end. */
export class ImportProgressRelay {
  private readonly listener: NotificationListener;
  /** The last reported progress of each import. */
  private reported: ReadonlyMap<number, Pick<ImportSummary, 'status' | 'done'>> = new Map();

  constructor(
    databaseUrl: string,
    private readonly database: HotelDatabase,
    private readonly report: (summary: ImportSummary) => void,
  ) {
    this.listener = new NotificationListener(databaseUrl, IMPORT_PROGRESS, () => this.check());
  }

  /** Starts following. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** Stops following. */
  close(): Promise<void> {
    return this.listener.close();
  }

  /** The running imports. */
  running(): Promise<ImportSummary[]> {
    return importSummaries(this.database, sql`status = 'running'`);
  }

  private async check(): Promise<void> {
    const running = [...this.reported].flatMap(([id, { status }]) => (status === 'running' ? [id] : []));
    const summaries = await importSummaries(
      this.database,
      sql`status = 'running' or id = any(${running}::int[])
          or finished_at > clock_timestamp() - interval '1 minute'`,
    );
    const before = this.reported;
    this.reported = new Map(summaries.map(({ id, status, done }) => [id, { status, done }]));
    for (const summary of summaries.reverse()) {
      const { id, status, done } = summary;
      const known = before.get(id);
      if (known?.status !== status || known.done !== done) this.report(summary);
    }
    await pause(INTERVAL_MS);
  }
}
