import type { BrokenRule } from '@domain/broken-rule.js';
import type { CsvReservation, CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import {
  failure,
  planChange,
  planNewBooking,
  type RegistrationFailure,
  type RegistrationPlan,
  withOfferedCorporate,
} from '@domain/imports/plan-registration.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { Clock } from '../platform/clock.js';
import type { WriteContext } from '../platform/write-context.js';
import { appendDecision, factsOf } from '../reservations/decisions.public.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { vacancyIn } from './occupancy.js';

/** The batch, author and clock that records are reconciled with. */
export type Reconciliation = { unit: UnitOfWork; write: WriteContext; clock: Clock };

type Outcome = { status: 'registered'; bookingId: number } | { status: 'cancelled' } | RegistrationFailure;

/** Maps rules that the booking breaks to a failure reason. */
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
): Outcome {
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
): Outcome {
  const { id, paymentType } = booking;
  const command = { type: 'amend' as const, draft, sameAsDayBefore: undefined, unreadable: [] };
  const decision = decideReservation(command, booking, factsOf(unit, clock));
  if (!decision.ok) return failureOf(decision.broken);
  const amended = appendDecision(unit, id, decision, write);
  if (paymentFlag !== null) {
    const payment = {
      ...{ type: 'record-payment' as const, paymentType, paymentFlag },
      isBySource: true as const,
    };
    appendDecision(unit, id, decideReservation(payment, amended, factsOf(unit, clock)), write);
  }
  return { status: 'registered', bookingId: id };
}

function register(imported: CsvReservation, booking: Reservation | null, context: Reconciliation): Outcome {
  const { unit } = context;
  const record = withOfferedCorporate(imported, unit.reference.corporates);
  const facts = { ...unit.reference, vacancy: vacancyIn(unit) };
  const plan =
    booking && record.applied
      ? planChange({ record, applied: record.applied, booking }, facts)
      : planNewBooking(record, facts);
  if (plan.type === 'fail') return plan;
  if (plan.type === 'create') return create(plan, record, context);
  return booking ? amend(plan, booking, context) : failure('必須項目欠落');
}

/**
 * Cancels the booking of a record that the source cancelled; fails when the source never sent the reservation, or when the
 * cancellation may be an old one.
 */
function cancel(
  { fault, faultDetail }: CsvReservation,
  isKnown: boolean,
  booking: Reservation | null,
  { unit, write, clock }: Reconciliation,
): Outcome {
  if (!isKnown) return fault ? failure(fault, faultDetail) : failure('元予約なし');
  if (!booking) return { status: 'cancelled' };
  if (fault) return failure(fault, faultDetail);
  if (booking.checkinDate !== null) return failure('チェックイン済みの取消');
  const decision = decideReservation({ type: 'cancel' }, booking, factsOf(unit, clock));
  appendDecision(unit, booking.id, decision, write);
  return { status: 'cancelled' };
}

function eventOf(outcome: Outcome, { revision }: CsvReservation): CsvReservationEvent {
  if ('type' in outcome) {
    const { reason, detail } = outcome;
    return { type: 'AutoRegistrationFailed', data: { reason, detail } };
  }
  return outcome.status === 'registered'
    ? { type: 'CsvReservationRegistered', data: { bookingId: outcome.bookingId } }
    : { type: 'CsvReservationCancelled', data: { revision } };
}

/** The record's past: whether the source ever sent the reservation, and whether staff returned it. */
export type RecordPast = { isKnown: boolean; isReturned: boolean };

/**
 * Reconciles an imported record with its booking (channel-csv.md): registers, changes or cancels it, or records the
 * failure unless it is unchanged. A record that staff returned waits for them, whatever the source sends.
 */
export function reconcileRecord(
  record: CsvReservation,
  past: RecordPast,
  context: Reconciliation,
): CsvReservation {
  const { unit, write } = context;
  const stored = record.bookingId === null ? null : unit.get(reservationStream, record.bookingId);
  const booking = stored?.status === 'active' ? stored : null;
  let outcome: Outcome;
  if (record.kind === 'キャンセル') outcome = cancel(record, past.isKnown, booking, context);
  else if (past.isReturned) outcome = failure('自動登録失敗に戻し');
  else outcome = register(record, booking, context);
  const same = 'type' in outcome && outcome.reason === record.reason && outcome.detail === record.detail;
  return same ? record : unit.append(csvReservationStream, record.id, eventOf(outcome, record), write);
}
