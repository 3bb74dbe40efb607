import { stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import { readRooms } from '@domain/cells/rooms.js';
import { roomNumbersOf } from '@domain/cells/values.js';
import { ONLY_LINE } from '@domain/move-in/booking-lines.js';
import type { MoveInField } from '@domain/move-in/move-in-fields.js';
import { arrivalStanding, originKey } from '@domain/move-in/origin.js';
import {
  faultsOfRules,
  overlapFault,
  type PlanContext,
  type PlannedBooking,
  type PlannedRoom,
  planMovedInRow,
  roomsLike,
  skippedBecause,
} from '@domain/move-in/plan-row.js';
import { type MovedInRow, readMovedInRow } from '@domain/move-in/read-row.js';
import type { RowFault } from '@domain/move-in/row-cells.js';
import { isTotalRow } from '@domain/move-in/total-row.js';
import type { HotelReference } from '@domain/reference.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type { CreateReservation } from '@domain/reservation/reservation.commands.js';
import { knownStay, type MoveInOrigin, occupies, type Reservation } from '@domain/reservation/reservation.js';
import { roomText } from '@domain/room/room-number.js';
import type { MoveInResult } from '@wire/move-in.js';
import type { DataRequirement, UnitOfWork, Work } from '../event-store/unit-of-work.js';
import type { Idempotency } from '../platform/write-context.js';
import { appendDecision, factsOf } from '../reservations/decisions.public.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { moveInAgain } from './move-in-again.js';
import { requirementsOfArrival } from './move-in-facts.loader.js';
import type { Author, MoveInOrder, PreparedRow, WaitingRow } from './move-in-order.js';
import { bookingOf, failed, notMoved, resultOf } from './move-in-result.js';

function originOf({ line, order, read }: PreparedRow, roomNumber: string): MoveInOrigin | null {
  const { stayStart, stayEnd, number } = read;
  if (stayStart === null || stayEnd === null) return null;
  const { system, fileName, fileId } = order;
  return { system, number, fileName, fileId, line, roomNumber, stayStart, stayEnd };
}

function requirementsOf(row: PreparedRow, reference: HotelReference): DataRequirement[] {
  const rooms = roomNumbersOf(reference.rooms);
  const origins = readRooms(row.read.room, rooms).flatMap((room) => originOf(row, room) ?? []);
  const [origin] = origins;
  if (!origin || origin.stayStart >= origin.stayEnd) return [];
  return requirementsOfArrival(origins, {
    party: row.read.party,
    more: roomsLike(row.read, { reference, rooms }),
  });
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

const furtherLineFault = (first: number): RowFault => ({
  code: 'further_line',
  field: null,
  message: `${first}行目の予約の続きです。${first}行目が移行されると、合わせて移行済みになります。`,
});

/** The fee that a row says; a further line of a booking says none of its own. */
const feeOf = ({ read, lines }: PreparedRow): number | null =>
  lines.first === null && read.saysFee ? read.totalFee : null;

/** Tells what a row is beside what was moved in before. */
function standingOf({ read }: PreparedRow, origin: MoveInOrigin | null, unit: UnitOfWork) {
  if (origin === null) return { type: 'new' } as const;
  const { guestName1, reserverName } = read;
  return arrivalStanding({ ...origin, guestName1, reserverName }, bookingsFrom(originKey(origin), unit));
}

/** Throws the result of a row that is no booking of its own whatever it says. */
function leaveOut(row: PreparedRow, context: PlanContext): void {
  const fee = feeOf(row);
  if (row.isTotal) {
    const sum = fee === null ? '' : `(${yenText(fee)})`;
    throw notMoved({ outcome: 'skipped', warnings: [`合計の行です${sum}。予約ではありません。`] });
  }
  const skipped = skippedBecause(row.read, context);
  if (skipped !== null) throw notMoved({ outcome: 'skipped', fee, warnings: [skipped] });
}

/** Appends the bookings of a row and what happened to the guests since; throws what is in the way. */
function moveIn(row: PreparedRow, unit: UnitOfWork, author: Author): MoveInResult {
  const { order, read } = row;
  const { reference } = unit;
  const context = {
    reference,
    rooms: roomNumbersOf(reference.rooms),
    today: author.clock.today(),
    past: order.past,
  };
  leaveOut(row, context);
  const [named] = readRooms(read.room, context.rooms);
  const origin = named === undefined ? null : originOf(row, named);
  const standing = standingOf(row, origin, unit);
  if (standing.type === 'existing') {
    const booking = unit.get(reservationStream, standing.id);
    if (!booking) throw new Error(`booking ${standing.id} was found and is gone`);
    return moveInAgain(row, planMovedInRow(read, context), booking, unit, author);
  }
  const stay = knownStay(read);
  const isFree = (room: string) =>
    stay !== null && !unit.all(reservationStream).some((other) => occupies(other, room, stay));
  const planned = planMovedInRow(read, context, isFree);
  const { first } = row.lines;
  if (first !== null) throw failed(order.mapping, [furtherLineFault(first)], feeOf(row));
  if (standing.type === 'changed' && !order.areChosen) {
    throw failed(order.mapping, [...planned.faults, changedFault(standing.origin, read.number)], feeOf(row));
  }
  const bookings = createRooms(row, planned, standing.type === 'further' ? standing : null, unit, author);
  const [id = null, ...further] = bookings;
  return resultOf({
    outcome: 'new',
    booking_id: id,
    further_booking_ids: further,
    fee: feeOf(row),
    booking: order.dryRun ? bookingOf(read, planned, reference) : null,
    warnings: [...planned.warnings, ...blankWarnings(read)],
  });
}

/** Says what a booking is entered with because the file doesn't say it. */
function blankWarnings({ saysFee, saysParty }: MovedInRow): string[] {
  return [
    saysFee ? '' : '料金の記載がないため、¥0で登録します。',
    saysParty ? '' : '人数の記載がないため、1室1名として登録します。',
  ].filter((warning) => warning !== '');
}

type Further = { first: Reservation; isNextNight: boolean } | null;

/** Appends a booking for each room of a row, as one party; returns their ids. */
function createRooms(
  row: PreparedRow,
  planned: PlannedBooking,
  further: Further,
  unit: UnitOfWork,
  author: Author,
): number[] {
  const ids: number[] = [];
  for (const room of [planned, ...planned.further]) {
    const first = ids[0] === undefined ? null : unit.get(reservationStream, ids[0]);
    const id = unit.nextPosition;
    const sameAsDayBefore = further?.isNextNight ? 1 : row.read.sameAsDayBefore;
    const partyOfRow = further?.isNextNight ? undefined : partyOf(row, further?.first ?? null, unit);
    const command: CreateReservation = {
      type: 'create',
      draft: room.draft,
      paymentFlag: planned.paymentFlag,
      sameAsDayBefore: first ? 0 : sameAsDayBefore,
      unreadable: [],
      staffId: author.write.staffId,
      csvReservationId: null,
      partyOf: first ?? partyOfRow,
    };
    const origin = room.roomNumber === null ? null : originOf(row, room.roomNumber);
    create(row, { ...command, ...(origin && { movedInFrom: origin }) }, { room, planned, id }, unit, author);
    ids.push(id);
  }
  return ids;
}

/** Appends one booking and what happened to its guest since; throws what is in the way. */
function create(
  row: PreparedRow,
  command: CreateReservation,
  { room, planned, id }: { room: PlannedRoom; planned: PlannedBooking; id: number },
  unit: UnitOfWork,
  { write, clock }: Author,
): void {
  const { mapping, fileId } = row.order;
  const has = (field: MoveInField) => mapping.includes(field);
  const facts = () => factsOf(unit, clock);
  const overlap = overlapFault(room, fileId, facts().neighbours);
  const decision = decideCreate(command, id, facts());
  const broken = decision.ok ? [] : faultsOfRules(decision.broken, planned.faults, has);
  const faults = [...planned.faults, ...broken, ...(overlap ? [overlap] : [])];
  if (faults.length > 0) throw failed(mapping, faults, feeOf(row));
  let booking = appendDecision(unit, id, decision, write);
  for (const since of planned.since) {
    const next = decideReservation(since, booking, facts());
    if (!next.ok) throw failed(mapping, faultsOfRules(next.broken, [], has), feeOf(row));
    booking = appendDecision(unit, id, next, write);
  }
}

/** The work of a row: its bookings, or NotMovedIn with what is in the way. */
export function moveInWork(
  { line, cells, lines }: WaitingRow,
  order: MoveInOrder,
  reference: HotelReference,
  author: Author & { idempotency: Idempotency },
): Work<MoveInResult> {
  const { header, mapping } = order;
  const today = author.clock.today();
  const told = lines ?? ONLY_LINE;
  const row: PreparedRow = {
    line,
    order,
    lines: told,
    isTotal: isTotalRow(cells, mapping),
    read: readMovedInRow(cells, mapping, { today, timezone: author.clock.timezone, header }, told),
  };
  return {
    idempotency: author.idempotency,
    requirements: requirementsOf(row, reference),
    decide: (unit) => moveIn(row, unit, author),
  };
}
