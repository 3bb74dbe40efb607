import type { FailureReason } from '@domain/imports/csv-reservation.js';
import type { Flag } from '@domain/reservation/reservation.js';
import type { CsvRecord } from './csv-record.js';

/** Outcome of a row of an import file. */
export const ROW_OUTCOMES = ['new', 'changed', 'cancelled', 'unchanged', 'superseded', 'failed'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Number of rows by outcome. */
export type OutcomeCounts = Record<RowOutcome, number>;

/** Result of one room of a row. */
export type RoomResult = {
  room_index: number;
  outcome: RowOutcome;
  reason: FailureReason | null;
  detail: string;
  csv_reservation_id: number | null;
  booking_id: number | null;
};

/** Values of a row: empty for no guest or no room, null for a date that cannot be read. */
export type ReadReservation = Pick<
  CsvRecord,
  'guest_name_1' | 'stay_start' | 'stay_end' | 'room_symbol' | 'room_name'
>;

/**
 * Result of one row (contract 4). A row of several rooms fails when one of them does, and then names that room's record;
 * `rooms` has all. `text` is the raw row, for failed rows only.
 */
export type ImportResult = Omit<RoomResult, 'room_index'> & {
  line: number;
  booking_number: string;
  /** Warnings for staff. */
  warnings: string[];
  /** The reservation as it was read, of rows that staff should look at; null for others and for what is erased. */
  reservation: ReadReservation | null;
  rooms: RoomResult[];
  text: string | null;
};

/** An import with its progress; instants are RFC 3339 in UTC. */
export type ImportSummary = OutcomeCounts & {
  id: number;
  file_name: string;
  dry_run: Flag;
  status: 'running' | 'done' | 'failed';
  /** Reason why a failed import ended before its last row; a sentence for staff. */
  failure: string | null;
  rows: number;
  done: number;
  terminal: string | null;
  received_at: string;
  finished_at: string | null;
};

/** An import with the results of its rows, in the order of the file. */
export type ImportReport = ImportSummary & { results: ImportResult[] };
