import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { REUSED } from '../event-store/idempotency-cache.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { LONG_RUNNING_DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { readChannelFile } from './file/read-channel-file.js';
import { fileDigest } from './file-digest.js';
import { IMPORT_PROGRESS } from './import-summaries.public.js';
import { isKnownWhole, repeatResults } from './repeat-import.js';
import { stageRows } from './stage-rows.js';

/** NOTIFY channel that rings when an import waits to be worked off. */
export const IMPORT_STAGED = 'csv_import_staged';

/** A file to take in, on which nobody writes any more. */
export type ImportFile = { path: string; name: string };

/** Who brings a file and how; the same key with the same file is the same import. */
export type ImportOrder = { dryRun: boolean; write: WriteContext; idempotencyKey: string | null };

type Draft = { file: ImportFile; order: ImportOrder; digest: Buffer };

const KEY_TAKEN = 'csv_imports_idempotency_key_key';

/** Reads a file to its end: one that is wrong as a whole is refused. */
async function readThrough(path: string, timezone: string): Promise<void> {
  const rows = readChannelFile(path, { timezone });
  while (!(await rows.next()).done);
}

/** Takes files in: every row of one is stored before any is worked off, or nothing of it is. */
@Injectable()
export class ImportIntake {
  constructor(
    @Inject(LONG_RUNNING_DATABASE) private readonly database: HotelDatabase,
    private readonly clock: Clock,
  ) {}

  /** Takes a file in and returns its import's id; throws RefusedError for a file that is refused whole. */
  async take(file: ImportFile, order: ImportOrder): Promise<number> {
    const digest = await fileDigest(file.path);
    try {
      return await this.database.transaction().execute(async (database) => {
        // One file is taken in by one caller at a time, on whatever node; a large one takes its time.
        await sql`select pg_advisory_xact_lock(${digest.readBigInt64BE(0).toString()}::bigint)`.execute(
          database,
        );
        const draft = { file, order, digest };
        return (await this.known(database, draft)) ?? (await this.stage(database, draft));
      });
    } catch (error) {
      // Another file came with this key in the same moment: now it is known.
      if ((error as { constraint?: string }).constraint === KEY_TAKEN) return this.take(file, order);
      throw error;
    }
  }

  /** The import that this very call asks for, when there is one already: by its key, or one that still runs. */
  private async known(database: HotelDatabase, { file, order, digest }: Draft): Promise<number | null> {
    const imports = database.selectFrom('csv_imports').select('id');
    if (order.idempotencyKey !== null) {
      const same = await imports
        .select(['digest', 'dry_run'])
        .where('idempotency_key', '=', order.idempotencyKey)
        .executeTakeFirst();
      if (same?.digest.equals(digest) && same.dry_run === order.dryRun) return same.id;
      if (same) {
        await readThrough(file.path, this.clock.timezone); // What is wrong with the file itself is told first (contract 1).
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
    const earlier = await this.workedOff(database, draft);
    const id = await this.open(database, draft);
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

  /** The last import of the same bytes, when nothing of it is left to be done. */
  private async workedOff(database: HotelDatabase, { order, digest }: Draft): Promise<number | null> {
    if (order.dryRun) return null;
    const last = await database
      .selectFrom('csv_imports')
      .select('id')
      .where('digest', '=', digest)
      .where('dry_run', '=', false)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return last && (await isKnownWhole(database, last.id)) ? last.id : null;
  }

  private async open(database: HotelDatabase, { file, order, digest }: Draft): Promise<number> {
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
