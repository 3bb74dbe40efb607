import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { REUSED } from '../event-store/idempotency-cache.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { LONG_RUNNING_DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { readChannelFile } from './channel-file.js';
import { fileDigest } from './import-file.js';
import { IMPORT_PROGRESS } from './import-summaries.public.js';
import { isFullyApplied, repeatResults, stageRows } from './stage-rows.js';

/** NOTIFY channel for imports that wait to be run. */
export const IMPORT_STAGED = 'csv_import_staged';

/** A file to import that is no longer written to. */
export type ImportFile = { path: string; name: string };

/** Who imports a file and how; the same key with the same file is the same import. */
export type ImportOrder = { dryRun: boolean; write: WriteContext; idempotencyKey: string | null };

type Draft = { file: ImportFile; order: ImportOrder; digest: Buffer };

const KEY_TAKEN = 'csv_imports_idempotency_key_key';

/** Reads a whole file, to refuse an invalid one. */
async function validateFile(path: string, timezone: string): Promise<void> {
  const rows = readChannelFile(path, { timezone });
  while (!(await rows.next()).done);
}

/** Accepts files: all rows of a file are stored before any is run, or none. */
@Injectable()
export class ImportIntake {
  constructor(
    @Inject(LONG_RUNNING_DATABASE) private readonly database: HotelDatabase,
    private readonly clock: Clock,
  ) {}

  /** Accepts a file and returns its import's id; throws RefusedError for an invalid file. */
  async take(file: ImportFile, order: ImportOrder): Promise<number> {
    const digest = await fileDigest(file.path);
    try {
      return await this.database.transaction().execute(async (database) => {
        // One caller at a time for each file, across nodes.
        await sql`select pg_advisory_xact_lock(${digest.readBigInt64BE(0).toString()}::bigint)`.execute(
          database,
        );
        const draft = { file, order, digest };
        return (await this.existing(database, draft)) ?? (await this.stage(database, draft));
      });
    } catch (error) {
      // Another file with this key arrived at the same moment: it is found by the key now.
      if ((error as { constraint?: string }).constraint === KEY_TAKEN) return this.take(file, order);
      throw error;
    }
  }

  /** An existing import of this request: by its key, or of the same file while it runs. */
  private async existing(database: HotelDatabase, { file, order, digest }: Draft): Promise<number | null> {
    const imports = database.selectFrom('csv_imports').select('id');
    if (order.idempotencyKey !== null) {
      const same = await imports
        .select(['digest', 'dry_run'])
        .where('idempotency_key', '=', order.idempotencyKey)
        .executeTakeFirst();
      if (same?.digest.equals(digest) && same.dry_run === order.dryRun) return same.id;
      if (same) {
        await validateFile(file.path, this.clock.timezone); // An invalid file is the first error to report (contract 1).
        throw REUSED;
      }
    }
    if (order.dryRun) return null;
    const running = await imports
      .where('digest', '=', digest)
      .where('dry_run', '=', false)
      .where('status', '=', 'running')
      .executeTakeFirst();
    return running?.id ?? null;
  }

  private async stage(database: HotelDatabase, draft: Draft): Promise<number> {
    const earlier = await this.fullyApplied(database, draft);
    const id = await this.insertImport(database, draft);
    if (earlier === null) {
      const rows = await stageRows(database, id, draft.file.path, this.clock.timezone);
      await database.updateTable('csv_imports').set({ rows }).where('id', '=', id).execute();
    } else {
      await repeatResults(database, earlier, id);
    }
    await sql`select pg_notify(${earlier === null ? IMPORT_STAGED : IMPORT_PROGRESS}, ${String(id)})`.execute(
      database,
    );
    return id;
  }

  /** The last import of the same bytes, if none of its rows can change anything any more. */
  private async fullyApplied(database: HotelDatabase, { order, digest }: Draft): Promise<number | null> {
    if (order.dryRun) return null;
    const last = await database
      .selectFrom('csv_imports')
      .select('id')
      .where('digest', '=', digest)
      .where('dry_run', '=', false)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return last && (await isFullyApplied(database, last.id)) ? last.id : null;
  }

  private async insertImport(database: HotelDatabase, { file, order, digest }: Draft): Promise<number> {
    const { id } = await database
      .insertInto('csv_imports')
      .values({
        file_name: file.name,
        digest,
        dry_run: order.dryRun,
        status: 'running',
        rows: 0,
        done: 0,
        counts: '{}',
        terminal: order.write.terminal,
        staff_id: order.write.staffId,
        request_id: order.write.requestId,
        idempotency_key: order.idempotencyKey,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
}
