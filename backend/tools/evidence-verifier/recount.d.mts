/** A row of the log as a package holds it. */
type RecountedRow = {
  position: number;
  stream: string;
  type: string;
  payload: string;
  staff_id: number | null;
  terminal: string | null;
  recorded_at: string;
};

/** Counts closed days anew from the rows of a log, which are added from the first on. */
export function createRecount(): {
  add(row: RecountedRow): void;
  /** How many days are closed. */
  closed: number;
  faults: { position: number; text: string }[];
};
