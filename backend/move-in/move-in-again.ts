import { type Differences, differencesOf } from '@domain/move-in/differences.js';
import type { MoveInField } from '@domain/move-in/move-in-fields.js';
import { faultsOfRules, type PlannedBooking } from '@domain/move-in/plan-row.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { MoveInResult } from '@wire/move-in.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import { appendDecision, factsOf } from '../reservations/decisions.public.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { laterChange } from './later-changes.loader.js';
import type { Author, PreparedRow } from './move-in-order.js';
import { failed, notMoved, resultOf } from './move-in-result.js';

/** The bookings that a line of an earlier file has become, in the order of its rooms. */
function roomsOfLine(booking: Reservation, unit: UnitOfWork): Reservation[] {
  const { fileId, line } = booking.movedInFrom ?? {};
  return unit
    .all(reservationStream)
    .filter(({ movedInFrom: from }) => from?.fileId === fileId && from?.line === line)
    .sort((a, b) => a.id - b.id);
}

/** The commands that correct a booking; its fee is fixed while its guest is checked in, so that the stay is opened for it. */
function corrections(booking: Reservation, { draft }: Differences): ReservationCommand[] {
  const amend: ReservationCommand = { type: 'amend', draft, sameAsDayBefore: undefined, unreadable: [] };
  const { checkinDate, checkoutDate } = booking;
  if (checkinDate === null || (draft.totalFee === undefined && draft.usedPoints === undefined))
    return [amend];
  return [
    ...(checkoutDate === null ? [] : [{ type: 'revert-check-out' } as const]),
    { type: 'revert-check-in' },
    amend,
    { type: 'check-in', date: checkinDate },
    ...(checkoutDate === null ? [] : [{ type: 'check-out', date: checkoutDate } as const]),
  ];
}

const ROOMS_SINCE = (before: number, now: number) =>
  `前に移行したときは${before}室、この行は${now}室です。前の移行を取り消してから、移行してください。`;

/**
 * Corrects the bookings that an earlier file has made of a row by what this one says; throws where nothing differs, and
 * where they were changed by hand since, which stays.
 */
export function moveInAgain(
  row: PreparedRow,
  planned: PlannedBooking,
  booking: Reservation,
  unit: UnitOfWork,
  { write, clock }: Author,
): MoveInResult {
  const { read, order } = row;
  const fee = row.lines.first === null && read.saysFee ? read.totalFee : null;
  const existing = (warnings: string[]) =>
    notMoved({ outcome: 'existing', booking_id: booking.id, fee, warnings });
  const isLeft = booking.movedInFrom?.fileId === order.fileId || row.lines.first !== null;
  if (isLeft || booking.status === 'cancelled' || booking.isErased) throw existing([]);
  if (read.faults.length > 0) throw existing(read.faults.map(({ message }) => message));
  const rooms = [planned, ...planned.further];
  const before = roomsOfLine(booking, unit);
  if (before.length !== rooms.length) {
    const message = ROOMS_SINCE(before.length, rooms.length);
    throw failed(order.mapping, [{ code: 'rooms_since', field: 'roomNumber', message }], fee);
  }
  const about = {
    row: read,
    mapping: order.mapping,
    paymentFlag: planned.paymentFlag,
    reference: unit.reference,
  };
  const told = before.map((one, index) => ({
    one,
    differences: differencesOf(one, rooms[index] ?? planned, about),
  }));
  const warnings = [...new Set(told.flatMap(({ differences }) => differences.warnings))];
  const differing = told.filter(({ differences }) => differences.changes.length > 0);
  if (differing.length === 0) throw existing(warnings);
  for (const { one, differences } of differing) {
    const later = laterChange(unit, one.id, { own: null, now: write.requestId });
    if (later !== null) {
      const labels = differences.changes.map(({ label }) => label).join('、');
      throw existing([
        `移行の後に「${later}」があったため、違うところ(${labels})を直しません。`,
        ...warnings,
      ]);
    }
  }
  for (const { one, differences } of differing) correct(row, one, differences, unit, { write, clock });
  const [first, ...further] = before;
  return resultOf({
    outcome: 'changed',
    booking_id: first?.id ?? booking.id,
    further_booking_ids: further.map(({ id }) => id),
    fee,
    // In earnest the history of the booking has the values.
    changes: differing
      .flatMap(({ differences }) => differences.changes)
      .map((change) => (order.dryRun ? change : { ...change, before: '', after: '' })),
    warnings,
  });
}

function correct(
  { order, read }: PreparedRow,
  booking: Reservation,
  differences: Differences,
  unit: UnitOfWork,
  { write, clock }: Author,
): void {
  const has = (field: MoveInField) => order.mapping.includes(field);
  let now = booking;
  for (const command of corrections(booking, differences)) {
    const decision = decideReservation(command, now, factsOf(unit, clock));
    if (!decision.ok) {
      throw failed(
        order.mapping,
        faultsOfRules(decision.broken, [], has),
        read.saysFee ? read.totalFee : null,
      );
    }
    now = appendDecision(unit, booking.id, decision, write);
  }
}
