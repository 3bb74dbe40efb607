import { setTimeout as pause } from 'node:timers/promises';
import type { ImportSummary } from '@wire/csv-imports.js';
import { sql } from 'kysely';
import { IMPORT_PROGRESS, importSummaries } from '../imports/import-summaries.public.js';
import type { HotelDatabase } from '../platform/database.js';
import { NotificationListener } from '../platform/notification-listener.js';

const BETWEEN_LOOKS_MS = 200;

/** Follows the imports of the hotel, on whatever node they run, and tells how far each has come: the end always. */
export class ImportProgressRelay {
  private readonly bell: NotificationListener;
  /** How far each import was told to be, of those that the last look found. */
  private told: ReadonlyMap<number, Pick<ImportSummary, 'status' | 'done'>> = new Map();

  constructor(
    databaseUrl: string,
    private readonly database: HotelDatabase,
    private readonly tell: (summary: ImportSummary) => void,
  ) {
    this.bell = new NotificationListener(databaseUrl, IMPORT_PROGRESS, () => this.look());
  }

  /** Begins to follow. */
  start(): Promise<void> {
    return this.bell.start();
  }

  /** Stops following. */
  close(): Promise<void> {
    return this.bell.close();
  }

  /** The imports that run now. */
  running(): Promise<ImportSummary[]> {
    return importSummaries(this.database, sql`status = 'running'`);
  }

  private async look(): Promise<void> {
    const running = [...this.told].flatMap(([id, { status }]) => (status === 'running' ? [id] : []));
    const summaries = await importSummaries(
      this.database,
      sql`status = 'running' or id = any(${running}::int[])
          or finished_at > clock_timestamp() - interval '1 minute'`,
    );
    const before = this.told;
    this.told = new Map(summaries.map(({ id, status, done }) => [id, { status, done }]));
    for (const summary of summaries.reverse()) {
      const { id, status, done } = summary;
      const known = before.get(id);
      if (known?.status !== status || known.done !== done) this.tell(summary);
    }
    await pause(BETWEEN_LOOKS_MS);
  }
}
