/** A table of a backup, its rows in the order of these columns. */
export type BackupTable = { name: string; order: string };

/** The log, in which personal data is encrypted, and its head. */
export const LOG_TABLES: readonly BackupTable[] = [
  { name: 'event_log', order: 'position' },
  { name: 'log_head', order: 'only_row' },
];

/**
 * What must be kept apart: encryption keys, password hashes, and tables with unencrypted personal data (idempotent answers
 * and rows of import files). In an order that foreign keys allow.
 */
export const SECRET_TABLES: readonly BackupTable[] = [
  { name: 'encryption_keys', order: 'stream' },
  { name: 'password_hashes', order: 'staff_id' },
  { name: 'idempotency_keys', order: 'key' },
  { name: 'csv_imports', order: 'id' },
  { name: 'csv_import_rows', order: 'import_id, line' },
];
