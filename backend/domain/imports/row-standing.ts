import type { ChannelReservation } from './channel-reservation.js';
import {
  type CsvReservation,
  type CsvReservationDetails,
  ROW_KINDS,
  type RowKind,
} from './csv-reservation.js';
import { SHARED_FIELDS } from './plan-registration.js';
import { recordDetails } from './record-details.js';

/** Most corrections accepted for one version; the record stores the digest of each. */
export const MOST_CORRECTIONS = 100;

/**
 * How a row relates to the stored records of its reservation. `newer` and `correction` are applied; `conflicting` has the
 * stored version but other content; `replaced` was applied before and corrected since.
 */
export type RowStanding = 'newer' | 'correction' | 'unchanged' | 'conflicting' | 'replaced' | 'older';

/**
 * Compares a row with the stored records of its reservation (channel-csv.md, identity). A later row of the same revision
 * and kind corrects a failed reservation; one that is registered, cancelled or partly dismissed only changes with a newer
 * row.
 */
export function rowStanding(
  row: RowVersion & { digest: string; isUntimed?: true },
  known: readonly CsvReservation[],
): RowStanding {
  const first = known.find(({ roomIndex }) => roomIndex === 1);
  if (first?.untimedDigests?.includes(row.digest))
    return first.digest === row.digest ? 'unchanged' : 'replaced';
  const order = first ? compareVersions(row, first) : 1;
  if (!first || order > 0) return 'newer';
  if (order < 0) return 'older';
  if (row.digest === first.digest) return 'unchanged';
  const corrected = first.correctedDigests ?? [];
  if (first.isErased || corrected.includes(row.digest)) return 'replaced';
  const isWaiting =
    known.some(({ status }) => status === 'failed') && known.every(({ status }) => status !== 'dismissed');
  return isWaiting && corrected.length < MOST_CORRECTIONS ? 'correction' : 'conflicting';
}

/**
 * A cancellation that doesn't say when it was made is as new as what it came after, or newer by what it says; any other
 * row is as it is.
 */
export function afterKnown<Row extends RowVersion & { isUntimed?: true }>(
  row: Row,
  known: readonly CsvReservation[],
): Row {
  const first = known.find(({ roomIndex }) => roomIndex === 1);
  const isLater = first !== undefined && Date.parse(first.revision) > Date.parse(row.revision);
  return row.isUntimed && isLater ? { ...row, revision: first.revision } : row;
}

/** Orders the states of one reservation: the latest wins, whatever the order of arrival. */
export type RowVersion = { revision: string; kind: RowKind };

/**
 * Above 0 when `a` is the newer state of the reservation, below 0 when it is the older: by revision, then kind (a cancel
 * follows a change, a change the reservation). Two rows of the same version may still differ (`rowStanding`).
 */
export function compareVersions(a: RowVersion, b: RowVersion): number {
  const revisions = Date.parse(a.revision) - Date.parse(b.revision);
  return revisions !== 0 ? revisions : ROW_KINDS.indexOf(a.kind) - ROW_KINDS.indexOf(b.kind);
}

const COMPARED = [
  ...SHARED_FIELDS,
  'paymentFlag',
  'roomSymbol',
  'roomName',
  'fault',
  'warnings',
] as const satisfies readonly (keyof CsvReservationDetails)[];

/** A difference between a row and the stored records: a field of a room, or the number of rooms. */
export type RowDifference = (typeof COMPARED)[number] | 'rooms';

/** The differences between a row and the stored records of the same revision and kind. */
export function rowDifferences(
  row: ChannelReservation,
  known: readonly CsvReservation[],
  masters: Parameters<typeof recordDetails>[2],
): RowDifference[] {
  // Records of surplus rooms are cancellations: leave them out.
  const rooms = known.filter(({ roomIndex, kind }) => roomIndex === 1 || kind === row.kind);
  const pairs = rooms
    .filter(({ roomIndex }) => roomIndex <= row.rooms.length)
    .map((record) => ({ record, sent: recordDetails(row, record.roomIndex, masters) }));
  const fields = COMPARED.filter((field) =>
    pairs.some(({ record, sent }) => String(record[field]) !== String(sent[field])),
  );
  const hasOtherRooms = row.kind !== 'キャンセル' && rooms.length !== row.rooms.length;
  return hasOtherRooms ? [...fields, 'rooms'] : fields;
}
