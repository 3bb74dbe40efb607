import type { ColumnLook } from '@domain/move-in/column-looks.js';
import type { MoveInChange } from '@domain/move-in/differences.js';
import {
  type ColumnMapping,
  isMoveInField,
  LEFT_OUT,
  type MoveInField,
} from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import type { Flag } from '@domain/reservation/reservation.js';

/**
 * The outcome of a row: a booking; one that was moved in before, corrected by this file or as it is; none because it needs
 * none, or none for its faults. Where a file is taken back: its bookings are cancelled, or kept because of later changes.
 */
export const MOVE_IN_OUTCOMES = [
  'new',
  'changed',
  'existing',
  'skipped',
  'failed',
  'taken_back',
  'kept',
] as const;
export type MoveInOutcome = (typeof MOVE_IN_OUTCOMES)[number];

/** Fault of a row: the index of the column, null for the row as a whole, and a sentence for staff. */
export type MoveInFault = { code: string; column: number | null; message: string };

/** The booking that a row is to become: its rooms, the guest, and what the file says; null for what it doesn't say. */
export type MoveInBooking = {
  rooms: string[];
  guest: string;
  stay_start: string;
  stay_end: string;
  mens_count: number | null;
  womens_count: number | null;
  /** Whole yen of all rooms together. */
  total_fee: number | null;
  paid: Flag | null;
  payment: string | null;
  notes: string;
};

/** Outcome of a row. */
export type MoveInResult = {
  outcome: MoveInOutcome;
  booking_id: number | null;
  /** The bookings of its further rooms. */
  further_booking_ids: number[];
  /** The fee in whole yen as the file says it; null where it says none, and for a further line of a booking. */
  fee: number | null;
  /** Only of a dry run. */
  booking: MoveInBooking | null;
  /** Corrections of a booking that was moved in before; in earnest without the values, which its history shows. */
  changes: MoveInChange[];
  faults: MoveInFault[];
  /** Remarks on a row that fits, and the reason why one is skipped. */
  warnings: string[];
};

/** The result of a line of the file, with what stands there until it is a booking. */
export type MoveInRow = MoveInResult & { line: number; cells: string[] | null };

/** A mapping as it is sent: empty for a column that nobody has decided on. */
export type SentMapping = (MoveInField | typeof LEFT_OUT | '')[];

/** The yen of a file's last run, to be compared: by outcome of its rows, and of the bookings that they became. */
export type MoveInMoney = {
  new: number;
  /** Of rows that became no booking: already moved in, left out, or faulty. */
  existing: number;
  skipped: number;
  failed: number;
  /** The fees of the bookings made by this file as they are now; null for a dry run. */
  booked: number | null;
};

/** A file with bookings of another system and its last run; instants are RFC 3339 in UTC. */
export type MoveInSummary = Record<MoveInOutcome, number> & {
  id: number;
  file_name: string;
  /** Rows below the header, and how many of them are bookings by now. */
  rows: number;
  moved: number;
  system: string;
  past: PastChoice;
  /** Number of runs over the rows; 0 before the first. */
  run: number;
  status: 'idle' | 'running';
  /** Reason why the last run ended before its last row; a sentence for staff. */
  failure: string | null;
  dry_run: Flag;
  /** True if the last run took the bookings of the file back. */
  takes_back: Flag;
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
  /** A field's name for each column; left_out for one that staff leave out, empty for one that nobody has decided on. */
  mapping: SentMapping;
  /** The seeming content of each column that must be used, or left out on purpose, before the file is run; null for others. */
  looks: (ColumnLook | null)[];
  /** Null before the first run and during each. */
  money: MoveInMoney | null;
  /** True if the mapping was chosen before, for this file or another with the same header. */
  is_remembered: Flag;
  sample: { line: number; cells: string[] }[];
};

/** A run over a file's rows that was started: the how manieth it is. */
export type StartedRun = { id: number; run: number };

/** A reason why rows do not fit, and how many rows have it. */
export type MoveInReason = { code: string; message: string; rows: number };

/** The results of a page of rows; `next` is the line to go on after, null at the end. */
export type MoveInRows = { rows: MoveInRow[]; next: number | null };

/** Encodes a mapping as it is sent. */
export function encodeMapping(mapping: ColumnMapping): SentMapping {
  return mapping.map((field) => field ?? '');
}

/** Decodes a mapping as it was sent. */
export function decodeMapping(sent: readonly string[]): ColumnMapping {
  return sent.map((field) => (isMoveInField(field) || field === LEFT_OUT ? field : null));
}
