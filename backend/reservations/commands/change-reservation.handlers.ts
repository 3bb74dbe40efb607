import { invalid } from '@domain/broken-rule.js';
import type { Day } from '@domain/dates.js';
import { staffName } from '@domain/reference.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { OVERTAKEN_CODES } from '@domain/reservation/decide-account.js';
import type {
  AccountCommand,
  ReservationCommand,
  ReservationFacts,
} from '@domain/reservation/reservation.commands.js';
import type { Flag, Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import type { DecodedSave } from '@wire/booking-save.js';
import { instantText } from '@wire/value-texts.js';
import { EventStore } from '../../event-store/event-store.js';
import { streamName } from '../../event-store/event-stream.js';
import { requireKey } from '../../event-store/personal-data.js';
import type { DataRequirement, UnitOfWork } from '../../event-store/unit-of-work.js';
import { csvReservationStream } from '../../imports/csv-reservation.stream.js';
import { Clock } from '../../platform/clock.js';
import { RefusedError } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { appendDecision, type CommandContext, factsOf, storedReservation } from '../decisions.public.js';
import { requireAdjacentStays, requireImportOf } from '../reservation.loaders.js';
import { reservationStream } from '../reservation.stream.js';
import { amendReservation, requirementsOfSave } from './save-reservation.handler.js';

/** A change of a stored reservation. No day means today. */
export type ReservationChange =
  | { type: 'amend'; save: DecodedSave }
  | { type: 'cancel' }
  | { type: 'check-in'; date: Day | undefined }
  | { type: 'check-out'; date: Day | undefined; freeNights?: boolean }
  | { type: 'revert-check-in' | 'revert-check-out' | 'mark-no-show' | 'revert-no-show' }
  | { type: 'record-payment'; paymentType: number | null; paymentFlag: Flag }
  | AccountCommand;

/** Amends, cancels, checks in or out, or records a payment (spec 7, contract 4). */
export class ChangeReservation extends Command<BookingRecord> {
  constructor(
    readonly id: number,
    readonly change: ReservationChange,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Cancels a booking and puts its imported record back into the failed queue (spec 4 and 7). */
export class ReturnToAutoFail extends Command<ReturnAnswer> {
  constructor(
    readonly id: number,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** The answer of return-temairazu: whether it was done, and the error text if not. */
export type ReturnAnswer = { response: boolean; error: string };

/** A refusal that return-temairazu answers with 200 (contract 1). */
class ReturnRefused extends RefusedError {}

const NOT_IMPORTED = invalid('not_imported', null, '自動登録サービスから登録された予約ではありません。');

/** What a change needs loaded. */
export function requirementsOfChange(id: number, change: ReservationChange): DataRequirement[] {
  if (change.type === 'amend') return requirementsOfSave(change.save, id);
  const isSealed = change.type === 'add-charge' || change.type === 'refund';
  const keys = isSealed ? [requireKey(streamName(reservationStream, id))] : [];
  return [requireAdjacentStays({ id }), ...keys];
}

/** A payment that another terminal took first. */
class PaymentOvertaken extends RefusedError {}

/** Refuses a payment that is no longer due, rather than the version that it was meant for: the reason says more. */
function refuseOvertaken(command: AccountCommand, stored: Reservation | null, facts: ReservationFacts): void {
  const decision = stored && decideReservation(command, stored, facts);
  if (!decision || decision.ok) return;
  const isOvertaken = decision.broken.every(({ code }) => OVERTAKEN_CODES.includes(code));
  if (isOvertaken) throw new PaymentOvertaken(409, decision.broken);
}

/** Makes a change within a unit of work; throws the refusal. */
export function changeReservation(
  unit: UnitOfWork,
  { id, change }: { id: number; change: ReservationChange },
  context: CommandContext,
): Reservation {
  if (change.type === 'amend') return amendReservation(unit, { id, save: change.save }, context);
  const { request, clock } = context;
  const facts = factsOf(unit, clock);
  if (change.type === 'take-payment') refuseOvertaken(change, unit.get(reservationStream, id), facts);
  const stored = storedReservation(unit, id, request);
  const command: ReservationCommand =
    'date' in change ? { ...change, date: change.date ?? facts.today } : change;
  return appendDecision(unit, id, decideReservation(command, stored, facts), request.write);
}

@CommandHandler(ChangeReservation)
export class ChangeReservationHandler implements ICommandHandler<ChangeReservation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record as it is after the change. */
  async execute({ id, change, request }: ChangeReservation): Promise<BookingRecord> {
    try {
      return await this.store.execute({
        idempotency: request.idempotency,
        requirements: requirementsOfChange(id, change),
        decide: (unit) => {
          const booking = changeReservation(unit, { id, change }, { request, clock: this.clock });
          return bookingRecord(booking, unit.reference.rooms);
        },
      });
    } catch (error) {
      if (!(error instanceof PaymentOvertaken)) throw error;
      const by = await this.lastPayment(id);
      throw new RefusedError(
        error.status,
        error.rules.map((rule) => ({ ...rule, message: `${rule.message}${by}` })),
      );
    }
  }

  /** Says when, by whom and where the last money was taken for a booking; empty where none was. */
  private async lastPayment(id: number): Promise<string> {
    const events = await this.store.readStream(reservationStream, id);
    const event = events.findLast(({ type }) => type === 'PaymentTaken' || type === 'PaymentRecorded');
    if (!event) return '';
    const { reference } = await this.store.current();
    const at = instantText(event.recordedAt, this.clock.timezone).slice(0, 16);
    const by = [staffName(reference, event.staffId), event.terminal].filter(Boolean).join('・');
    return `最後の入金: ${[at, by].filter(Boolean).join(' ')}`;
  }
}

@CommandHandler(ReturnToAutoFail)
export class ReturnToAutoFailHandler implements ICommandHandler<ReturnToAutoFail> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ id, request }: ReturnToAutoFail): Promise<ReturnAnswer> {
    try {
      return await this.store.execute({
        idempotency: request.idempotency,
        requirements: [requireAdjacentStays({ id }), requireImportOf(id)],
        decide: (unit) => this.decide(unit, id, request),
      });
    } catch (error) {
      if (!(error instanceof ReturnRefused)) throw error;
      return { response: false, error: error.message };
    }
  }

  private decide(unit: UnitOfWork, id: number, request: RequestContext): ReturnAnswer {
    const stored = storedReservation(unit, id, request);
    const { csvReservationId } = stored;
    const record = csvReservationId === null ? null : unit.get(csvReservationStream, csvReservationId);
    const decision = decideReservation({ type: 'return-to-auto-fail' }, stored, factsOf(unit, this.clock));
    if (!decision.ok) throw new ReturnRefused(409, decision.broken);
    if (!record) throw new ReturnRefused(409, [NOT_IMPORTED]);
    appendDecision(unit, id, decision, request.write);
    const data = { reason: '自動登録失敗に戻し', detail: '' } as const;
    unit.append(csvReservationStream, record.id, { type: 'AutoRegistrationFailed', data }, request.write);
    return { response: true, error: '' };
  }
}
