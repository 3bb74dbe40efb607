/** A row of the log as a package holds it. */
type TaxedRow = { position: number; stream: string; type: string; payload: string };

type TaxMonth = { month: string; nights: number; exempt: number; tax: number };

/** Works out the 宿泊税 anew from the rows of a log, which are added from the first on. */
export function createTaxRecount(): {
  add(row: TaxedRow): void;
  /** Persons' nights and yen of each month, the earliest first. */
  months(): TaxMonth[];
  faults: { position: number; text: string }[];
};

/** The months in words. */
export function taxMonthsText(months: readonly TaxMonth[]): string;
