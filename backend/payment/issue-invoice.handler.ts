import type { Day } from '@domain/dates.js';
import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import { decideInvoice, decideInvoiceCancel, type InvoiceRequest } from '@domain/payment/decide-invoice.js';
import type { CancelReason, Invoice } from '@domain/payment/invoice.js';
import { balanceOf } from '@domain/reservation/account.js';
import type { Honorific, Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InvoiceWritten } from '@wire/invoice.js';
import { EventStore } from '../event-store/event-store.js';
import {
  type BatchLoader,
  readDocuments,
  requirement,
  requireStream,
  type UnitOfWork,
} from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { notFound, refusal } from '../platform/errors.js';
import { inVersion, type RequestContext } from '../platform/http/request-context.js';
import { invoiceStream } from '../streams/invoice.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { ReceivablesReader } from './receivables.query.js';

/** Changes of an invoice that is made anew: what is left out stays. */
export type Replacement = {
  id: number;
  reason: CancelReason;
  bookingIds?: number[] | undefined;
  dueDay?: Day | undefined;
  honorific?: Honorific | undefined;
  remark?: string | undefined;
};

/** Issues an invoice to a company (請求書), or another one in the place of one that is cancelled by it. */
export class IssueInvoice extends Command<InvoiceWritten> {
  constructor(
    readonly said: InvoiceRequest | Replacement,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Loads the living invoices that name some bookings, and the last invoice, whose number the next one follows. */
const loadBilled: BatchLoader<readonly number[]> = async (client, requests, begun) => {
  const documents = await readDocuments(client, invoiceStream, {
    name: 'billed-bookings',
    text: `select id::text as key, state from invoices where is_living and booking_ids && $1::int[]
           union all (select id::text, state from invoices order by number desc limit 1)`,
    values: [requests.flat()],
  });
  (await begun).load(documents);
};

/** Returns the short answer to a write on an invoice. */
export const written = ({ id, version, number }: Invoice): InvoiceWritten => ({ id, version, number });

/** The stored bookings by id; those that don't exist are left out. */
export function bookingsIn(unit: UnitOfWork, ids: readonly number[]): Map<number, Reservation> {
  return new Map(ids.flatMap((id) => unit.get(reservationStream, id) ?? []).map((one) => [one.id, one]));
}

@CommandHandler(IssueInvoice)
export class IssueInvoiceHandler implements ICommandHandler<IssueInvoice> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly receivables: ReceivablesReader,
  ) {}

  /** Numbers are given under the writer's lock without a gap; 404, 409 for a booking that is billed or not owed, 422. */
  async execute({ said, request }: IssueInvoice): Promise<InvoiceWritten> {
    const replaced = 'id' in said ? await this.receivables.invoice(said.id) : null;
    if ('id' in said && !replaced) throw notFound('請求書が見つかりません。');
    const bookingIds = said.bookingIds ?? replaced?.stays.map(({ bookingId }) => bookingId) ?? [];
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [
        requirement(loadBilled, bookingIds),
        ...bookingIds.map((id) => requireStream(reservationStream, id)),
        ...(replaced ? [requireStream(invoiceStream, replaced.id)] : []),
      ],
      decide: (unit) => {
        if (!('id' in said)) return written(this.issue(unit, said, null, request));
        const stored = inVersion(unit.get(invoiceStream, said.id), request, '請求書が見つかりません。');
        const number = nextNumber(unit);
        const cancelled = decideInvoiceCancel(said.reason, stored, number);
        if (!cancelled.ok) throw refusal(cancelled.broken);
        unit.append(invoiceStream, said.id, cancelled.value, request.write);
        const { corporateId, month, dueDay, honorific, remark } = stored;
        const wanted = {
          ...{ corporateId, month, bookingIds: said.bookingIds ?? owingOf(unit, bookingIds) },
          ...{ dueDay: said.dueDay ?? dueDay, honorific: said.honorific ?? honorific },
          remark: said.remark ?? remark,
        };
        return written(this.issue(unit, wanted, stored.number, request));
      },
    });
  }

  private issue(
    unit: UnitOfWork,
    wanted: InvoiceRequest,
    replaces: number | null,
    { write }: RequestContext,
  ): Invoice {
    const { hotel, corporates } = unit.reference;
    const decision = decideInvoice(
      wanted,
      {
        ...{ nextNumber: nextNumber(unit), today: this.clock.today() },
        taxRate: (hotel ?? UNDEFINED_HOTEL).taxRate,
        companyName: corporates.get(wanted.corporateId)?.corporateShortName ?? null,
        bookings: bookingsIn(unit, wanted.bookingIds),
        living: unit.all(invoiceStream).filter(({ status }) => status === 'living'),
      },
      replaces,
    );
    if (!decision.ok) throw refusal(decision.broken);
    return unit.append(invoiceStream, unit.nextPosition, decision.value, write);
  }
}

/** Returns the bookings of which something is left; all of them where nothing is, so that each is refused for it. */
function owingOf(unit: UnitOfWork, ids: readonly number[]): readonly number[] {
  const owing = [...bookingsIn(unit, ids).values()].filter((booking) => balanceOf(booking) > 0);
  return owing.length > 0 ? owing.map(({ id }) => id) : ids;
}

const nextNumber = (unit: UnitOfWork): number =>
  Math.max(0, ...unit.all(invoiceStream).map(({ number }) => number)) + 1;
