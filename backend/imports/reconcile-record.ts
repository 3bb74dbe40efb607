import type { BrokenRule } from '@domain/broken-rule.js';
import type { CsvReservation, CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import { withOfferedCorporate } from '@domain/imports/offered-corporate.js';
import { planChange } from '@domain/imports/plan-change.js';
import { planNewBooking } from '@domain/imports/plan-new-booking.js';
import {
  failure,
  type RegistrationFailure,
  type RegistrationPlan,
} from '@domain/imports/plan-registration.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { Clock } from '../platform/clock.js';
import type { WriteContext } from '../platform/write-context.js';
import { appendDecision, factsOf } from '../reservations/decisions.public.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { csvReservationStream } from './csv-reservation.stream.js';
import { vacancyIn } from './vacancy.js';

/** Within which batch, for whom and when records are settled. */
export type Reconciliation = { unit: UnitOfWork; write: WriteContext; clock: Clock };

type Settled = { status: 'registered'; bookingId: number } | { status: 'cancelled' } | RegistrationFailure;

/** What the booking's own rules have against it, as a reason: something the plan could not foresee. */
function failureOf(broken: readonly BrokenRule[]): RegistrationFailure {
  const detail = broken.map(({ message }) => message).join(' ');
  const has = (...codes: string[]) => broken.some(({ code }) => codes.includes(code));
  if (has('overlap', 'room_unavailable', 'room_missing')) return failure('空室なし', detail);
  if (has('room_locked')) return failure('部屋移動不可', detail);
  if (has('stay_end_not_after', 'stay_too_long')) return failure('日付不正', detail);
  return failure('必須項目欠落', detail);
}

function create(
  { draft, paymentFlag }: Extract<RegistrationPlan, { type: 'create' }>,
  record: CsvReservation,
  { unit, write, clock }: Reconciliation,
): Settled {
  const id = unit.nextPosition;
  const command = {
    type: 'create' as const,
    draft,
    paymentFlag,
    sameAsDayBefore: 0 as const,
    unreadable: [],
    staffId: write.staffId,
    csvReservationId: record.id,
  };
  const decision = decideCreate(command, id, factsOf(unit, clock));
  if (!decision.ok) return failureOf(decision.broken);
  appendDecision(unit, id, decision, write);
  return { status: 'registered', bookingId: id };
}

function amend(
  { draft, paymentFlag }: Extract<RegistrationPlan, { type: 'amend' }>,
  booking: Reservation,
  { unit, write, clock }: Reconciliation,
): Settled {
  const { id, paymentType } = booking;
  const command = { type: 'amend' as const, draft, sameAsDayBefore: undefined, unreadable: [] };
  const decision = decideReservation(command, booking, factsOf(unit, clock));
  if (!decision.ok) return failureOf(decision.broken);
  const amended = appendDecision(unit, id, decision, write);
  if (paymentFlag !== null) {
    const payment = { type: 'record-payment' as const, paymentType, paymentFlag };
    appendDecision(unit, id, decideReservation(payment, amended, factsOf(unit, clock)), write);
  }
  return { status: 'registered', bookingId: id };
}

function register(imported: CsvReservation, booking: Reservation | null, settling: Reconciliation): Settled {
  const { unit } = settling;
  const record = withOfferedCorporate(imported, unit.reference.corporates);
  const facts = { ...unit.reference, vacancy: vacancyIn(unit) };
  const plan =
    booking && record.applied
      ? planChange({ record, applied: record.applied, booking }, facts)
      : planNewBooking(record, facts);
  if (plan.type === 'fail') return plan;
  if (plan.type === 'create') return create(plan, record, settling);
  return booking ? amend(plan, booking, settling) : failure('必須項目欠落');
}

/** Cancels the booking of a record that the source cancelled; one that it never sold to us has nothing to cancel. */
function cancel(
  isKnown: boolean,
  booking: Reservation | null,
  { unit, write, clock }: Reconciliation,
): Settled {
  if (!isKnown) return failure('元予約なし');
  if (!booking) return { status: 'cancelled' };
  if (booking.checkinDate !== null) return failure('チェックイン済みの取消');
  const decision = decideReservation({ type: 'cancel' }, booking, factsOf(unit, clock));
  appendDecision(unit, booking.id, decision, write);
  return { status: 'cancelled' };
}

function eventOf(settled: Settled, { revision }: CsvReservation): CsvReservationEvent {
  if ('type' in settled) {
    const { reason, detail } = settled;
    return { type: 'AutoRegistrationFailed', data: { reason, detail } };
  }
  return settled.status === 'registered'
    ? { type: 'CsvReservationRegistered', data: { bookingId: settled.bookingId } }
    : { type: 'CsvReservationCancelled', data: { revision } };
}

/** What must be known of a record beyond itself: whether the source ever sold it to us, and whether staff returned it. */
export type RecordPast = { isKnown: boolean; isReturned: boolean };

/**
 * Brings an imported record and its booking in line (channel-csv.md): registers, changes or cancels, or says why not.
 * One that staff returned waits for them whatever the source says; a failure that stays the same is not said twice.
 */
export function reconcileRecord(
  record: CsvReservation,
  past: RecordPast,
  settling: Reconciliation,
): CsvReservation {
  const { unit, write } = settling;
  const stored = record.bookingId === null ? null : unit.get(reservationStream, record.bookingId);
  const booking = stored?.status === 'active' ? stored : null;
  let settled: Settled;
  if (record.kind === 'キャンセル') settled = cancel(past.isKnown, booking, settling);
  else if (past.isReturned) settled = failure('自動登録失敗に戻し');
  else settled = register(record, booking, settling);
  const same = 'type' in settled && settled.reason === record.reason && settled.detail === record.detail;
  return same ? record : unit.append(csvReservationStream, record.id, eventOf(settled, record), write);
}
