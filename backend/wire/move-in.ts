import { type ColumnMapping, isMoveInField, type MoveInField } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import type { Flag } from '@domain/reservation/reservation.js';

/** What becomes of a row: a booking, one that was moved in before, none because it needs none, or none for its faults. */
export const MOVE_IN_OUTCOMES = ['new', 'existing', 'skipped', 'failed'] as const;
export type MoveInOutcome = (typeof MOVE_IN_OUTCOMES)[number];

/** What is wrong with a row: the index of the column, null for the row as a whole, and a sentence for staff. */
export type MoveInFault = { code: string; column: number | null; message: string };

/** What became of a row. */
export type MoveInResult = {
  outcome: MoveInOutcome;
  booking_id: number | null;
  faults: MoveInFault[];
  /** What staff should know of a row that fits, and why one is skipped. */
  warnings: string[];
};

/** The result of a line of the file, with what stands there until it is a booking. */
export type MoveInRow = MoveInResult & { line: number; cells: string[] | null };

/** A file with bookings of another system and its last run; instants are RFC 3339 in UTC. */
export type MoveInSummary = Record<MoveInOutcome, number> & {
  id: number;
  file_name: string;
  /** Rows below the header, and how many of them are bookings by now. */
  rows: number;
  moved: number;
  system: string;
  past: PastChoice;
  /** How often the rows were run; 0 before the first time. */
  run: number;
  status: 'idle' | 'running';
  /** Why the last run ended before its last row; a sentence for staff. */
  failure: string | null;
  dry_run: Flag;
  /** Rows of the last run, and how many of them have a result. */
  total: number;
  done: number;
  terminal: string | null;
  received_at: string;
  finished_at: string | null;
};

/** A file with its columns: what they are as far as is known, and the first rows. */
export type MoveInFile = MoveInSummary & {
  header: string[];
  header_line: number;
  /** A field's name for each column; empty for one that is left out. */
  mapping: (MoveInField | '')[];
  /** Whether the mapping was chosen before, for this file or another with the same header. */
  is_remembered: Flag;
  sample: { line: number; cells: string[] }[];
};

/** A run over a file's rows that was started: the how manieth it is. */
export type StartedRun = { id: number; run: number };

/** A reason why rows do not fit, and how many rows have it. */
export type MoveInReason = { code: string; message: string; rows: number };

/** The results of a page of rows; `next` is the line to go on after, null at the end. */
export type MoveInRows = { rows: MoveInRow[]; next: number | null };

/** A mapping as it is sent. */
export function encodeMapping(mapping: ColumnMapping): (MoveInField | '')[] {
  return mapping.map((field) => field ?? '');
}

/** A mapping as it was sent. */
export function decodeMapping(sent: readonly string[]): ColumnMapping {
  return sent.map((field) => (isMoveInField(field) ? field : null));
}
