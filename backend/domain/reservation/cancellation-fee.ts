import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { yenText } from '../calendar/stay-text.js';
import { MAX_YEN } from '../limits.js';
import { type CancellationOccasion, proposedFee } from '../masters/cancellation-rules.js';
import { cancellationFeeOf, chargesOf, flagOf, withCancellationFee } from './account.js';
import type { Charge } from './money.js';
import type { CancellationFeeRequest, ReservationFacts } from './reservation.commands.js';
import type { ReservationEvent } from './reservation.events.js';
import type { Reservation } from './reservation.js';

type FeeEvent = Extract<ReservationEvent, { type: 'CancellationFeeCharged' }>;

const ALREADY_CHARGED = conflict(
  'cancellation_fee_charged',
  'cancellation_fee',
  'この予約のキャンセル料は既に記録されています。',
);

/** The rules that a fee breaks; `proposed` is null where the hotel's rules propose none. */
function feeRules(
  { amount, reason }: CancellationFeeRequest,
  stored: Reservation,
  proposed: number | null,
): BrokenRule[] {
  if (cancellationFeeOf(stored)) return [ALREADY_CHARGED];
  if (amount > stored.totalFee) {
    const message = `キャンセル料は合計料金${yenText(stored.totalFee)}までです。`;
    return [invalid('cancellation_fee_above_total', 'cancellation_fee', message)];
  }
  if (chargesOf(stored) + amount > MAX_YEN) {
    const message = `料金の合計は${yenText(MAX_YEN)}までです。`;
    return [invalid('cost_too_high', 'cancellation_fee', message)];
  }
  if (proposed === null || amount >= proposed || reason !== '') return [];
  const message = `キャンセル規定の${yenText(proposed)}より減額する理由を入力してください。`;
  return [invalid('waiver_reason_missing', 'cancellation_fee_reason', message)];
}

/**
 * Decides the fee of a booking that is cancelled, or of a guest who did not come, in the same command: no event where none
 * is asked for. A fee below the proposed one needs a reason; 0 with a proposal is a fee that was waived wholly.
 */
export function decideCancellationFee(
  fee: CancellationFeeRequest | undefined,
  occasion: CancellationOccasion,
  stored: Reservation,
  { cancellationRules = [], today }: ReservationFacts,
): Decided<FeeEvent[]> {
  if (!fee) return decided([]);
  const proposal = proposedFee(cancellationRules, occasion, stored, today);
  const broken = feeRules(fee, stored, proposal?.amount ?? null);
  if (broken.length > 0) return refused(...broken);
  if (fee.amount === 0 && !proposal) return decided([]);
  const data = {
    feeAmount: fee.amount,
    feeProposed: proposal?.amount ?? null,
    feeTaxRate: fee.taxRate ?? proposal?.taxRate ?? 0,
    feeReason: fee.reason,
  } as const;
  const ended: Reservation = {
    ...stored,
    ...(occasion === 'キャンセル' ? { status: 'cancelled' as const } : { isNoShow: true as const }),
  };
  const account = withCancellationFee(stored.account, stored.version, data);
  return decided([
    { type: 'CancellationFeeCharged', data: { ...data, paymentFlag: flagOf({ ...ended, account }) } },
  ]);
}

/** The event that charges a cancellation fee again; null for a line of another kind. */
export function chargedAgain(charge: Charge, paymentFlag: Reservation['paymentFlag']): FeeEvent | null {
  const { cancellation, amount, taxRate } = charge;
  if (!cancellation) return null;
  const { proposed: feeProposed, reason: feeReason } = cancellation;
  const data = { feeAmount: amount, feeProposed, feeTaxRate: taxRate, feeReason, paymentFlag };
  return { type: 'CancellationFeeCharged', data };
}
