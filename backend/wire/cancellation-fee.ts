import type { Day } from '@domain/dates.js';
import { MAX_YEN } from '@domain/limits.js';
import { CANCELLATION_TAX_RATES, type CancellationTaxRate } from '@domain/masters/cancellation-rules.js';
import type { CancellationFeeRequest } from '@domain/reservation/reservation.commands.js';
import { text, wholeNumber } from './fields.js';
import type { NamedStay } from './named-stay.js';

const WRONG_RATE = 'キャンセル料の税率は0（不課税）か10で指定してください。';

/**
 * Optional fields of the body of a cancellation and of a no-show: the fee in whole yen, why it is less than the hotel's
 * rules propose, and its tax rate. Without `cancellation_fee` nothing is charged.
 */
export const cancellationFeeShape = {
  cancellation_fee: wholeNumber('キャンセル料', 0, MAX_YEN).optional(),
  cancellation_fee_reason: text('減額の理由', 100).optional(),
  cancellation_fee_tax_rate: wholeNumber('キャンセル料の税率', 0, 10, WRONG_RATE)
    .refine((rate) => (CANCELLATION_TAX_RATES as readonly number[]).includes(rate), { error: WRONG_RATE })
    .transform((rate) => rate as CancellationTaxRate)
    .optional(),
};

/** Body of `POST /api/booking/{id}/cancellation-fee`: the fee of a booking that is cancelled already, 0 where it is waived. */
export const laterFeeShape = {
  ...cancellationFeeShape,
  cancellation_fee: wholeNumber('キャンセル料', 0, MAX_YEN),
};

/** A booking that its source cancelled, with the fee that the hotel's rules propose as of `cancelled_on`; whole yen. */
export type OpenCancellationFee = NamedStay & {
  booking_source: string;
  cancelled_on: Day;
  total_fee: number;
  amount: number;
  tax_rate: CancellationTaxRate;
  rule_name: string;
};

/** The fields of a fee as they are sent. */
export type SentCancellationFee = {
  cancellation_fee?: number | undefined;
  cancellation_fee_reason?: string | undefined;
  cancellation_fee_tax_rate?: CancellationTaxRate | undefined;
};

/** The fee that is asked for; undefined for none. */
export function decodeCancellationFee({
  cancellation_fee: amount,
  cancellation_fee_reason: reason = '',
  cancellation_fee_tax_rate: taxRate,
}: SentCancellationFee): CancellationFeeRequest | undefined {
  return amount === undefined ? undefined : { amount, reason, taxRate };
}

/** Returns the body of a call with a fee; an empty one for a call without, whose fields are ignored as they always were. */
export function cancellationFeeFields(body: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(cancellationFeeShape).some((name) => name in body) ? body : {};
}
