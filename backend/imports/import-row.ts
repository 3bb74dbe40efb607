import { type ChannelReservation, reservationKey } from '@domain/imports/channel-reservation.js';
import {
  type CsvReservation,
  type CsvReservationDetails,
  detailsOf,
} from '@domain/imports/csv-reservation.js';
import { guestKey } from '@domain/imports/guest-key.js';
import { givenUpRoom, recordDetails, surplusRoom } from '@domain/imports/record-details.js';
import {
  amongRecords,
  type ImportedRow,
  leadOf,
  type RowAmongRecords,
} from '@domain/imports/reservation-rooms.js';
import {
  afterKnown,
  givenUpBy,
  needsDecision,
  type RowDifference,
  type RowStanding,
  rowDifferences,
  standingAmong,
} from '@domain/imports/row-standing.js';
import { entriesOf } from '@domain/records.js';
import { DRAFT_FIELDS } from '@domain/reservation/reservation-fields.js';
import type { ImportResult, ReadReservation, RoomResult, RowOutcome } from '@wire/csv-imports.js';
import { BOOKING_FIELDS, IMPORT_FIELDS } from '@wire/field-texts.js';
import type { UnitOfWork, Work } from '../event-store/unit-of-work.js';
import type { Clock } from '../platform/clock.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { DUPLICATE_CANDIDATES, requirementsOfRow } from './import-facts.loader.js';
import { type Reconciliation, reconcileRecord } from './reconcile-record.js';

/** The result of a row, without its line and text. */
export type RowResult = Omit<ImportResult, 'line' | 'text'>;

function roomResult(record: CsvReservation, outcome: RowOutcome): RoomResult {
  const { roomIndex, id, bookingId } = record;
  // A row that came too late has failed for no reason of its own.
  const { reason, detail } = outcome === 'superseded' ? { reason: null, detail: '' } : record;
  return { room_index: roomIndex, outcome, reason, detail, csv_reservation_id: id, booking_id: bookingId };
}

function outcomeOf(record: CsvReservation, wasKnown: boolean): RowOutcome {
  if (record.status === 'cancelled') return 'cancelled';
  if (record.status !== 'registered') return 'failed';
  return wasKnown ? 'changed' : 'new';
}

function rowResult(
  row: ChannelReservation,
  rooms: RoomResult[],
  outcome: RowOutcome,
  warnings: string[],
  shown = rooms.find((room) => room.outcome === outcome) ?? rooms[0],
): RowResult {
  if (!shown) throw new Error('a reservation has at least one room');
  const { room_index: _, ...first } = shown;
  const isLookedAt = outcome === 'failed' || warnings.length > 0;
  const reservation = isLookedAt ? readReservation(row) : null;
  return { ...first, outcome, booking_number: row.bookingNumber, warnings, reservation, rooms };
}

/** Returns what a row says of its reservation, for staff. */
export function readReservation(row: ChannelReservation): ReadReservation {
  const { guestName1, stayStart, stayEnd, roomSymbol, roomName } = row;
  return {
    guest_name_1: guestName1,
    stay_start: stayStart,
    stay_end: stayEnd,
    room_symbol: roomSymbol,
    room_name: roomName,
  };
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ...entriesOf(DRAFT_FIELDS).map(([name, field]) => [field, BOOKING_FIELDS[name].label] as const),
  ['paymentFlag', BOOKING_FIELDS.payment_flag.label],
  ['roomSymbol', IMPORT_FIELDS.room_symbol.label],
  ['roomName', IMPORT_FIELDS.room_name.label],
  ['fault', IMPORT_FIELDS.fault.label],
  ['warnings', IMPORT_FIELDS.warnings.label],
  ['rooms', '部屋数'],
]);

/** The labels of fields, never their values. */
const fieldNames = (differences: readonly RowDifference[]): string =>
  differences.map((field) => LABELS.get(field) ?? field).join(', ');

/** A warning for a row of the stored revision with other content. */
const differenceWarnings = (text: string, differences: readonly RowDifference[]): string[] =>
  differences.length === 0 ? [] : [`${text}: ${fieldNames(differences)}`];

/** Warnings for other reservations with the same guest, stay and phone (channel-csv.md). */
function duplicateWarnings(record: CsvReservation, unit: UnitOfWork): string[] {
  const key = guestKey(record);
  if (key === null) return [];
  const own = reservationKey(record);
  const inBatch = unit
    .all(csvReservationStream)
    .filter((other) => other.stayStart === record.stayStart && guestKey(other) === key)
    .map((other) => ({ ...other, reservationKey: reservationKey(other) }));
  const others = [...(unit.fact(DUPLICATE_CANDIDATES).get(key) ?? []), ...inBatch].filter(
    (other) => other.reservationKey !== own,
  );
  const texts = others.map(
    ({ site, bookingNumber }) => `${site} ${bookingNumber}`.trim() || '番号のない予約',
  );
  return [...new Set(texts)].map((text) => `重複の疑い: ${text}`);
}

/** Returns whether a change replaces the guest and both days at once: the number may be another guest's. */
function isAnotherGuest(before: CsvReservationDetails, after: CsvReservationDetails): boolean {
  const isCancelled = before.kind === 'キャンセル' || after.kind === 'キャンセル';
  const hasOther = (field: 'guestName1' | 'stayStart' | 'stayEnd') => before[field] !== after[field];
  return !isCancelled && hasOther('guestName1') && hasOther('stayStart') && hasOther('stayEnd');
}

const UNKNOWN_AT_SOURCE = '元予約なし';

/** Records from an outdated row only that its reservation and its rooms existed. */
function supersede(
  { row, count }: RowAmongRecords,
  known: readonly CsvReservation[],
  { unit, write }: Reconciliation,
): void {
  const newest = leadOf(known);
  if (!newest) return;
  const cancelled = { type: 'CsvReservationCancelled', data: { revision: newest.revision } } as const;
  const unknown = {
    type: 'AutoRegistrationFailed',
    data: { reason: UNKNOWN_AT_SOURCE, detail: '' },
  } as const;
  const isKnown = row.kind !== 'キャンセル' || newest.reason !== UNKNOWN_AT_SOURCE;
  for (const record of isKnown ? known : []) {
    if (record.reason === UNKNOWN_AT_SOURCE) unit.append(csvReservationStream, record.id, cancelled, write);
  }
  for (let index = known.length + 1; index <= count; index++) {
    const data = surplusRoom(detailsOf(newest), index);
    const id = unit.nextPosition;
    unit.append(csvReservationStream, id, { type: 'CsvReservationImported', data }, write);
    unit.append(csvReservationStream, id, isKnown ? cancelled : unknown, write);
  }
}

/** Records what a row says of a room, and reconciles its booking with it. */
function applyRoom(
  data: CsvReservationDetails,
  before: CsvReservation | null,
  isKnown: boolean,
  context: Reconciliation,
): CsvReservation {
  const { unit, write } = context;
  const id = before?.id ?? unit.nextPosition;
  const imported = unit.append(csvReservationStream, id, { type: 'CsvReservationImported', data }, write);
  const isReturned = before?.reason === '自動登録失敗に戻し';
  return reconcileRecord(imported, { isKnown, isReturned }, context);
}

function applyRow(
  among: RowAmongRecords,
  known: readonly CsvReservation[],
  corrections: readonly string[],
  context: Reconciliation,
): RowResult {
  const { unit } = context;
  const { row } = among;
  const isKnown =
    row.kind !== 'キャンセル' || (known[0] !== undefined && known[0].reason !== UNKNOWN_AT_SOURCE);
  const rooms: RoomResult[] = [];
  const warnings: string[] = [...row.warnings, ...corrections];
  let nextIndex = Math.max(0, ...known.map(({ roomIndex }) => roomIndex)) + 1;
  for (const { share, record: before } of among.rooms) {
    const roomIndex = before?.roomIndex ?? nextIndex++;
    const data = { ...recordDetails(row, share + 1, unit.reference), roomIndex };
    const record = applyRoom(data, before, isKnown, context);
    rooms.push(roomResult(record, outcomeOf(record, before !== null)));
    if (share === 0) warnings.push(...duplicateWarnings(record, unit));
    if (before && isAnotherGuest(before, data)) warnings.push('別人の可能性');
  }
  const first = recordDetails(row, 1, unit.reference);
  for (const before of givenUpBy(among)) {
    const record = applyRoom(givenUpRoom(before, first, known), before, isKnown, context);
    rooms.push(roomResult(record, outcomeOf(record, true)));
  }
  const failed = rooms.some(({ outcome }) => outcome === 'failed');
  if (failed) return rowResult(row, rooms, 'failed', warnings);
  const isChange = among.rooms.some(({ record }) => record !== null);
  const outcome = row.kind === 'キャンセル' ? 'cancelled' : isChange ? 'changed' : 'new';
  return rowResult(row, rooms, outcome, warnings);
}

/** Hands a row over to staff that says otherwise what was imported at its instant: its records fail, its bookings stay. */
function contradict(
  among: RowAmongRecords,
  differences: readonly RowDifference[],
  known: readonly CsvReservation[],
  context: Reconciliation,
): RowResult {
  const { row } = among;
  const detail = row.faultDetail ?? fieldNames(differences);
  const contradicting: ChannelReservation = { ...row, fault: '内容の矛盾', faultDetail: detail };
  return applyRow({ ...among, row: contradicting, surplus: [] }, known, [], context);
}

/** The result of a row that is not applied. */
function skipRow(
  among: RowAmongRecords,
  known: readonly CsvReservation[],
  standing: Exclude<RowStanding, 'newer' | 'correction'>,
  context: Reconciliation,
): RowResult {
  const { row } = among;
  const isConflict = standing === 'conflicting';
  // One cancellation of a reservation says as much as another.
  const isContradiction = isConflict && row.kind !== 'キャンセル';
  const differences = isContradiction ? rowDifferences(among, context.unit.reference) : [];
  if (differences.length > 0 && needsDecision(among.rooms))
    return contradict(among, differences, known, context);
  if (standing === 'older' || isConflict) supersede(among, known, context);
  const isUnchanged = standing === 'unchanged' || (isConflict && differences.length === 0);
  const outcome = isUnchanged ? 'unchanged' : 'superseded';
  const own = among.rooms[0]?.record ?? known[0];
  const rooms = known.map((record) => roomResult(record, outcome));
  const shown = rooms.find(({ csv_reservation_id }) => csv_reservation_id === own?.id);
  const warnings = differenceWarnings('同じ更新日時で内容が異なるため取り込みませんでした', differences);
  return rowResult(row, rooms, outcome, warnings, shown);
}

/**
 * Imports one row of the channel manager's file (channel-csv.md): a newer state of its reservation, or a correction of a
 * failed one, is recorded and reconciled with its booking; any other row changes nothing.
 */
export function importRow(
  row: ImportedRow,
  { write, idempotency, clock }: { write: WriteContext; idempotency: Idempotency | null; clock: Clock },
): Work<RowResult> {
  return {
    idempotency,
    requirements: [requirementsOfRow(row)],
    decide: (unit) => {
      const context = { unit, write, clock };
      const key = reservationKey(row);
      const known = unit
        .all(csvReservationStream)
        .filter((record) => reservationKey(record) === key)
        .sort((a, b) => a.roomIndex - b.roomIndex);
      const among = amongRecords(afterKnown(row, known), known);
      const standing = standingAmong(among, known);
      if (standing === 'newer') return applyRow(among, known, [], context);
      if (standing !== 'correction') return skipRow(among, known, standing, context);
      const differences = rowDifferences(among, unit.reference);
      return applyRow(among, known, differenceWarnings('同じ更新日時の訂正', differences), context);
    },
  };
}
