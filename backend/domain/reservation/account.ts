import { type Day, daysBetween } from '../dates.js';
import type { Account, Charge, MoneyEntry, Movement, TaxedSpan, TaxRate } from './money.js';
import type { Flag, Reservation } from './reservation.js';

type Priced = Pick<Reservation, 'totalFee' | 'usedPoints'>;
type Ended = Pick<Reservation, 'status' | 'account' | 'isNoShow'>;
type Accounted = Priced & Ended & Pick<Reservation, 'lodgingTax'>;

export const NO_ACCOUNT: Account = { entries: [], charges: [] };

/** Returns the fee after points, in whole yen: never below 0. */
export function amountDue({ totalFee, usedPoints }: Priced): number {
  return Math.max(0, totalFee - usedPoints);
}

/** The fee of a cancellation or no-show; null for none. */
export function cancellationFeeOf({ account }: Pick<Reservation, 'account'>): Charge | null {
  return account?.charges.find(({ cancellation }) => cancellation !== undefined) ?? null;
}

/** Returns true if the room is not charged: the stay is cancelled, or a fee stands in the place of a guest who did not come. */
export function isRoomFree(booking: Ended): boolean {
  return booking.status === 'cancelled' || (booking.isNoShow === true && cancellationFeeOf(booking) !== null);
}

/** The fee after points that is owed for a stay: nothing once it is cancelled, or missed for a fee. */
export function feeOwed(booking: Accounted): number {
  return isRoomFree(booking) ? 0 : amountDue(booking);
}

/** Returns the fee of the nights of a stay: without the price of those that were given up after check-in. */
export function feeOfNights({ totalFee, account }: Pick<Reservation, 'totalFee' | 'account'>): number {
  const givenUp = (account?.charges ?? []).filter(({ nights }) => nights !== undefined);
  return Math.max(0, totalFee + givenUp.reduce((sum, { amount }) => sum + amount, 0));
}

/** The sum of the lines beside the fee, in whole yen. */
export function chargesOf({ account }: Pick<Reservation, 'account'>): number {
  return (account?.charges ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the cost of a stay: its fee after points and the lines beside it, never below 0, and the 宿泊税 beside them. */
export function owedOf(booking: Accounted): number {
  return Math.max(0, feeOwed(booking) + chargesOf(booking)) + lodgingTaxOf(booking).beside;
}

/**
 * Returns the fee and the lines of a stay as they are, and of a no-show for a fee also as they are once the guest comes
 * after all: whole yen, negative where discounts are more.
 */
export function possibleCosts(booking: Accounted): number[] {
  const cost = feeOwed(booking) + chargesOf(booking);
  const fee = cancellationFeeOf(booking);
  if (booking.status === 'cancelled' || !booking.isNoShow || !fee) return [cost];
  return [cost, amountDue(booking) + chargesOf(booking) - fee.amount];
}

/** Returns the tax of a span in whole yen: none for exempt guests. */
export function taxOfSpan({ start, end, persons, exemption, taxes }: TaxedSpan): number {
  if (exemption !== null) return 0;
  return daysBetween(start, end) * persons * taxes.reduce((sum, { yen }) => sum + yen, 0);
}

/** Returns the 宿泊税 of a stay beside the fee, and the one that the fee includes, in whole yen: none without a stay. */
export function lodgingTaxOf(booking: Ended & Pick<Reservation, 'lodgingTax'>): {
  beside: number;
  included: number;
} {
  const sums = { beside: 0, included: 0 };
  for (const span of isRoomFree(booking) ? [] : (booking.lodgingTax?.spans ?? [])) {
    sums[span.isIncluded ? 'included' : 'beside'] += taxOfSpan(span);
  }
  return sums;
}

/** Returns the money taken at the desk less the money given back, in whole yen. */
export function takenOf({ account }: Pick<Reservation, 'account'>): number {
  return (account?.entries ?? []).flatMap(({ moved }) => moved).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the money taken by each way of paying, in the order of first use; ways without a remainder are left out. */
export function takenByWay({ account }: Pick<Reservation, 'account'>): Movement[] {
  return summedByWay(account?.entries ?? []).filter(({ amount }) => amount !== 0);
}

/** Sums the movements of entries by way of paying, in the order of first use. */
export function summedByWay(entries: readonly Pick<MoneyEntry, 'moved'>[]): Movement[] {
  const sums = new Map<number | null, number>();
  for (const { paymentType, amount } of entries.flatMap(({ moved }) => moved)) {
    sums.set(paymentType, (sums.get(paymentType) ?? 0) + amount);
  }
  return [...sums].map(([paymentType, amount]) => ({ paymentType, amount }));
}

/**
 * Returns the money paid elsewhere: the whole fee, however it changes. Of a cancelled stay who took it keeps the
 * cancellation fee, and gives the rest back itself.
 */
export function prepaidOf(booking: Accounted): number {
  if (!booking.account?.isPrepaid) return 0;
  if (!isRoomFree(booking)) return feeOwed(booking);
  return Math.min(amountDue(booking), cancellationFeeOf(booking)?.amount ?? 0);
}

/** Due = fee − points + lines + 宿泊税 − payments + refunds, in whole yen; negative where money is to be given back. */
export function balanceOf(booking: Accounted): number {
  return owedOf(booking) - prepaidOf(booking) - takenOf(booking);
}

/** The payment flag that follows from the account: 1 when nothing is due. */
export function flagOf(booking: Accounted): Flag {
  return balanceOf(booking) > 0 ? 0 : 1;
}

/** The same movements the other way round. */
export function reversed(moved: readonly Movement[]): Movement[] {
  return moved.map(({ paymentType, amount }) => ({ paymentType, amount: -amount }));
}

/**
 * Returns the movements of noting a booking as paid (1) or unpaid (0): all that is due; back what was taken, by the way it
 * came; both when a paid booking gets another way of paying.
 */
export function movementsOfFlag(
  stored: Reservation,
  { paymentType, paymentFlag }: { paymentType: number | null; paymentFlag: Flag },
): Movement[] {
  if (paymentFlag === 0) return stored.paymentFlag === 0 ? [] : reversed(takenByWay(stored));
  const isOtherWay = stored.paymentFlag === 1 && stored.paymentType !== paymentType;
  const back = isOtherWay ? reversed(takenByWay(stored)) : [];
  const taken = isOtherWay ? owedOf(stored) : Math.max(0, balanceOf(stored));
  return taken === 0 ? back : [...back, { paymentType, amount: taken }];
}

/** Returns true if the fee is still paid elsewhere after a booking is noted as paid or unpaid. */
export function staysPrepaid(
  stored: Reservation,
  { paymentType, paymentFlag }: { paymentType: number | null; paymentFlag: Flag },
): boolean {
  if (!stored.account?.isPrepaid) return false;
  if (stored.paymentFlag === 0) return true;
  return paymentFlag === 1 && stored.paymentType === paymentType;
}

type MoneyMoved = {
  moved: readonly Movement[];
  paymentDay: Day | null;
  isPrepaid?: boolean;
  reason?: string;
  /** Ids of the entries that it takes back. */
  reverses?: readonly number[];
  isTransfer?: boolean;
};

/** The account after money moved. */
export function withMoney(
  account: Account = NO_ACCOUNT,
  id: number,
  {
    moved,
    paymentDay,
    isPrepaid = account.isPrepaid === true,
    reason,
    reverses = [],
    isTransfer,
  }: MoneyMoved,
): Account | undefined {
  const known = account.entries.map((entry) =>
    reverses.includes(entry.id) ? { ...entry, isReversed: true as const } : entry,
  );
  const entry: MoneyEntry = {
    ...{ id, moved, day: paymentDay, ...(reason !== undefined && { reason }) },
    ...(isTransfer && { isTransfer: true as const }),
  };
  const entries = moved.length === 0 ? known : [...known, entry];
  return accountOf({ entries, charges: account.charges, ...(isPrepaid && { isPrepaid }) });
}

/** The account with other lines beside the fee. */
export function withCharges(account: Account = NO_ACCOUNT, charges: readonly Charge[]): Account | undefined {
  return accountOf({ ...account, charges });
}

type FeeData = { feeAmount: number; feeProposed: number | null; feeTaxRate: TaxRate; feeReason: string };

/** The account with the fee of a cancellation or no-show. */
export function withCancellationFee(
  account: Account = NO_ACCOUNT,
  id: number,
  { feeAmount: amount, feeProposed: proposed, feeTaxRate: taxRate, feeReason: reason }: FeeData,
): Account {
  const fee: Charge = {
    ...{ id, kind: 'キャンセル料', name: '', amount, taxRate },
    cancellation: { proposed, reason },
  };
  return { ...account, charges: [...account.charges, fee] };
}

/** The account without such a fee. */
export function withoutCancellationFee(account: Account = NO_ACCOUNT): Account | undefined {
  return withCharges(
    account,
    account.charges.filter(({ cancellation }) => cancellation === undefined),
  );
}

/** Returns true if a booking has a fee for a cancellation or no-show that it no longer is. */
export function hasEndedFee(booking: Accounted): boolean {
  return booking.status === 'active' && !booking.isNoShow && cancellationFeeOf(booking) !== null;
}

function accountOf(account: Account): Account | undefined {
  const isEmpty = !account.isPrepaid && account.entries.length + account.charges.length === 0;
  return isEmpty ? undefined : account;
}
