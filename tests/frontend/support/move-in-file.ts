import type { MoveInFile } from '@wire/move-in.js';

/** A file of ten rows with one column that was not run yet, unless told otherwise. */
export const moveInFileOf = (details: Partial<MoveInFile> = {}): MoveInFile => ({
  id: 1,
  file_name: '旧台帳.csv',
  rows: 10,
  moved: 0,
  system: '旧台帳',
  past: 'completed',
  run: 0,
  status: 'idle',
  dry_run: 0,
  total: 0,
  done: 0,
  terminal: null,
  received_at: '2026-11-21T03:00:00Z',
  finished_at: null,
  new: 0,
  existing: 0,
  skipped: 0,
  failed: 0,
  header: ['予約番号'],
  header_line: 1,
  mapping: ['bookingNumber'],
  is_remembered: 0,
  sample: [],
  ...details,
});
