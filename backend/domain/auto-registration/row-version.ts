import { ROW_KINDS, type RowKind } from './csv-reservation.js';

/** What orders the states of one reservation: the latest wins whatever the order in which they come. */
export type RowVersion = { revision: string; kind: RowKind; digest: string };

/**
 * Above 0 when `a` is the newer state of the reservation, below 0 when it is the older, 0 when it is the same row: by
 * revision, then kind (a cancel follows a change, a change the reservation), then digest.
 */
export function compareVersions(a: RowVersion, b: RowVersion): number {
  const revisions = Date.parse(a.revision) - Date.parse(b.revision);
  if (revisions !== 0) return revisions;
  const kinds = ROW_KINDS.indexOf(a.kind) - ROW_KINDS.indexOf(b.kind);
  if (kinds !== 0) return kinds;
  return a.digest === b.digest ? 0 : a.digest > b.digest ? 1 : -1;
}
