/** What is known of a check's run; `goal` is how often long runs strike in all, `since` when the first of them was. */
export type CheckRun = {
  check: string;
  taken: string;
  failed: number;
  length?: 'short' | 'long';
  goal?: number;
  since?: string;
};

/** A check's run with what it recorded. */
export type CheckRecord = CheckRun & { entries: unknown[]; failedSince?: CheckRun };

export function placed(records: CheckRecord[], record: CheckRecord): CheckRecord[];
export function timesIn(record: CheckRecord | undefined): number;
