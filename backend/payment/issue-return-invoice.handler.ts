import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import { usualAddressee, usualHonorific } from '@domain/payment/paper.js';
import {
  currentReturn,
  decideReturnInvoice,
  knownReturn,
  lastRefund,
  type ReturnFacts,
  type ReturnRequest,
  returnContent,
  returnRefusal,
} from '@domain/payment/return-invoice.js';
import type { HotelReference } from '@domain/reference.js';
import type { Honorific, Reservation } from '@domain/reservation/reservation.js';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeReturnInvoice, type ReturnInvoiceRecord } from '@wire/return-invoice.js';
import { EventStore } from '../event-store/event-store.js';
import { foldSteps } from '../event-store/event-stream.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { refusal, staleVersion, unreadable } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { storedReservation } from '../reservations/decisions.public.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { unknownBooking } from '../streams/stored-booking.js';
import { nextPaperNumber, requireLastPapers } from './issue-receipt.handler.js';

/** A refund by its entry in the account, and to whom its paper goes; left out as for the last paper, or as usual. */
export type SaidOnReturn = {
  refund: number;
  addressee?: string | undefined;
  honorific?: Honorific | undefined;
};

/** Issues the 適格返還請求書 of a refund, or issues it again. */
export class IssueReturnInvoice extends Command<ReturnInvoiceRecord> {
  constructor(
    readonly id: number,
    readonly said: SaidOnReturn,
    readonly request: RequestContext,
  ) {
    super();
  }
}

function requestOf(
  { refund, addressee, honorific }: SaidOnReturn,
  booking: Reservation,
  { corporates }: HotelReference,
): ReturnRequest {
  const known = knownReturn(booking, refund);
  const { receipt } = booking;
  return {
    refund,
    addressee:
      addressee ?? known?.addressee ?? receipt?.receiptAddressee ?? usualAddressee(booking, corporates),
    honorific:
      honorific ?? known?.honorific ?? receipt?.receiptHonorific ?? usualHonorific(booking, corporates),
  };
}

/** The states that the events of a booking left, and what a paper over a refund of it would say. */
@Injectable()
export class ReturnInvoiceReader {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** Returns what `IssueReturnInvoice` would answer now but for the number of a new one, of the latest refund unless one is named; 404, 400 for what is no refund. */
  async read(id: number, asked?: number): Promise<ReturnInvoiceRecord> {
    const states = await this.states(id);
    const booking = states.at(-1);
    if (!booking) throw unknownBooking();
    const { reference } = await this.store.current();
    const refund = asked ?? lastRefund(booking);
    const facts = this.facts(states, reference, 0);
    const content = returnContent(booking, refund, facts);
    if (!content) throw unreadable('refund', '返金の記録が見つかりません。');
    const known = currentReturn(booking, refund, content);
    const { addressee, honorific } = requestOf({ refund }, booking, reference);
    const replaces = known?.replaces ?? knownReturn(booking, refund)?.number ?? null;
    const fresh = { ...{ refund, addressee, honorific, number: null, date: this.clock.today() }, replaces };
    const paper = known
      ? { ...known, addressee, honorific, reissues: known.reissues + 1 }
      : { ...fresh, ...content, reissues: 0 };
    return encodeReturnInvoice(id, paper, returnRefusal(booking, content, facts.registrationNumber));
  }

  /** The state after each event of a booking, the first event's first; empty when there is none. */
  async states(id: number): Promise<Reservation[]> {
    const events = await this.store.readStream(reservationStream, id);
    return foldSteps(reservationStream, events).map(({ after }) => after);
  }

  facts(states: readonly Reservation[], reference: HotelReference, nextNumber: number): ReturnFacts {
    const { taxRate, registrationNumber } = reference.hotel ?? UNDEFINED_HOTEL;
    const { payments } = reference;
    return { states, nextNumber, today: this.clock.today(), taxRate, payments, registrationNumber };
  }
}

@CommandHandler(IssueReturnInvoice)
export class IssueReturnInvoiceHandler implements ICommandHandler<IssueReturnInvoice> {
  constructor(
    private readonly store: EventStore,
    private readonly reader: ReturnInvoiceReader,
  ) {}

  /** 404; 409 when stale, or when the refund gave nothing of the price back; 422 for an unknown refund. */
  async execute({ id, said, request }: IssueReturnInvoice): Promise<ReturnInvoiceRecord> {
    const states = await this.reader.states(id);
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireStream(reservationStream, id), requireLastPapers()],
      decide: (unit) => {
        const stored = storedReservation(unit, id, request);
        // The past must have been read completely.
        if (stored.version !== states.at(-1)?.version) throw staleVersion();
        const facts = this.reader.facts(states, unit.reference, nextPaperNumber(unit));
        const decision = decideReturnInvoice(requestOf(said, stored, unit.reference), stored, facts);
        if (!decision.ok) throw refusal(decision.broken);
        const booking = unit.append(reservationStream, id, decision.value, request.write);
        const paper = knownReturn(booking, said.refund);
        if (!paper) throw new Error(`refund ${said.refund} of reservation ${id} has no paper`);
        return encodeReturnInvoice(id, paper);
      },
    });
  }
}
