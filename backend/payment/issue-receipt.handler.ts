import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import {
  decidePaper,
  endOf,
  FEE_NOTE,
  isCurrent,
  type PaperRequest,
  paperContent,
  paperRefusal,
  usualAddressee,
  usualHonorific,
  usualPaper,
} from '@domain/payment/paper.js';
import { earlierReceiptRule, partsOf, replacedNumbers } from '@domain/payment/receipt-parts.js';
import { paperNumbersOf } from '@domain/payment/return-invoice.js';
import type { HotelReference } from '@domain/reference.js';
import type { Honorific, PaperKind, Receipt, Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeReceipt, type ReceiptRecord } from '@wire/payment.js';
import { EventStore } from '../event-store/event-store.js';
import { parseStream, type Versioned } from '../event-store/event-stream.js';
import {
  type BatchLoader,
  requirement,
  requireStream,
  type UnitOfWork,
} from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { refusal } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { storedReservation } from '../reservations/decisions.public.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { readBooking } from '../streams/stored-booking.js';
import { earlierParts, requireEarlierParts } from './earlier-parts.js';

/** Choices and texts by staff for a paper. */
export type SaidOnReceipt = {
  kind?: PaperKind | undefined;
  addressee?: string | undefined;
  honorific?: Honorific | undefined;
  note?: string | undefined;
};

/** Issues a paper of a booking (領収書, 宿泊明細書), or issues it again. */
export class IssueReceipt extends Command<ReceiptRecord> {
  constructor(
    readonly id: number,
    readonly said: SaidOnReceipt,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** The paper that is asked for: as said, else as last time, else as usual. */
function requestOf(
  { kind, addressee, honorific, note }: SaidOnReceipt,
  booking: Reservation,
  { corporates, hotel, payments }: HotelReference,
): PaperRequest {
  const { receiptNote, taxRate } = hotel ?? UNDEFINED_HOTEL;
  const receiptKind = kind ?? usualPaper(booking, { payments, taxRate });
  const ended = endOf(booking);
  const known = booking[receiptKind] ?? booking.receipt ?? booking.statement;
  const isSameMatter = (known?.receiptStay?.ended ?? null) === ended;
  return {
    receiptKind,
    receiptAddressee: addressee ?? known?.receiptAddressee ?? usualAddressee(booking, corporates),
    receiptHonorific: honorific ?? known?.receiptHonorific ?? usualHonorific(booking, corporates),
    receiptNote: note ?? (isSameMatter ? known?.receiptNote : undefined) ?? (ended ? FEE_NOTE : receiptNote),
  };
}

/** Loads the bookings of the last papers, whose number the next one follows. Positions of a type are found by an index. */
const loadLastPapers: BatchLoader<null> = async (client, _requests, begun) => {
  const { rows } = await client.query<{ stream: string; state: Versioned }>({
    name: 'last-receipt',
    text: `select e.stream, b.state
           from (
             (select stream from event_log where type = 'ReceiptIssued' order by type desc, position desc limit 1)
             union
             (select stream from event_log where type = 'ReturnInvoiceIssued' order by type desc, position desc limit 1)
           ) e
           join bookings b on b.id = substring(e.stream from '\\d+$')::int`,
    values: [],
  });
  (await begun).load(
    rows.map(({ stream, state }) => ({ definition: reservationStream, key: parseStream(stream).key, state })),
  );
};

/** Requires what `nextPaperNumber` follows. */
export const requireLastPapers = () => requirement(loadLastPapers, null);

/** Returns the number of the next paper: 領収書, 宿泊明細書 and 適格返還請求書 are of one series. */
export function nextPaperNumber(unit: UnitOfWork): number {
  return Math.max(0, ...unit.all(reservationStream).flatMap(paperNumbersOf)) + 1;
}

@CommandHandler(IssueReceipt)
export class IssueReceiptHandler implements ICommandHandler<IssueReceipt> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** Numbers are given under the writer's lock, one after another without a gap; 404, 409 when unpaid or stale. */
  execute({ id, said, request }: IssueReceipt): Promise<ReceiptRecord> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireStream(reservationStream, id), requireEarlierParts(id), requireLastPapers()],
      decide: (unit) => {
        const stored = storedReservation(unit, id, request);
        const { reference } = unit;
        const wanted = requestOf(said, stored, reference);
        const { payments } = reference;
        const { taxRate } = reference.hotel ?? UNDEFINED_HOTEL;
        const earlier = wanted.receiptKind === 'receipt' ? earlierParts(unit, stored) : [];
        const against = earlierReceiptRule(earlier, { payments, taxRate });
        if (against) throw refusal([against]);
        const known = { nextNumber: nextPaperNumber(unit), today: this.clock.today() };
        const decision = decidePaper(wanted, stored, { ...known, taxRate, payments });
        if (!decision.ok) throw refusal(decision.broken);
        const booking = unit.append(reservationStream, id, decision.value, request.write);
        return encodeReceipt(booking, booking[wanted.receiptKind] as Receipt, payments);
      },
    });
  }
}

/** The papers that a booking has, or would get. */
@Injectable()
export class ReceiptReader {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** Returns what `IssueReceipt` would answer now but for the number of a new one; 404. */
  async read(id: number, kind?: PaperKind): Promise<ReceiptRecord> {
    const { reference } = await this.store.current();
    const booking = await readBooking(this.database, id);
    const { payments } = reference;
    const request = requestOf({ kind }, booking, reference);
    const { taxRate } = reference.hotel ?? UNDEFINED_HOTEL;
    const content = paperContent(request.receiptKind, booking, { payments, taxRate });
    const latest = booking[request.receiptKind];
    const parts = request.receiptKind === 'receipt' ? partsOf(booking) : [];
    const known = latest && parts.length === 0 && isCurrent(latest, content) ? latest : null;
    const replaced = parts.length > 0 ? replacedNumbers(booking) : latest ? [latest.receiptNumber] : [];
    const fresh = {
      ...{ ...content, receiptNumber: null, receiptReplaces: replaced[0] ?? null, receiptVoids: replaced },
      ...{ receiptDate: this.clock.today(), reissues: 0 },
    };
    const paper = known ? { ...known, reissues: known.reissues + 1 } : fresh;
    const refused = paperRefusal(request.receiptKind, booking, content);
    return encodeReceipt(booking, { ...paper, ...request }, payments, refused);
  }
}
