import { type BrokenRule, conflict } from '@domain/broken-rule.js';
import type { CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import type { RecordPast } from '@domain/reservation/reversal/booking-past.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReversalAnswer } from '@wire/reversal.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { csvReservationStream } from '../../imports/csv-reservation.stream.js';
import { Clock } from '../../platform/clock.js';
import { refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { reservationStream } from '../reservation.stream.js';
import { bookingRecord } from '../reservations.public.js';
import { type PlannedReversal, planRequestReversal } from './plan-request-reversal.js';
import { requireRequest } from './request-past.loader.js';

/** Takes back what a request of the caller's own did to bookings. */
export class ReverseRequest extends Command<ReversalAnswer> {
  constructor(
    readonly requestId: string,
    readonly asked: { accept: 'all' | 'nearest'; plan?: string | undefined },
    readonly request: Pick<RequestContext, 'write' | 'idempotency'>,
  ) {
    super();
  }
}

const ALREADY = conflict('already_reversed', null, 'この操作は既に元に戻されています。');
const OTHER_PLAN = conflict(
  'plan_changed',
  null,
  '状況が変わりました。元に戻す内容をもう一度確認してください。',
);

/** The event that brings an imported record back to what it was before the request. */
function recordEvent({ changed, current }: RecordPast): CsvReservationEvent | null {
  if (!changed || changed.before.status === current.status) return null;
  const { status, reason, detail, bookingId } = changed.before;
  if (status === 'registered' && bookingId !== null) {
    return { type: 'CsvReservationRegistered', data: { bookingId } };
  }
  return { type: 'AutoRegistrationFailed', data: { reason: reason ?? '自動登録失敗に戻し', detail } };
}

@CommandHandler(ReverseRequest)
export class ReverseRequestHandler implements ICommandHandler<ReverseRequest> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** What was done; refused with every obstacle when all was asked for and not all can be given back. */
  execute({ requestId, asked, request }: ReverseRequest): Promise<ReversalAnswer> {
    const undone = { ...request.write, requestId };
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireRequest(undone)],
      decide: (unit) => {
        const worked = planRequestReversal(unit, undone, this.clock);
        const broken = brokenRules(worked, asked);
        if (broken.length > 0) throw refusal(broken);
        append(unit, worked, request);
        const done = worked.plan.bookings.flatMap(({ id }) => unit.get(reservationStream, id) ?? []);
        return {
          request_id: requestId,
          bookings: done.map((booking) => bookingRecord(booking, unit.reference.rooms)),
        };
      },
    });
  }
}

function brokenRules(
  { plan, dismissal, told }: PlannedReversal,
  { accept, plan: agreed }: ReverseRequest['asked'],
): BrokenRule[] {
  const obstacles = told.obstacles.map(({ code, message }) => conflict(code, null, message));
  if (plan.bookings.length === 0 && !dismissal) return obstacles.length > 0 ? obstacles : [ALREADY];
  if (accept === 'all') return obstacles;
  return agreed !== undefined && agreed !== told.plan ? [OTHER_PLAN] : [];
}

function append(
  unit: UnitOfWork,
  { plan, pasts, dismissal }: PlannedReversal,
  { write }: Pick<RequestContext, 'write'>,
): void {
  if (dismissal) unit.append(csvReservationStream, dismissal.id, dismissal.event, write);
  for (const { id, events } of plan.bookings) {
    for (const event of events) unit.append(reservationStream, id, event, write);
  }
  for (const { id } of plan.bookings.filter(({ restoresRecord }) => restoresRecord)) {
    const record = pasts.find((past) => past.id === id)?.record;
    const event = record && recordEvent(record);
    if (event) unit.append(csvReservationStream, record.current.id, event, write);
  }
}
