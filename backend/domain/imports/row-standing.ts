import type { ChannelReservation } from './channel-reservation.js';
import {
  type CsvReservation,
  type CsvReservationDetails,
  ROW_KINDS,
  type RowKind,
} from './csv-reservation.js';
import { SHARED_FIELDS } from './plan-registration.js';
import { recordDetails } from './record-details.js';
import { isGivenUp, leadOf, type RoomOfRow, type RowAmongRecords } from './reservation-rooms.js';

/** Most corrections accepted for one version; the record stores the digest of each. */
export const MOST_CORRECTIONS = 100;

/**
 * Relation of a row to the stored records of its reservation. `newer` and `correction` are applied; `conflicting` has the
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
  const first = leadOf(known);
  if (first?.untimedDigests?.includes(row.digest))
    return first.digest === row.digest ? 'unchanged' : 'replaced';
  const order = first ? compareVersions(row, first) : 1;
  if (!first || order > 0) return 'newer';
  if (order < 0) return 'older';
  if (row.digest === first.digest) return 'unchanged';
  const corrected = first.correctedDigests ?? [];
  if (first.isErased || corrected.includes(row.digest)) return 'replaced';
  const isWaiting =
    first.fault !== '内容の矛盾' &&
    known.some(({ status }) => status === 'failed') &&
    known.every(({ status }) => status !== 'dismissed');
  return isWaiting && corrected.length < MOST_CORRECTIONS ? 'correction' : 'conflicting';
}

/**
 * Compares a row with the stored records by its own rooms. A room that a file adds beside others at an instant that is known
 * is as a newer one; a row of an instant before the reservation's newest is older, whatever became of its room.
 */
export function standingAmong(
  { row, rooms, isAlone }: RowAmongRecords,
  known: readonly CsvReservation[],
): RowStanding {
  const lead = leadOf(known);
  const same = known.filter((record) => compareVersions(row, record) === 0);
  if (same.some(({ digest }) => digest === row.digest)) return 'unchanged';
  if (same.some(({ correctedDigests }) => correctedDigests?.includes(row.digest))) return 'replaced';
  const isOneRow = known.every(({ digest }) => digest === lead?.digest);
  if (!lead || (isAlone && (isOneRow || row.kind === 'キャンセル'))) return rowStanding(row, known);
  if (compareVersions(row, lead) < 0) return 'older';
  const own = rooms.flatMap(({ record }) => (record && !isGivenUp(record, known) ? [record] : []));
  if (own.length > 0) return rowStanding(row, own);
  return isAlone ? rowStanding(row, [lead]) : 'newer';
}

/** The records of rooms that a row takes from its reservation: those of an older version, or of the row that it corrects. */
export function givenUpBy({ row, rooms, surplus }: RowAmongRecords): CsvReservation[] {
  const corrected = rooms[0]?.record?.digest;
  return surplus.filter((record) => compareVersions(row, record) > 0 || record.digest === corrected);
}

/** Returns whether staff must decide about a row that contradicts records of its instant: none was dismissed or cancelled. */
export function needsDecision(rooms: readonly RoomOfRow[]): boolean {
  const records = rooms.flatMap(({ record }) => record ?? []);
  const isOpen = ({ status, kind }: CsvReservation) =>
    kind !== 'キャンセル' && (status === 'failed' || status === 'registered');
  const corrected = records[0]?.correctedDigests ?? [];
  return records.every(isOpen) && corrected.length < MOST_CORRECTIONS;
}

type MaybeUntimed = RowVersion & Pick<ChannelReservation, 'isUntimed' | 'fault' | 'faultDetail'>;

/**
 * A cancellation that doesn't say when it was made is as new as what it came after, or newer by what it says; it cannot be
 * told from the one before where the reservation was booked anew since (キャンセル日時不明). Any other row is as it is.
 */
export function afterKnown<Row extends MaybeUntimed>(row: Row, known: readonly CsvReservation[]): Row {
  const lead = leadOf(known);
  if (!row.isUntimed || !lead || Date.parse(lead.revision) <= Date.parse(row.revision)) return row;
  const isBookedAnew = lead.kind !== 'キャンセル' && lead.untimedDigests !== undefined;
  const unknown = { fault: 'キャンセル日時不明', faultDetail: 'キャンセル日時' } as const;
  return { ...row, ...(isBookedAnew && unknown), revision: lead.revision };
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

/** The differences between a row and the records of its rooms, of the same revision and kind. */
export function rowDifferences(
  { row, rooms, surplus }: RowAmongRecords,
  masters: Parameters<typeof recordDetails>[2],
): RowDifference[] {
  // Records of surplus rooms are cancellations: leave them out.
  const known = rooms.flatMap(({ share, record }) =>
    record && (share === 0 || record.kind === row.kind) ? [{ share, record }] : [],
  );
  const pairs = known.map(({ share, record }) => ({ record, sent: recordDetails(row, share + 1, masters) }));
  const fields = COMPARED.filter((field) =>
    pairs.some(({ record, sent }) => String(record[field]) !== String(sent[field])),
  );
  const more = surplus.filter(({ kind }) => kind === row.kind);
  const hasOtherRooms = row.kind !== 'キャンセル' && known.length + more.length !== row.rooms.length;
  return hasOtherRooms ? [...fields, 'rooms'] : fields;
}
