import { hash } from 'node:crypto';
import { type BrokenRule, conflict } from '@domain/broken-rule.js';
import type { CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import { reverseDismissal } from '@domain/imports/decide-registration.js';
import { type BookingReversal, planReversal } from '@domain/reservation/reversal/plan-reversal.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { bookingRecord } from '@wire/booking-record.js';
import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { notFound, refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { WriteContext } from '../../platform/write-context.js';
import { csvReservationStream } from '../../streams/csv-reservation.stream.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { factsOf } from '../decisions.public.js';
import { assessLodgingTax } from '../lodging-tax.public.js';
import {
  bookingPasts,
  historyOf,
  type RequestHistory,
  recordPast,
  requireHistory,
} from './request-history.loader.js';
import { describeChange, describeDismissal, describeObstacles } from './reversal-texts.js';

/** Reverses what a request of the caller's own did to bookings. */
export class ReverseRequest extends Command<ReversalAnswer> {
  constructor(
    readonly requestId: string,
    readonly asked: { accept: 'all' | 'nearest'; plan?: string | undefined },
    readonly request: Pick<RequestContext, 'write' | 'idempotency'>,
  ) {
    super();
  }
}

const NOT_REVERSIBLE = conflict('not_reversible', null, 'この操作は元に戻せません。');
const ALREADY = conflict('already_reversed', null, 'この操作は既に元に戻されています。');
const OTHER_PLAN = conflict(
  'plan_changed',
  null,
  '状況が変わりました。元に戻す内容をもう一度確認してください。',
);

const DISMISSALS = ['CsvReservationDismissed', 'CsvReservationReopened'];
/** A paper was handed out: it is issued again, never taken back. */
const RECEIPTS = ['ReceiptIssued', 'ReceiptReissued', 'ReturnInvoiceIssued', 'ReturnInvoiceReissued'];
const REVERSIBLE_OF_RECORDS = ['CsvReservationRegistered', 'AutoRegistrationFailed'];

/** The events that reverse a request, and the same in words. */
type PlannedReversal = {
  bookings: readonly BookingReversal[];
  /** The event of an imported record that was dismissed or reopened; null for other requests, or when none is due. */
  dismissal: { id: number; event: CsvReservationEvent } | null;
  preview: Reversal;
};

function isReversible({ events, isComplete }: RequestHistory): boolean {
  return (
    isComplete &&
    !events.every(({ type }) => RECEIPTS.includes(type)) &&
    events.every(({ stream, type }) =>
      stream.startsWith(`${csvReservationStream.category}-`)
        ? REVERSIBLE_OF_RECORDS.includes(type)
        : stream.startsWith(`${reservationStream.category}-`) && type !== 'PersonalDataErased',
    )
  );
}

/** The same for the same plan, also when midnight passes between preview and request. */
const digestOf = (value: unknown): string =>
  hash(
    'sha256',
    JSON.stringify(value, (key, part) => (key === 'paymentDay' ? undefined : part)),
  ).slice(0, 32);

/** A request that dismisses or reopens an imported record does nothing else. */
function planDismissal(unit: UnitOfWork, history: RequestHistory): PlannedReversal {
  const [id = 0] = history.records.keys();
  const past = recordPast(unit, history, id);
  if (!past) throw refusal([NOT_REVERSIBLE]);
  const event = reverseDismissal(past);
  return {
    bookings: [],
    dismissal: event === null || event === 'changed' ? null : { id, event },
    preview: {
      request_id: history.request.requestId,
      plan: digestOf([id, event]),
      ...describeDismissal(past.current, event),
    },
  };
}

/** Plans the reversal of a request whose history was loaded; refuses requests that are not reversible at all. */
function planRequest(unit: UnitOfWork, request: WriteContext, clock: Clock): PlannedReversal {
  const history = historyOf(unit, request);
  if (!history) throw notFound('元に戻す操作が見つかりません。');
  if (history.events.some(({ type }) => DISMISSALS.includes(type))) return planDismissal(unit, history);
  if (!isReversible(history)) throw refusal([NOT_REVERSIBLE]);
  const { taken, days } = history;
  const { obstacles, bookings } = planReversal(bookingPasts(unit, history), {
    ...factsOf(unit, clock),
    isTaken: (room, { start, end }) =>
      days === null || start < days.start || end > days.end || taken.has(room),
  });
  const context = {
    reference: unit.reference,
    timezone: clock.timezone,
    now: clock.now(),
    history,
    current: (id: number) => unit.get(reservationStream, id),
  };
  return {
    bookings,
    dismissal: null,
    preview: {
      request_id: request.requestId,
      plan: digestOf(bookings.map(({ id, events }) => [id, events])),
      obstacles: describeObstacles(obstacles, context),
      changes: bookings
        .map((booking) => describeChange(booking, context))
        .filter(({ changes }) => changes.length > 0),
    },
  };
}

function brokenRules(
  { bookings, dismissal, preview }: PlannedReversal,
  { accept, plan: agreed }: ReverseRequest['asked'],
): BrokenRule[] {
  const obstacles = preview.obstacles.map(({ code, message }) => conflict(code, null, message));
  if (bookings.length === 0 && !dismissal) return obstacles.length > 0 ? obstacles : [ALREADY];
  if (accept === 'all') return obstacles;
  return agreed !== undefined && agreed !== preview.plan ? [OTHER_PLAN] : [];
}

function append(unit: UnitOfWork, { bookings, dismissal }: PlannedReversal, write: WriteContext): void {
  if (dismissal) unit.append(csvReservationStream, dismissal.id, dismissal.event, write);
  for (const { id, events } of bookings) {
    for (const event of events) unit.append(reservationStream, id, event, write);
    assessLodgingTax(unit, id, write);
  }
  for (const { current, recordEvent } of bookings) {
    const { csvReservationId } = current;
    if (recordEvent && csvReservationId)
      unit.append(csvReservationStream, csvReservationId, recordEvent, write);
  }
}

@CommandHandler(ReverseRequest)
export class ReverseRequestHandler implements ICommandHandler<ReverseRequest> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The restored bookings; refused with every obstacle when all was asked for and not all can be restored. */
  execute({ requestId, asked, request }: ReverseRequest): Promise<ReversalAnswer> {
    const reversed = { ...request.write, requestId };
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireHistory(reversed)],
      decide: (unit) => {
        const planned = planRequest(unit, reversed, this.clock);
        const broken = brokenRules(planned, asked);
        if (broken.length > 0) throw refusal(broken);
        append(unit, planned, request.write);
        const restored = planned.bookings.flatMap(({ id }) => unit.get(reservationStream, id) ?? []);
        return {
          request_id: requestId,
          bookings: restored.map((booking) => bookingRecord(booking, unit.reference.rooms)),
        };
      },
    });
  }
}

/** Returns what reversing a request of the caller's own would do now; writes nothing. */
export function previewReversal(store: EventStore, request: WriteContext, clock: Clock): Promise<Reversal> {
  return store.preview({
    requirements: [requireHistory(request)],
    decide: (unit) => planRequest(unit, request, clock).preview,
  });
}
