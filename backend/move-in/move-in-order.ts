import type { BookingLines } from '@domain/move-in/booking-lines.js';
import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import type { MovedInRow } from '@domain/move-in/read-row.js';
import type { Clock } from '../platform/clock.js';
import type { WriteContext } from '../platform/write-context.js';

/** Order to move in the rows of a file. */
export type MoveInOrder = {
  fileId: number;
  fileName: string;
  system: string;
  header: readonly string[];
  mapping: ColumnMapping;
  past: PastChoice;
  dryRun: boolean;
  /** True if staff chose these rows one by one: then a number that was moved in before may come again. */
  areChosen: boolean;
};

/** A line of a file, and what other lines tell of it. */
export type WaitingRow = { line: number; cells: string[]; lines: BookingLines | null };

/** A row that was read. */
export type PreparedRow = {
  line: number;
  order: MoveInOrder;
  read: MovedInRow;
  lines: BookingLines;
  isTotal: boolean;
};

/** Author of a move-in, and the hotel's clock. */
export type Author = { write: WriteContext; clock: Clock };
