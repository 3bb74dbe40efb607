import { createHash } from 'node:crypto';
import { conflict } from '@domain/broken-rule.js';
import type { CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import { reverseDismissal } from '@domain/imports/decide-registration.js';
import type { BookingPast } from '@domain/reservation/reversal/booking-past.js';
import { planReversal, type ReversalPlan } from '@domain/reservation/reversal/plan-reversal.js';
import type { Reversal } from '@wire/reversal.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { csvReservationStream } from '../../imports/csv-reservation.stream.js';
import type { Clock } from '../../platform/clock.js';
import { notFound, refusal } from '../../platform/errors.js';
import type { WriteContext } from '../../platform/write-context.js';
import { factsOf } from '../decisions.public.js';
import { reservationStream } from '../reservation.stream.js';
import { readPasts, recordOf } from './read-pasts.js';
import { type RequestPast, requestKey, requestPasts } from './request-past.loader.js';
import { describeChange, describeConflicts, describeDismissal } from './reversal-texts.js';

/** What taking a request back comes to: the events, what they rest on, and both in words. */
export type PlannedReversal = {
  plan: ReversalPlan;
  pasts: readonly BookingPast[];
  /** What puts back an imported record that was dismissed or reopened; null for other requests, or when nothing does. */
  dismissal: { id: number; event: CsvReservationEvent } | null;
  told: Reversal;
};

const NOT_REVERSIBLE = conflict('not_reversible', null, 'この操作は元に戻せません。');

const OF_DISMISSALS = ['CsvReservationDismissed', 'CsvReservationReopened'];
const OF_RECORDS = ['CsvReservationRegistered', 'AutoRegistrationFailed'];

function isReversible({ events, isWhole }: RequestPast): boolean {
  return (
    isWhole &&
    events.every(({ stream, type }) =>
      stream.startsWith(`${csvReservationStream.category}-`)
        ? OF_RECORDS.includes(type)
        : stream.startsWith(`${reservationStream.category}-`) && type !== 'PersonalDataErased',
    )
  );
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** A request that dismisses or reopens a record does nothing else. */
function planDismissal(unit: UnitOfWork, request: WriteContext, known: RequestPast): PlannedReversal {
  const [id = 0] = known.records.keys();
  const past = recordOf(unit, request, id, known);
  if (!past) throw refusal([NOT_REVERSIBLE]);
  const event = reverseDismissal(past);
  const told = {
    request_id: request.requestId,
    plan: digestOf([id, event]),
    ...describeDismissal(past.current, event),
  };
  const dismissal = event === null || event === 'changed' ? null : { id, event };
  return { plan: { obstacles: [], bookings: [] }, pasts: [], dismissal, told };
}

/** Plans taking a request back, with what was loaded of it by `needRequest`; refuses what cannot be taken back at all. */
export function planRequestReversal(unit: UnitOfWork, request: WriteContext, clock: Clock): PlannedReversal {
  const known = unit.fact(requestPasts).get(requestKey(request));
  if (!known || known.events.length === 0) throw notFound('元に戻す操作が見つかりません。');
  if (known.events.some(({ type }) => OF_DISMISSALS.includes(type)))
    return planDismissal(unit, request, known);
  if (!isReversible(known)) throw refusal([NOT_REVERSIBLE]);
  const pasts = readPasts(unit, request, known);
  const { taken, days } = known;
  const plan = planReversal(pasts, {
    ...factsOf(unit, clock),
    isTaken: (room, { start, end }) =>
      days === null || start < days.start || end > days.end || taken.has(room),
  });
  const context = {
    reference: unit.reference,
    timezone: clock.timezone,
    now: clock.now(),
    known,
    current: (id: number) => unit.get(reservationStream, id),
  };
  const told = {
    request_id: request.requestId,
    plan: digestOf(plan.bookings.map(({ id, events }) => [id, events])),
    obstacles: describeConflicts(plan.obstacles, context),
    changes: plan.bookings
      .map((booking) => describeChange(booking, context))
      .filter(({ changes }) => changes.length > 0),
  };
  return { plan, pasts, dismissal: null, told };
}
