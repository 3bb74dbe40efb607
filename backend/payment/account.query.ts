import { dayIn } from '@domain/dates.js';
import { exemptionsOf } from '@domain/payment/lodging-tax.js';
import { type HotelReference, staffName } from '@domain/reference.js';
import {
  balanceOf,
  chargesOf,
  feeOwed,
  lodgingTaxOf,
  prepaidOf,
  takenOf,
  taxOfSpan,
} from '@domain/reservation/account.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Injectable } from '@nestjs/common';
import type { AccountRecord } from '@wire/account.js';
import { EventStore } from '../event-store/event-store.js';
import { foldSteps } from '../event-store/event-stream.js';
import { Clock } from '../platform/clock.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { unknownBooking } from '../streams/stored-booking.js';

const TRANSFER = '部屋移動による振替';

/** The account of a stay (明細): fee, points, lines, payments and refunds, folded from its events. */
@Injectable()
export class AccountReader {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** 404 when there is no such booking. */
  async read(id: number): Promise<AccountRecord> {
    const steps = foldSteps(reservationStream, await this.store.readStream(reservationStream, id));
    const booking = steps.at(-1)?.after;
    if (!booking) throw unknownBooking();
    const { reference } = await this.store.current();
    const eventOf = (version: number) => steps[version - 1]?.event;
    const originOf = (version: number) => {
      const event = eventOf(version);
      return {
        recorded_at: event?.recordedAt ?? '',
        staff_name: staffName(reference, event?.staffId ?? null),
        terminal: event?.terminal ?? null,
      };
    };
    const { charges = [], entries = [] } = booking.account ?? {};
    return {
      ...{ id, version: booking.version, total_fee: booking.totalFee, used_points: booking.usedPoints },
      fee: feeOwed(booking),
      charges: charges.map(({ taxRate: tax_rate, cancellation, ...charge }) => ({
        ...charge,
        tax_rate,
        ...(cancellation && { cancellation }),
        ...originOf(charge.id),
      })),
      payments: entries.map((entry) => ({
        id: entry.id,
        day: entry.day ?? dayIn(this.clock.timezone, new Date(originOf(entry.id).recorded_at)),
        ways: entry.moved.map(({ paymentType, amount }) => ({
          payment_type: paymentType,
          payment_name: wayName(reference, paymentType),
          amount,
        })),
        reason: entry.reason ?? (entry.isTransfer ? TRANSFER : null),
        is_reversed: entry.isReversed ? 1 : 0,
        ...originOf(entry.id),
      })),
      ...lodgingTaxFields(booking, reference),
      ...{ charged: chargesOf(booking), prepaid: prepaidOf(booking), taken: takenOf(booking) },
      is_prepaid: booking.account?.isPrepaid ? 1 : 0,
      ...{ balance: balanceOf(booking), payment_flag: booking.paymentFlag },
    };
  }
}

function lodgingTaxFields(booking: Reservation, { lodgingTaxRules }: HotelReference) {
  const { beside, included } = lodgingTaxOf(booking);
  const spans = booking.status === 'cancelled' ? [] : (booking.lodgingTax?.spans ?? []);
  return {
    lodging_taxes: spans.flatMap((span) =>
      span.taxes.map((tax) => ({
        ...{ start: span.start, end: span.end, persons: span.persons, price: span.price },
        is_included: span.isIncluded ? (1 as const) : (0 as const),
        ...{ levy: tax.levy, yen: tax.yen, amount: taxOfSpan({ ...span, taxes: [tax] }) },
      })),
    ),
    lodging_tax: beside,
    lodging_tax_included: included,
    exemption: booking.taxExemption ?? null,
    exemptions: exemptionsOf(lodgingTaxRules),
  };
}

/** The name of a way of paying; of none, and of one that is not known, a text that says so. */
export function wayName({ payments }: HotelReference, paymentType: number | null): string {
  if (paymentType === null) return '支払方法なし';
  return payments.get(paymentType)?.paymentName ?? `#${paymentType}`;
}
