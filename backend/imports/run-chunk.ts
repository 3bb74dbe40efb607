import { createHash } from 'node:crypto';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import type { EventStore } from '../event-store/event-store.js';
import type { Work } from '../event-store/work.js';
import type { Clock } from '../platform/clock.js';
import { traceOf } from '../platform/error-trace.js';
import { isUnavailable } from '../platform/errors.js';
import { logger } from '../platform/logger.js';
import type { WriteContext } from '../platform/write-context.js';
import { derivedUuid } from './file-digest.js';
import { importRow, type RowResult } from './import-row.js';

/** What staff read of a row that met a fault of the product's own. */
const UNEXPECTED = '取り込み中にエラーが発生しました';

/** An import that is being worked off. */
export type RunningImport = { id: number; dryRun: boolean; write: WriteContext };

/** A row that waits for its turn. */
export type WaitingRow = { line: number; step: number; digest: string; row: ChannelReservation };

/** Runs works in their order, each after those before it; answers once what was done is durable, or as if it were. */
export type ChunkContext = (works: readonly Work<RowResult>[]) => Promise<PromiseSettledResult<RowResult>[]>;

/** Runs rows in the writer's lock, beside what staff save; they wait for a full queue, since none may fail for it. */
export const chunkContextOn =
  (store: EventStore): ChunkContext =>
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

function resultOf(error: unknown, importId: number, { line, row }: WaitingRow): RowResult {
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

/** Works off a few rows in their order; one that meets an unexpected error fails, and the others go on. */
export async function runChunk(
  running: RunningImport,
  rows: readonly WaitingRow[],
  clock: Clock,
  run: ChunkContext,
): Promise<RowResult[]> {
  const answers = await run(rows.map((row) => workOf(running, row, clock)));
  return rows.map((row, index) => {
    const answer = answers[index];
    return answer?.status === 'fulfilled' ? answer.value : resultOf(answer?.reason, running.id, row);
  });
}
