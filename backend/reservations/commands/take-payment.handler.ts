import { staffName } from '@domain/reference.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { OVERTAKEN_CODES } from '@domain/reservation/decide-account.js';
import type { Movement } from '@domain/reservation/money.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { instantText } from '@wire/value-texts.js';
import { EventStore } from '../../event-store/event-store.js';
import { Clock } from '../../platform/clock.js';
import { RefusedError } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { factsOf } from '../decisions.public.js';
import { type BookingChange, BookingCommand, BookingWriter, changeOf } from './booking-change.js';

/** Takes money, in yen above 0 by way of paying; refused above what is due (POST /api/booking/{id}/payments). */
export class TakePayment extends BookingCommand {
  constructor(
    id: number,
    readonly parts: readonly Movement[],
    request: RequestContext,
  ) {
    super(id, request);
  }
}

/** A payment that another terminal took first. */
class PaymentOvertaken extends RefusedError {}

/** The change of `TakePayment`, for a unit of work of its own or a batch: a payment that is no longer due says so, which explains more than an old version. */
export function takePayment({ id, parts }: Pick<TakePayment, 'id' | 'parts'>): BookingChange {
  const command = { type: 'take-payment', parts } as const;
  const change = changeOf(id, command);
  return {
    ...change,
    apply(unit, context) {
      const stored = unit.get(reservationStream, id);
      const decision = stored && decideReservation(command, stored, factsOf(unit, context.clock));
      if (decision?.ok === false && decision.broken.every(({ code }) => OVERTAKEN_CODES.includes(code))) {
        throw new PaymentOvertaken(409, decision.broken);
      }
      return change.apply(unit, context);
    },
  };
}

@CommandHandler(TakePayment)
export class TakePaymentHandler implements ICommandHandler<TakePayment> {
  constructor(
    private readonly bookings: BookingWriter,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute(command: TakePayment): Promise<BookingRecord> {
    try {
      return await this.bookings.write(takePayment(command), command.request);
    } catch (error) {
      if (!(error instanceof PaymentOvertaken)) throw error;
      const by = await this.lastPayment(command.id);
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
