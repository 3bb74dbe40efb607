import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import { paperContent, paperRefusal, usualAddressee, usualHonorific } from '@domain/payment/paper.js';
import {
  arePartsCurrent,
  decideParts,
  earlierReceiptRule,
  type PartRequest,
  partsOf,
  splitItems,
} from '@domain/payment/receipt-parts.js';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeReceipt, type ReceiptRecord, type ReceiptSplit } from '@wire/payment.js';
import { appendDecided } from '../event-store/append-decided.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { storedReservation } from '../reservations/decisions.public.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { readBooking } from '../streams/stored-booking.js';
import { earlierParts, requireEarlierParts } from './earlier-parts.js';
import { nextPaperNumber, requireLastPapers } from './issue-receipt.handler.js';

/** Issues the 領収書 of a booking in parts, or issues them again. */
export class IssueReceiptParts extends Command<{ parts: ReceiptRecord[] }> {
  constructor(
    readonly id: number,
    readonly parts: readonly PartRequest[],
    readonly request: RequestContext,
  ) {
    super();
  }
}

@CommandHandler(IssueReceiptParts)
export class IssueReceiptPartsHandler implements ICommandHandler<IssueReceiptParts> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** Numbers one after another; 404, 409 when unpaid, stale or above what was received, 422 for parts that overlap. */
  execute({ id, parts, request }: IssueReceiptParts): Promise<{ parts: ReceiptRecord[] }> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireStream(reservationStream, id), requireEarlierParts(id), requireLastPapers()],
      decide: (unit) => {
        const stored = storedReservation(unit, id, request);
        const { hotel, payments } = unit.reference;
        const { taxRate } = hotel ?? UNDEFINED_HOTEL;
        const facts = { nextNumber: nextPaperNumber(unit), today: this.clock.today(), taxRate, payments };
        const against = earlierReceiptRule(earlierParts(unit, stored), facts);
        if (against) throw refusal([against]);
        const decision = decideParts(parts, stored, facts);
        const booking = appendDecided(unit, reservationStream, id, decision, request.write);
        return { parts: partsOf(booking).map((part) => encodeReceipt(booking, part, payments)) };
      },
    });
  }
}

/** Reads the nights and lines into which a receipt of a booking can be split. */
@Injectable()
export class ReceiptPartsReader {
  constructor(
    private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** 404 when there is no such booking. */
  async read(id: number): Promise<ReceiptSplit> {
    const { reference } = await this.store.current();
    const booking = await readBooking(this.database, id);
    const { payments, corporates, hotel } = reference;
    const { taxRate, receiptNote } = hotel ?? UNDEFINED_HOTEL;
    const facts = { payments, taxRate };
    const { nights, charges, received } = splitItems(booking, facts);
    const known = booking.receipt;
    const refused = paperRefusal('receipt', booking, paperContent('receipt', booking, facts));
    return {
      ...{ id, version: booking.version, received },
      nights: nights.map(({ night, fee, points, tax }) => ({ night, amount: fee - points + tax })),
      charges: charges.map((line) => ({
        ...{ id: line.id, kind: line.kind, name: line.name, amount: line.amount, tax_rate: line.taxRate },
      })),
      guests: [booking.guestName1, booking.guestName2].filter(Boolean),
      addressee: known?.receiptAddressee ?? usualAddressee(booking, corporates),
      honorific: known?.receiptHonorific ?? usualHonorific(booking, corporates),
      note: known?.receiptNote ?? receiptNote,
      parts: partsOf(booking).map((part) => encodeReceipt(booking, part, payments)),
      is_current: arePartsCurrent(booking, facts) ? 1 : 0,
      refusal: refused?.message ?? null,
    };
  }
}
