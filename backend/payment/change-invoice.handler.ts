import type { Day } from '@domain/dates.js';
import {
  decideInvoiceCancel,
  decideInvoicePayment,
  decideInvoiceReissue,
  decideRevert,
  INVOICE_OVERTAKEN,
  shareTakenBack,
} from '@domain/payment/decide-invoice.js';
import type { CancelReason, Invoice, InvoiceShare } from '@domain/payment/invoice.js';
import { staffName } from '@domain/reference.js';
import { decideReservation } from '@domain/reservation/decide.js';
import type { Movement } from '@domain/reservation/money.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InvoiceWritten } from '@wire/invoice.js';
import { instantText } from '@wire/value-texts.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream, type UnitOfWork } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { notFound, RefusedError, refusal } from '../platform/errors.js';
import { inVersion, type RequestContext } from '../platform/http/request-context.js';
import { appendDecision, factsOf } from '../reservations/decisions.public.js';
import { invoiceStream } from '../streams/invoice.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { bookingsIn, written } from './issue-invoice.handler.js';
import { ReceivablesReader } from './receivables.query.js';

/** Something that is done to an invoice: money that came in or is taken back, a print, or its end. */
export type InvoiceDeed =
  | { type: 'pay'; parts: readonly Movement[]; receivedOn: Day | undefined }
  | { type: 'revert'; payment: number }
  | { type: 'reissue' }
  | { type: 'cancel'; reason: CancelReason };

/** Does something to an invoice and to the accounts of its bookings at once. */
export class ChangeInvoice extends Command<InvoiceWritten> {
  constructor(
    readonly id: number,
    readonly deed: InvoiceDeed,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const UNKNOWN = '請求書が見つかりません。';

@CommandHandler(ChangeInvoice)
export class ChangeInvoiceHandler implements ICommandHandler<ChangeInvoice> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly receivables: ReceivablesReader,
  ) {}

  /** 404; 409 when it is cancelled, stale, or paid meanwhile, and then with who took the last payment. */
  async execute({ id, deed, request }: ChangeInvoice): Promise<InvoiceWritten> {
    const known = await this.receivables.invoice(id);
    if (!known) throw notFound(UNKNOWN);
    const bookingIds = known.stays.map(({ bookingId }) => bookingId);
    try {
      return await this.store.execute({
        idempotency: request.idempotency,
        requirements: [
          requireStream(invoiceStream, id),
          ...bookingIds.map((booking) => requireStream(reservationStream, booking)),
        ],
        decide: (unit) => {
          const stored = inVersion(unit.get(invoiceStream, id), request, UNKNOWN);
          return written(this.apply(unit, stored, deed, request));
        },
      });
    } catch (error) {
      const [rule] = error instanceof RefusedError ? error.rules : [];
      if (rule?.code !== INVOICE_OVERTAKEN) throw error;
      throw new RefusedError(409, [{ ...rule, message: `${rule.message}${await this.lastPayment(id)}` }]);
    }
  }

  private apply(unit: UnitOfWork, stored: Invoice, deed: InvoiceDeed, request: RequestContext): Invoice {
    if (deed.type === 'pay') return this.pay(unit, stored, deed, request);
    if (deed.type === 'revert') return this.revert(unit, stored, deed.payment, request);
    const decision =
      deed.type === 'cancel' ? decideInvoiceCancel(deed.reason, stored) : decideInvoiceReissue(stored);
    if (!decision.ok) throw refusal(decision.broken);
    return unit.append(invoiceStream, stored.id, decision.value, request.write);
  }

  /** Records the money as payments of the bookings' accounts, so that it counts in the payments of the day. */
  private pay(
    unit: UnitOfWork,
    invoice: Invoice,
    { parts, receivedOn }: Extract<InvoiceDeed, { type: 'pay' }>,
    { write }: RequestContext,
  ): Invoice {
    const today = this.clock.today();
    const said = { parts, receivedOn: receivedOn ?? today };
    const decision = decideInvoicePayment(said, invoice, { bookings: bookingsOf(unit, invoice), today });
    if (!decision.ok) throw refusal(decision.broken);
    const shares = decision.value.map(({ booking, moved }): InvoiceShare => {
      const taking = decideReservation(
        { type: 'take-payment', parts: moved, keepsWay: true },
        booking,
        factsOf(unit, this.clock),
      );
      const { version: entry } = appendDecision(unit, booking.id, taking, write);
      return { bookingId: booking.id, entry, moved };
    });
    const data = { receivedOn: said.receivedOn, shares };
    return unit.append(invoiceStream, invoice.id, { type: 'InvoicePaid', data }, write);
  }

  private revert(unit: UnitOfWork, invoice: Invoice, payment: number, { write }: RequestContext): Invoice {
    const decision = decideRevert(payment, invoice, bookingsOf(unit, invoice));
    if (!decision.ok) throw refusal(decision.broken);
    const { paymentDay } = factsOf(unit, this.clock);
    for (const share of decision.value.payment.shares) {
      const booking = unit.get(reservationStream, share.bookingId);
      if (booking)
        unit.append(reservationStream, booking.id, shareTakenBack(share, booking, paymentDay), write);
    }
    return unit.append(invoiceStream, invoice.id, decision.value.event, write);
  }

  /** Says when, by whom and where money for an invoice was taken last; empty where none was. */
  private async lastPayment(id: number): Promise<string> {
    const events = await this.store.readStream(invoiceStream, id);
    const event = events.findLast(({ type }) => type === 'InvoicePaid');
    if (!event) return '';
    const { reference } = await this.store.current();
    const at = instantText(event.recordedAt, this.clock.timezone).slice(0, 16);
    const by = [staffName(reference, event.staffId), event.terminal].filter(Boolean).join('・');
    return `最後の入金: ${[at, by].filter(Boolean).join(' ')}`;
  }
}

const bookingsOf = (unit: UnitOfWork, { stays }: Invoice) =>
  bookingsIn(
    unit,
    stays.map(({ bookingId }) => bookingId),
  );
