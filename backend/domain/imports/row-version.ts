import { ROW_KINDS, type RowKind } from './csv-reservation.js';

/** What orders the states of one reservation: the latest wins whatever the order in which they come. */
export type RowVersion = { revision: string; kind: RowKind };

/**
 * Above 0 when `a` is the newer state of the reservation, below 0 when it is the older: by revision, then kind (a cancel
 * follows a change, a change the reservation). Two rows of the same version may still differ (`rowStanding`).
 */
export function compareVersions(a: RowVersion, b: RowVersion): number {
  const revisions = Date.parse(a.revision) - Date.parse(b.revision);
  return revisions !== 0 ? revisions : ROW_KINDS.indexOf(a.kind) - ROW_KINDS.indexOf(b.kind);
}
