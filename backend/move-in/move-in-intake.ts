import { roomNumbersOf } from '@domain/cells/values.js';
import { type ColumnLook, columnLook } from '@domain/move-in/column-looks.js';
import { guessMapping } from '@domain/move-in/guess-mapping.js';
import { layoutOf, OWN_SYSTEM } from '@domain/move-in/layouts.js';
import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import { itemAt } from '@domain/records.js';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { reusedKey } from '../event-store/idempotency-cache.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { fileDigest } from '../platform/incoming-file.js';
import { LONG_RUNNING_DATABASE } from '../platform/platform.module.js';
import { type RowBatch, rowsFromThread, withReaderThread } from '../platform/thread-rows.js';
import { detailOf } from '../platform/thrown.js';
import type { WriteContext } from '../platform/write-context.js';
import { type FileRow, headerSignature } from './move-in-file.js';

/** An uploaded file, and who sent it; the same key with the same file is the same upload. */
export type MoveInUpload = { path: string; name: string; write: WriteContext; idempotencyKey: string | null };

const SAMPLE_ROWS = 50;
const KEY_TAKEN = 'move_ins_idempotency_key_key';

/** Guess at a file's columns before anybody has looked at them. */
type KnownColumns = { mapping: ColumnMapping; system: string; past: PastChoice };

/** The first values of each column, wherever in the file they are. */
class ColumnValues {
  private readonly values: string[][];

  constructor(private readonly header: readonly string[]) {
    this.values = header.map(() => []);
  }

  add(rows: readonly FileRow[]): void {
    for (const [column, values] of this.values.entries()) {
      for (const { cells } of rows) {
        if (values.length >= SAMPLE_ROWS) break;
        const value = cells[column] ?? '';
        if (value !== '') values.push(value);
      }
    }
  }

  get isFull(): boolean {
    return this.values.every((values) => values.length >= SAMPLE_ROWS);
  }

  get looks(): (ColumnLook | null)[] {
    return this.header.map((name, column) => columnLook(name, this.values[column] ?? []));
  }
}

/** The header of a file alone, then its rows. */
const fileLines = (path: string): AsyncGenerator<RowBatch> =>
  rowsFromThread('move-in/move-in-file.thread', path);

const linesOf = ({ json }: RowBatch): FileRow[] => JSON.parse(json.toString());

async function insertRows(database: HotelDatabase, id: number, { json }: RowBatch): Promise<void> {
  await sql`
    insert into move_in_rows (move_in_id, line, cells)
    select ${id}, line, cells from json_to_recordset(${json}::json) as read(line int, cells json)`.execute(
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
    return withReaderThread(() => this.takeDigested(upload, digest));
  }

  private async takeDigested(upload: MoveInUpload, digest: Buffer): Promise<number> {
    const known = await this.known(upload, digest);
    if (known !== null) return known;
    try {
      return await this.database.transaction().execute((database) => this.stage(database, upload, digest));
    } catch (error) {
      // Another file with this key arrived at the same moment: it is found by the key now.
      if (detailOf(error, 'constraint') === KEY_TAKEN) return this.takeDigested(upload, digest);
      throw error;
    }
  }

  private async known({ path, idempotencyKey, write }: MoveInUpload, digest: Buffer): Promise<number | null> {
    if (idempotencyKey === null) return null;
    const same = await this.database
      .selectFrom('move_ins')
      .select(['id', 'digest', 'staff_id'])
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    if (same && (same.staff_id !== write.staffId || !same.digest.equals(digest))) {
      for await (const _lines of fileLines(path)); // An invalid file is the first error to report (contract 1).
      throw reusedKey();
    }
    return same?.id ?? null;
  }

  private async stage(database: HotelDatabase, upload: MoveInUpload, digest: Buffer): Promise<number> {
    let file: { id: number; header: string[]; values: ColumnValues } | null = null;
    let sample: string[][] | null = null;
    let count = 0;
    for await (const batch of fileLines(upload.path)) {
      if (!file) {
        const header = itemAt(linesOf(batch), 0);
        const id = await this.insertFile(database, upload, digest, header);
        file = { id, header: header.cells, values: new ColumnValues(header.cells) };
        continue;
      }
      if (!file.values.isFull) {
        const lines = linesOf(batch);
        sample ??= lines.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
        file.values.add(lines);
      }
      await insertRows(database, file.id, batch);
      count += batch.count;
    }
    if (!file) throw new Error('a file without a header is refused');
    const { mapping, ...known } = await this.columns(database, file.header, sample ?? []);
    await database
      .updateTable('move_ins')
      .set({
        ...{ rows: count, mapping: JSON.stringify(mapping), looks: JSON.stringify(file.values.looks) },
        ...known,
      })
      .where('id', '=', file.id)
      .execute();
    return file.id;
  }

  private async insertFile(
    database: HotelDatabase,
    upload: MoveInUpload,
    digest: Buffer,
    header: FileRow,
  ): Promise<number> {
    const { id } = await database
      .insertInto('move_ins')
      .values({
        file_name: upload.name,
        digest,
        header: JSON.stringify(header.cells),
        header_line: header.line,
        signature: headerSignature(header.cells),
        rows: 0,
        staff_id: upload.write.staffId,
        terminal: upload.write.terminal,
        request_id: upload.write.requestId,
        idempotency_key: upload.idempotencyKey,
        finished_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  private async columns(
    database: HotelDatabase,
    header: string[],
    sample: string[][],
  ): Promise<KnownColumns> {
    const layout = layoutOf(header);
    const past = layout?.system === OWN_SYSTEM ? 'as_is' : 'completed';
    const remembered = await database
      .selectFrom('move_in_mappings')
      .select(['mapping', 'system'])
      .where('signature', '=', headerSignature(header))
      .executeTakeFirst();
    if (remembered) return { ...remembered, past };
    const { reference } = await this.store.current();
    const context = { rooms: roomNumbersOf(reference.rooms), today: this.clock.today() };
    return { mapping: guessMapping(header, sample, context), system: layout?.system ?? '', past };
  }
}
