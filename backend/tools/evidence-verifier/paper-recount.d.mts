/** A row of the log as a package holds it. */
type PaperRow = { position: number; stream: string; version: number; type: string; payload: string };

/** A paper as its event has it, and what the log says otherwise. */
type RecountedPaper = {
  position: number;
  kind: string;
  number: number;
  day: string;
  amount: number;
  /** Yen by rate of the consumption tax in percent, with the tax within. */
  totals: { taxRate: number; amount: number; tax: number }[];
  /** The booking that it is about; left out of invoices. */
  booking?: number;
  /** The company and the bookings of an invoice; left out of other papers. */
  company?: string;
  bookings?: number[];
  stay: { stayStart: string; stayEnd: string; roomNumber: string } | null;
  /** Numbers that it stands in for, and the one that stands in for it. */
  replaces: number[];
  replacedBy: number | null;
  /** Why an invoice was cancelled; empty if it was not. */
  endedBy: string;
  reissues: number;
  /** True for a paper by the rule of an older version, which is right all the same; left out of other kinds. */
  isFormer?: boolean;
  /** True if a guest that it is about was erased. */
  isErased: boolean;
  faults: string[];
};

/** All papers in the order in which they were issued, and what is wrong, each paper by its kind and number. */
type RecountedPapers = { papers: RecountedPaper[]; faults: { position: number; text: string }[] };

/** Works out every paper anew from the rows of a log, which are added from the first on. */
export function createPaperRecount(): { add(row: PaperRow): void; end(): RecountedPapers };

/** The number as it stands on a paper. */
export function numberText(number: number): string;

/** How many papers there are, or those that differ, in words; the position of the first one is left out. */
export function papersText(recounted: RecountedPapers): string;
