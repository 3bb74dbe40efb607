/** What is known of a check's run. */
export type CheckRun = { check: string; taken: string; failed: number; length?: 'short' | 'long' };

/** A check's run with what it recorded. */
export type CheckRecord = CheckRun & { entries: unknown[]; failedSince?: CheckRun };

export function placed(records: CheckRecord[], record: CheckRecord): CheckRecord[];
