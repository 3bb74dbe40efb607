import { roomNumbersOf } from '@domain/move-in/cell-values.js';
import { guessMapping } from '@domain/move-in/guess-mapping.js';
import { layoutOf, OWN_SYSTEM } from '@domain/move-in/layouts.js';
import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { REUSED } from '../event-store/idempotency-cache.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { fileDigest, inBatches } from '../platform/incoming-file.js';
import { LONG_RUNNING_DATABASE } from '../platform/platform.module.js';
import type { WriteContext } from '../platform/write-context.js';
import { type FileRow, headerSignature, openMoveInFile } from './move-in-file.js';

/** An uploaded file, and who sent it; the same key with the same file is the same upload. */
export type MoveInUpload = { path: string; name: string; write: WriteContext; idempotencyKey: string | null };

const BATCH_ROWS = 500;
const SAMPLE_ROWS = 50;
const KEY_TAKEN = 'move_ins_idempotency_key_key';

/** What is known of a file's columns before anybody has looked at them. */
type KnownColumns = { mapping: ColumnMapping; system: string; past: PastChoice };

async function insertRows(database: HotelDatabase, id: number, rows: readonly FileRow[]): Promise<void> {
  await sql`
    insert into move_in_rows (move_in_id, line, cells)
    select ${id}, * from unnest(
      ${rows.map(({ line }) => line)}::int[], ${rows.map(({ cells }) => JSON.stringify(cells))}::json[])`.execute(
    database,
  );
}

/** Accepts files of other systems: all rows of a file are stored, or none. */
@Injectable()
export class MoveInIntake {
  constructor(
    @Inject(LONG_RUNNING_DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** Stores a file and returns its id; throws RefusedError for one that cannot be read. */
  async take(upload: MoveInUpload): Promise<number> {
    const digest = await fileDigest(upload.path);
    const known = await this.known(upload, digest);
    if (known !== null) return known;
    try {
      return await this.database.transaction().execute((database) => this.stage(database, upload, digest));
    } catch (error) {
      // Another file with this key arrived at the same moment: it is found by the key now.
      if ((error as { constraint?: string }).constraint === KEY_TAKEN) return this.take(upload);
      throw error;
    }
  }

  private async known({ path, idempotencyKey }: MoveInUpload, digest: Buffer): Promise<number | null> {
    if (idempotencyKey === null) return null;
    const same = await this.database
      .selectFrom('move_ins')
      .select(['id', 'digest'])
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    if (same && !same.digest.equals(digest)) {
      const { rows } = await openMoveInFile(path); // An invalid file is the first error to report (contract 1).
      while (!(await rows.next()).done);
      throw REUSED;
    }
    return same?.id ?? null;
  }

  private async stage(database: HotelDatabase, upload: MoveInUpload, digest: Buffer): Promise<number> {
    const { header, rows } = await openMoveInFile(upload.path);
    const signature = headerSignature(header.cells);
    const { id } = await database
      .insertInto('move_ins')
      .values({
        file_name: upload.name,
        digest,
        header: JSON.stringify(header.cells),
        header_line: header.line,
        signature,
        rows: 0,
        staff_id: upload.write.staffId,
        terminal: upload.write.terminal,
        request_id: upload.write.requestId,
        idempotency_key: upload.idempotencyKey,
        finished_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    let count = 0;
    const sample: string[][] = [];
    for await (const batch of inBatches(rows, BATCH_ROWS)) {
      await insertRows(database, id, batch);
      if (count === 0) sample.push(...batch.slice(0, SAMPLE_ROWS).map(({ cells }) => cells));
      count += batch.length;
    }
    const { mapping, ...known } = await this.columns(signature, header.cells, sample);
    await database
      .updateTable('move_ins')
      .set({ rows: count, mapping: JSON.stringify(mapping), ...known })
      .where('id', '=', id)
      .execute();
    return id;
  }

  private async columns(signature: string, header: string[], sample: string[][]): Promise<KnownColumns> {
    const layout = layoutOf(header);
    const past = layout?.system === OWN_SYSTEM ? 'as_is' : 'completed';
    const remembered = await this.database
      .selectFrom('move_in_mappings')
      .select(['mapping', 'system'])
      .where('signature', '=', signature)
      .executeTakeFirst();
    if (remembered) return { ...remembered, past };
    const { reference } = await this.store.current();
    const context = { rooms: roomNumbersOf(reference.rooms), today: this.clock.today() };
    return { mapping: guessMapping(header, sample, context), system: layout?.system ?? '', past };
  }
}
