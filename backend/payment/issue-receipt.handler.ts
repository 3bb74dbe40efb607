import { UNDEFINED_HOTEL } from '@domain/masters/hotel.js';
import { amountDue, decideReceipt, usualAddressee } from '@domain/payment/receipt.js';
import type { HotelReference } from '@domain/reference.js';
import type { Receipt, ReceiptTexts, Reservation } from '@domain/reservation/reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeReceipt, type ReceiptRecord } from '@wire/payment.js';
import { EventStore } from '../event-store/event-store.js';
import { parseStream, type Versioned } from '../event-store/event-stream.js';
import { type BatchLoader, requirement, requireStream } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound, refusal } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { DATABASE } from '../platform/platform.module.js';
import { storedReservation } from '../reservations/decisions.public.js';
import { reservationStream } from '../reservations/reservation.stream.js';

/** What staff may say on a receipt. */
export type SaidOnReceipt = { addressee?: string | undefined; note?: string | undefined };

/** Issues the receipt of a paid booking, or issues it again. */
export class IssueReceipt extends Command<ReceiptRecord> {
  constructor(
    readonly id: number,
    readonly said: SaidOnReceipt,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** The texts of a receipt: as said, else as last time, else as usual. */
function textsOf(
  { addressee, note }: SaidOnReceipt,
  booking: Reservation,
  { corporates, hotel }: HotelReference,
): ReceiptTexts {
  const { receipt } = booking;
  return {
    receiptAddressee: addressee ?? receipt?.receiptAddressee ?? usualAddressee(booking, corporates),
    receiptNote: note ?? receipt?.receiptNote ?? (hotel ?? UNDEFINED_HOTEL).receiptNote,
  };
}

/** Loads the booking of the last receipt, whose number the next one follows. Positions of a type are found by an index. */
const loadLastReceipt: BatchLoader<null> = async (client, _requests, begun) => {
  const { rows } = await client.query<{ stream: string; state: Versioned }>({
    name: 'last-receipt',
    text: `select e.stream, b.state
           from (select stream from event_log where type = 'ReceiptIssued' order by type desc, position desc limit 1) e
           join bookings b on b.id = substring(e.stream from '\\d+$')::int`,
    values: [],
  });
  (await begun).load(
    rows.map(({ stream, state }) => ({ definition: reservationStream, key: parseStream(stream).key, state })),
  );
};

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
      requirements: [requireStream(reservationStream, id), requirement(loadLastReceipt, null)],
      decide: (unit) => {
        const stored = storedReservation(unit, id, request);
        const numbers = unit.all(reservationStream).map(({ receipt }) => receipt?.receiptNumber ?? 0);
        const decision = decideReceipt(textsOf(said, stored, unit.reference), stored, {
          nextNumber: Math.max(0, ...numbers) + 1,
          today: this.clock.today(),
          taxRate: (unit.reference.hotel ?? UNDEFINED_HOTEL).taxRate,
        });
        if (!decision.ok) throw refusal(decision.broken);
        const booking = unit.append(reservationStream, id, decision.value, request.write);
        return encodeReceipt(booking, booking.receipt as Receipt);
      },
    });
  }
}

/** The receipt that a booking has, or would get. */
@Injectable()
export class ReceiptReader {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** What `IssueReceipt` would answer now but for the number of a new one; 404. */
  async read(id: number): Promise<ReceiptRecord> {
    const { reference } = await this.store.current();
    const row = await this.database
      .selectFrom('bookings')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('予約が見つかりません。');
    const booking = row.state;
    const amount = amountDue(booking);
    const known = booking.receipt?.receiptAmount === amount ? booking.receipt : null;
    return encodeReceipt(booking, {
      receiptNumber: known?.receiptNumber ?? null,
      receiptAmount: amount,
      receiptTaxRate: known?.receiptTaxRate ?? (reference.hotel ?? UNDEFINED_HOTEL).taxRate,
      receiptDate: known?.receiptDate ?? this.clock.today(),
      reissues: known ? known.reissues + 1 : 0,
      ...textsOf({}, booking, reference),
    });
  }
}
