type Read = (file: string) => Buffer;

export function coveredBy(file: string, read?: Read): string[];
export function codeOf(file: string, read?: Read): string;
export function isStale(row: readonly string[]): boolean;
export function greyed(
  rows: readonly (readonly string[])[],
  codeNow: (cell: string) => string | null,
  day: string,
): string[][];
