import type { Day } from '@domain/dates.js';
import { type CancellationOccasion, proposedFee } from '@domain/masters/cancellation-rules.js';
import { halfWidth } from '@domain/typed-text.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { SentCancellationFee } from '@wire/cancellation-fee.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { cancellationRulesAtom } from '../shared/masters.js';
import { store } from '../shared/store.js';

/** The fee that the hotel's rules propose for a booking, and the most that it may be, in whole yen. */
export type FeeProposal = {
  id: number;
  roomNumber: string;
  amount: number;
  most: number;
  taxRate: 0 | 10;
  ruleName: string;
};

/** Fees as staff entered them: an amount for each booking, one tax rate and one reason for all. */
export type EnteredFees = { amounts: Readonly<Record<number, string>>; taxRate: 0 | 10; reason: string };

/** The fees that go with a cancellation, by booking. */
export type FeesByBooking = ReadonlyMap<number, SentCancellationFee>;

export const NO_FEES: FeesByBooking = new Map();

/** Returns the fees that the rules propose when these bookings end today; none of a guest already noted as a no-show. */
export function feeProposals(
  occasion: CancellationOccasion,
  bookings: readonly Pick<ShownBooking, 'id' | 'roomNumber' | 'record'>[],
  today: Day,
): FeeProposal[] {
  const rules = store.get(cancellationRulesAtom);
  return bookings.flatMap(({ id, roomNumber, record }) => {
    const fee = record.no_show === 1 ? null : proposedFee(rules, occasion, cancellable(record), today);
    return fee ? [{ id, roomNumber, most: record.total_fee, ...fee }] : [];
  });
}

const cancellable = ({ booking_source, stay_start, total_fee }: BookingRecord) => ({
  bookingSource: booking_source,
  stayStart: stay_start,
  totalFee: total_fee,
});

/** The fees as they are proposed, to be changed. */
export function proposedEntries(fees: readonly FeeProposal[]): EnteredFees {
  const amounts = Object.fromEntries(fees.map(({ id, amount }) => [id, String(amount)]));
  return { amounts, taxRate: fees[0]?.taxRate ?? 0, reason: '' };
}

/** Returns an amount as it was typed, in whole yen; NaN for none. */
function yenOf(text: string | undefined): number {
  const digits = halfWidth(text ?? '').replace(/[,，\s円¥]/g, '');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** True if less than is proposed was entered for one of the bookings, which needs a reason. */
export function isReduced(fees: readonly FeeProposal[], { amounts }: EnteredFees): boolean {
  return fees.some(({ id, amount }) => yenOf(amounts[id]) < amount);
}

/** Returns why the entered fees can't be sent, as a text for each field; null for nothing. */
export function feeErrors(fees: readonly FeeProposal[], entered: EnteredFees) {
  const wrong = fees.find(({ id, most }) => !(yenOf(entered.amounts[id]) <= most));
  const needsReason = isReduced(fees, entered) && entered.reason.trim() === '';
  return {
    amount: wrong
      ? {
          id: wrong.id,
          text: `0円から合計料金の${wrong.most.toLocaleString('ja-JP')}円までで入力してください。`,
        }
      : null,
    reason: needsReason ? 'キャンセル規定より減額する理由を入力してください。' : null,
  };
}

/** The fees as they are sent. */
export function sentFees(
  fees: readonly FeeProposal[],
  { amounts, taxRate, reason }: EnteredFees,
): FeesByBooking {
  return new Map(
    fees.map(({ id }) => [
      id,
      {
        cancellation_fee: yenOf(amounts[id]),
        cancellation_fee_tax_rate: taxRate,
        ...(reason.trim() !== '' && { cancellation_fee_reason: reason.trim() }),
      },
    ]),
  );
}

/** Returns the sum of fees, in whole yen. */
export function sumOfFees(fees: Iterable<SentCancellationFee>): number {
  return [...fees].reduce((sum, { cancellation_fee = 0 }) => sum + cancellation_fee, 0);
}
