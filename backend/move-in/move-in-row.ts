import { stayRangeText } from '@domain/calendar/stay-text.js';
import { roomNumbersOf } from '@domain/cells/values.js';
import type { ColumnMapping, MoveInField } from '@domain/move-in/move-in-fields.js';
import { arrivalStanding, originKey } from '@domain/move-in/origin.js';
import {
  faultsOfRules,
  overlapFault,
  type PastChoice,
  type PlannedBooking,
  planMovedInRow,
  skippedBecause,
} from '@domain/move-in/plan-row.js';
import { type MovedInRow, type RowFault, readMovedInRow } from '@domain/move-in/read-row.js';
import type { HotelReference } from '@domain/reference.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type { CreateReservation } from '@domain/reservation/reservation.commands.js';
import type { MoveInOrigin, Reservation } from '@domain/reservation/reservation.js';
import { roomText } from '@domain/room/room-number.js';
import type { MoveInResult } from '@wire/move-in.js';
import type { DataRequirement, UnitOfWork, Work } from '../event-store/unit-of-work.js';
import type { Clock } from '../platform/clock.js';
import type { Idempotency, WriteContext } from '../platform/write-context.js';
import { appendDecision, factsOf } from '../reservations/decisions.public.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { requirementsOfArrival } from './move-in-facts.loader.js';

/** How the rows of a file are moved in. */
export type MoveInOrder = {
  fileId: number;
  fileName: string;
  system: string;
  mapping: ColumnMapping;
  past: PastChoice;
  /** Whether staff chose these rows one by one: then a number that was moved in before may come again. */
  areChosen: boolean;
};

/** A line of a file. */
export type WaitingRow = { line: number; cells: string[] };

/** A row that was read, with the room that its requirements were loaded for. */
type PreparedRow = WaitingRow & { order: MoveInOrder; read: MovedInRow };

function originOf({ line, order, read }: PreparedRow, roomNumber: string): MoveInOrigin | null {
  const { stayStart, stayEnd, number } = read;
  if (stayStart === null || stayEnd === null) return null;
  const { system, fileName, fileId } = order;
  return { system, number, fileName, fileId, line, roomNumber, stayStart, stayEnd };
}

function requirementsOf(row: PreparedRow, reference: HotelReference): DataRequirement[] {
  const roomNumber = roomNumbersOf(reference.rooms).find(row.read.room);
  const origin = roomNumber === null ? null : originOf(row, roomNumber);
  if (origin === null || origin.stayStart >= origin.stayEnd) return [];
  return requirementsOfArrival(origin, row.read.party);
}

/** The bookings with the origin's key as the batch sees them, oldest first. */
function bookingsFrom(key: string, unit: UnitOfWork): Reservation[] {
  return unit
    .all(reservationStream)
    .filter(({ movedInFrom }) => movedInFrom && originKey(movedInFrom) === key)
    .sort((a, b) => a.id - b.id);
}

/** The booking whose party a row joins: the one that it names, or one with the same number of its own. */
function partyOf(row: PreparedRow, further: Reservation | null, unit: UnitOfWork): Reservation | undefined {
  const { party, number } = row.read;
  if (party === '' || party === number) return further ?? undefined;
  return bookingsFrom(`#${party}`, unit).find(
    ({ status, movedInFrom }) => status === 'active' && movedInFrom?.fileId === row.order.fileId,
  );
}

/** Why a row becomes no booking: thrown, so that nothing is written and a later run looks at it anew. */
export class NotMovedIn extends Error {
  constructor(readonly result: MoveInResult) {
    super('a row became no booking');
  }
}

const notMoved = (result: Partial<MoveInResult> & Pick<MoveInResult, 'outcome'>): NotMovedIn =>
  new NotMovedIn({ booking_id: null, faults: [], warnings: [], ...result });

function failed({ order: { mapping } }: PreparedRow, faults: readonly RowFault[]): NotMovedIn {
  return notMoved({
    outcome: 'failed',
    faults: faults.map(({ code, field, message }) => {
      const column = field === null ? -1 : mapping.indexOf(field);
      return { code, message, column: column === -1 ? null : column };
    }),
  });
}

const changedFault = (
  { system, roomNumber, stayStart, stayEnd }: MoveInOrigin,
  number: string,
): RowFault => ({
  code: 'changed_since',
  field: null,
  message:
    `予約番号${number}は前に移行した予約(${roomText(roomNumber)} ${stayRangeText({ start: stayStart, end: stayEnd })}` +
    `${system === '' ? '' : `、${system}`})と部屋か日付が違います。別の予約なら、この行を選んで移行してください。`,
});

/** Who moves rows in, and the hotel's clock. */
type Author = { write: WriteContext; clock: Clock };

/** What a row is beside what was moved in before; throws when it needs no booking of its own. */
function furtherRowOf(row: PreparedRow, planned: PlannedBooking, origin: MoveInOrigin, unit: UnitOfWork) {
  const { read, order } = row;
  const { guestName1, reserverName } = read;
  const standing = arrivalStanding(
    { ...origin, guestName1, reserverName },
    bookingsFrom(originKey(origin), unit),
  );
  if (standing.type === 'existing') throw notMoved({ outcome: 'existing', booking_id: standing.id });
  if (standing.type === 'changed' && !order.areChosen) {
    throw failed(row, [...planned.faults, changedFault(standing.origin, read.number)]);
  }
  return standing.type === 'further' ? standing : null;
}

/** Appends the booking of a row and what happened to the guest since; throws what is in the way. */
function moveIn(row: PreparedRow, unit: UnitOfWork, { write, clock }: Author): MoveInResult {
  const { order, read } = row;
  const rooms = roomNumbersOf(unit.reference.rooms);
  const context = { reference: unit.reference, rooms, today: clock.today(), past: order.past };
  const skipped = skippedBecause(read, context);
  if (skipped !== null) throw notMoved({ outcome: 'skipped', warnings: [skipped] });
  const planned = planMovedInRow(read, context);
  const origin = planned.roomNumber === null ? null : originOf(row, planned.roomNumber);
  const further = origin && furtherRowOf(row, planned, origin, unit);
  const facts = () => factsOf(unit, clock);
  const overlap = overlapFault(planned, order.fileId, facts().neighbours);
  const id = unit.nextPosition;
  const command: CreateReservation = {
    type: 'create',
    draft: planned.draft,
    paymentFlag: planned.paymentFlag,
    sameAsDayBefore: further?.isNextNight ? 1 : read.sameAsDayBefore,
    unreadable: [],
    staffId: write.staffId,
    csvReservationId: null,
    partyOf: further?.isNextNight ? undefined : partyOf(row, further?.first ?? null, unit),
    ...(origin && { movedInFrom: origin }),
  };
  const decision = decideCreate(command, id, facts());
  const has = (field: MoveInField) => order.mapping.includes(field);
  const broken = decision.ok ? [] : faultsOfRules(decision.broken, planned.faults, has);
  const faults = [...planned.faults, ...broken, ...(overlap ? [overlap] : [])];
  if (faults.length > 0) throw failed(row, faults);
  let booking = appendDecision(unit, id, decision, write);
  for (const since of planned.since) {
    const next = decideReservation(since, booking, facts());
    if (!next.ok) throw failed(row, faultsOfRules(next.broken, [], has));
    booking = appendDecision(unit, id, next, write);
  }
  return { outcome: 'new', booking_id: id, faults: [], warnings: planned.warnings };
}

/** The work of a row: its booking, or NotMovedIn with what is in the way. */
export function moveInWork(
  { line, cells }: WaitingRow,
  order: MoveInOrder,
  reference: HotelReference,
  author: Author & { idempotency: Idempotency },
): Work<MoveInResult> {
  const row = {
    line,
    cells,
    order,
    read: readMovedInRow(cells, order.mapping, {
      today: author.clock.today(),
      timezone: author.clock.timezone,
    }),
  };
  return {
    idempotency: author.idempotency,
    requirements: requirementsOf(row, reference),
    decide: (unit) => moveIn(row, unit, author),
  };
}
