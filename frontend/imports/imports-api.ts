import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import { get, write } from '../shared/api/request.js';

/** Above so many rows only the failed ones are asked for. */
const MAX_WHOLE_REPORT = 1_000;

/** Sends a file to be imported, or only to be looked at; a large one is still running when this answers. */
export function uploadCsv(file: File, dryRun: boolean): Promise<ImportReport> {
  const form = new FormData();
  form.append('file', file, file.name);
  return write('POST', `/api/csv-imports${dryRun ? '?dry_run=1' : ''}`, form);
}

/** The latest imports, newest first. */
export const fetchImports = async () => (await get<ImportSummary[]>('/api/csv-imports')).data;

/** An import with what became of its rows; of a large one only the failed rows. */
export async function fetchImport(id: number, rows: number): Promise<ImportReport> {
  const query: Record<string, string> = rows > MAX_WHOLE_REPORT ? { outcome: 'failed' } : {};
  return (await get<ImportReport>(`/api/csv-imports/${id}`, query)).data;
}

/** Where the failed rows of an import can be saved from. */
export function failedRowsAddress(id: number): string {
  return `/api/csv-imports/${id}/failed.csv`;
}
