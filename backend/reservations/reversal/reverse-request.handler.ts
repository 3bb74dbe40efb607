import { createHash } from 'node:crypto';
import type { CsvReservationEvent } from '@domain/auto-registration/csv-reservation.js';
import { type BrokenRule, conflict } from '@domain/broken-rule.js';
import type { BookingPast, RecordPast } from '@domain/reservation/reversal/booking-past.js';
import { planReversal, type ReversalPlan } from '@domain/reservation/reversal/plan-reversal.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import { csvReservationStream } from '../../auto-registration/csv-reservation.stream.js';
import { EventStore } from '../../event-store/event-store.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { notFound, refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { bookingRecord } from '../booking-answer.catalog.js';
import { factsOf } from '../decisions.catalog.js';
import { reservationStream } from '../reservation.stream.js';
import { readPasts } from './read-pasts.js';
import { needRequest, type RequestPast, requestPasts } from './request-past.loader.js';
import { tellChange, tellObstacles } from './reversal-texts.js';

/** Takes back what a request did to bookings; without `accept` it only tells what that would come to. */
export class ReverseRequest {
  constructor(
    readonly requestId: string,
    readonly asked: { accept: 'all' | 'nearest'; plan?: string | undefined } | null,
    readonly request: Pick<RequestContext, 'write' | 'idempotency'>,
  ) {}
}

/** Everything that a reversal knows. */
type Worked = { plan: ReversalPlan; pasts: readonly BookingPast[]; told: Reversal };

const NOT_REVERSIBLE = conflict('not_reversible', null, 'この操作は元に戻せません。');
const ALREADY = conflict('already_reversed', null, 'この操作は既に元に戻されています。');
const OTHER_PLAN = conflict(
  'plan_changed',
  null,
  '状況が変わりました。元に戻す内容をもう一度確認してください。',
);

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

/** The event that brings an imported record back to what it was before the request. */
function recordEvent({ changed, current }: RecordPast): CsvReservationEvent | null {
  if (!changed || changed.before.status === current.status) return null;
  const { status, reason, detail, bookingId } = changed.before;
  if (status === 'registered' && bookingId !== null) {
    return { type: 'CsvReservationRegistered', data: { bookingId } };
  }
  return { type: 'AutoRegistrationFailed', data: { reason: reason ?? '自動登録失敗に戻し', detail } };
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

@CommandHandler(ReverseRequest)
export class ReverseRequestHandler implements ICommandHandler<ReverseRequest> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** What was done or would be; refused with every obstacle when all was asked for and not all can be given back. */
  execute({ requestId, asked, request }: ReverseRequest): Promise<ReversalAnswer> {
    return this.store.execute({
      idempotency: request.idempotency,
      needs: [needRequest(requestId)],
      decide: (unit) => {
        const worked = this.work(unit, requestId);
        if (!asked) return { ...worked.told, bookings: [] };
        const broken = brokenRules(worked, asked);
        if (broken.length > 0) throw refusal(broken);
        append(unit, worked, request);
        const done = worked.plan.bookings.flatMap(({ id }) => unit.get(reservationStream, id) ?? []);
        return {
          ...worked.told,
          bookings: done.map((booking) => bookingRecord(booking, unit.reference.rooms)),
        };
      },
    });
  }

  private work(unit: UnitOfWork, requestId: string): Worked {
    const known = unit.fact(requestPasts).get(requestId);
    if (!known || known.events.length === 0) throw notFound('元に戻す操作が見つかりません。');
    if (!isReversible(known)) throw refusal([NOT_REVERSIBLE]);
    const pasts = readPasts(unit, requestId, known);
    const { taken, days } = known;
    const plan = planReversal(pasts, {
      ...factsOf(unit, this.clock),
      isTaken: (room, { start, end }) =>
        days === null || start < days.start || end > days.end || taken.has(room),
    });
    const context = {
      reference: unit.reference,
      timezone: this.clock.timezone,
      now: this.clock.now(),
      known,
      current: (id: number) => unit.get(reservationStream, id),
    };
    const told = {
      request_id: requestId,
      plan: digestOf(plan.bookings.map(({ id, events }) => [id, events])),
      obstacles: tellObstacles(plan.obstacles, context),
      changes: plan.bookings
        .map((booking) => tellChange(booking, context))
        .filter(({ changes }) => changes.length > 0),
    };
    return { plan, pasts, told };
  }
}

function brokenRules(
  { plan, told }: Worked,
  { accept, plan: agreed }: NonNullable<ReverseRequest['asked']>,
): BrokenRule[] {
  const obstacles = told.obstacles.map(({ code, message }) => conflict(code, null, message));
  if (plan.bookings.length === 0) return obstacles.length > 0 ? obstacles : [ALREADY];
  if (accept === 'all') return obstacles;
  return agreed !== undefined && agreed !== told.plan ? [OTHER_PLAN] : [];
}

function append(unit: UnitOfWork, { plan, pasts }: Worked, { write }: Pick<RequestContext, 'write'>): void {
  for (const { id, events } of plan.bookings) {
    for (const event of events) unit.append(reservationStream, id, event, write);
  }
  for (const { id } of plan.bookings.filter(({ restoresRecord }) => restoresRecord)) {
    const record = pasts.find((past) => past.id === id)?.record;
    const event = record && recordEvent(record);
    if (event) unit.append(csvReservationStream, record.current.id, event, write);
  }
}
