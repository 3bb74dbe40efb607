export function withRows(page: string, rows: string[][], isKnown?: (cell: string) => boolean): string;
export function rowsOf(page: string): string[][];
