import type { Day } from '../../dates.js';
import { MAX_YEN } from '../../limits.js';
import {
  cancellationFeeOf,
  NO_ACCOUNT,
  possibleCosts,
  reversed,
  summedByWay,
  takenByWay,
  takenOf,
  withCharges,
  withMoney,
} from '../account.js';
import { chargedAgain } from '../cancellation-fee.js';
import type { Account, Charge, MoneyEntry, Movement } from '../money.js';
import type { ReservationEvent } from '../reservation.events.js';
import type { Reservation } from '../reservation.js';

/**
 * A request's changes to the money of a booking that are still to be taken back. Money adds up: what others took or added
 * since stays as it is.
 */
export type AccountReversal = {
  entries: readonly MoneyEntry[];
  added: readonly Charge[];
  removed: readonly Charge[];
  isPrepaid: boolean;
};

type States = { before: Reservation | null; after: Reservation; current: Reservation };

const accountIn = (state: Reservation | null): Account => state?.account ?? NO_ACCOUNT;

function isSameLine(one: Charge, other: Charge): boolean {
  return (['kind', 'name', 'amount', 'taxRate'] as const).every((field) => one[field] === other[field]);
}

/** Finds the changes by a request that are still to be taken back; null for none. */
export function accountReversal({ before, after, current }: States): AccountReversal | null {
  const [former, later, now] = [accountIn(before), accountIn(after), accountIn(current)];
  const missing = <Part extends { id: number }>(parts: readonly Part[], others: readonly Part[]) =>
    parts.filter(({ id }) => !others.some((other) => other.id === id));
  const isOpen = ({ id }: { id: number }) =>
    now.entries.some((entry) => entry.id === id && !entry.isReversed);
  const entries = missing(later.entries, former.entries).filter(isOpen);
  // A no-show that began anew on other dates has the same fee by another id.
  const isFeeKept = [before, after].every((state) => state && cancellationFeeOf(state));
  const changed = ({ cancellation }: Charge) => !(cancellation && isFeeKept);
  const added = missing(later.charges, former.charges)
    .filter(changed)
    .filter(({ id }) => now.charges.some((charge) => charge.id === id));
  const newer = now.charges.filter(({ id }) => id > after.version);
  const hasFee = cancellationFeeOf(current) !== null;
  const removed = missing(former.charges, later.charges)
    .filter(changed)
    .filter((charge) => !(charge.cancellation ? hasFee : newer.some((other) => isSameLine(other, charge))));
  const wasPrepaid = former.isPrepaid === true;
  const isSwitched = wasPrepaid !== (later.isPrepaid === true) && wasPrepaid !== (now.isPrepaid === true);
  const isPrepaid = isSwitched ? wasPrepaid : now.isPrepaid === true;
  if (entries.length + added.length + removed.length === 0 && !isSwitched) return null;
  return { entries, added, removed, isPrepaid };
}

/**
 * Returns the money that a booking which a request began got from another part of the stay, still to be given back to it; null
 * for none.
 */
export function transferReversal({ after, current }: Omit<States, 'before'>): AccountReversal | null {
  const reversal = accountReversal({ before: null, after, current });
  const entries = reversal?.entries.filter(({ isTransfer }) => isTransfer) ?? [];
  if (entries.length === 0) return null;
  return { entries, added: [], removed: [], isPrepaid: accountIn(current).isPrepaid === true };
}

/** The money that goes the other way, summed by way of paying. */
function movedBack({ entries }: Pick<AccountReversal, 'entries'>): Movement[] {
  return reversed(summedByWay(entries));
}

/** The account of a booking once a request's money is taken back. */
export function accountAfter({ account }: Reservation, reversal: AccountReversal): Account | undefined {
  const { added, removed, isPrepaid } = reversal;
  const kept = (account?.charges ?? []).filter(({ id }) => !added.some((charge) => charge.id === id));
  const withLines = withCharges(account, [...kept, ...removed]);
  return withMoney(withLines, 0, { moved: movedBack(reversal), paymentDay: null, isPrepaid });
}

const isWrongCost = (booking: Reservation): boolean =>
  possibleCosts(booking).some((cost) => (cost < 0 && booking.status === 'active') || cost > MAX_YEN);

/**
 * Returns true if a booking that becomes `final` gives back more than was taken, or comes to discounts beyond the cost or to a
 * stay that costs too much, where it did not yet.
 */
export function becomesOverdrawn(current: Reservation, final: Reservation): boolean {
  const isGivenTwice = takenOf(final) < Math.min(0, takenOf(current));
  return isGivenTwice || (isWrongCost(final) && !isWrongCost(current));
}

function addedAgain(charge: Charge, paymentFlag: Reservation['paymentFlag']): ReservationEvent {
  const { kind: chargeKind, name: chargeName, amount: chargeAmount, taxRate: chargeTaxRate, nights } = charge;
  const ofNights = nights === undefined ? {} : { chargeNights: nights };
  return {
    type: 'ChargeAdded',
    data: { chargeKind, chargeName, chargeAmount, chargeTaxRate, ...ofNights, paymentFlag },
  };
}

/** The events that take a request's money back, leaving `final`. */
export function reverseAccount(
  reversal: AccountReversal,
  current: Reservation,
  final: Reservation,
  paymentDay: Day,
): ReservationEvent[] {
  const { entries, added, isPrepaid } = reversal;
  const { paymentType, paymentFlag } = final;
  const removed = reversal.removed.filter(
    ({ cancellation }) => !cancellation || cancellationFeeOf(final) !== null,
  );
  const events: ReservationEvent[] = [
    ...added.map(({ id }) => ({ type: 'ChargeRemoved' as const, data: { charge: id, paymentFlag } })),
    ...removed.map((charge) => chargedAgain(charge, paymentFlag) ?? addedAgain(charge, paymentFlag)),
  ];
  const transfers = entries.filter(({ isTransfer }) => isTransfer);
  if (transfers.length > 0) {
    const { stayEnd, totalFee, usedPoints } = final;
    const part = { stayEnd, totalFee, usedPoints, paymentDay, paymentFlag };
    const back = { moved: movedBack({ entries: transfers }), reverses: transfers.map(({ id }) => id) };
    events.push({ type: 'StayDivided', data: { ...part, ...back } });
  }
  const payments = entries.filter(({ isTransfer }) => !isTransfer);
  if (payments.length === 0 && isPrepaid === (current.account?.isPrepaid === true)) return events;
  const reverses = payments.map(({ id }) => id);
  const moved = movedBack({ entries: payments });
  const data = { paymentType, paymentFlag, paymentDay, moved, isPrepaid, reverses };
  return [...events, { type: 'PaymentRecorded', data }];
}

/** Returns a text that is the same for accounts that come to the same money. */
export function accountKey(state: Reservation | null): string {
  const account = accountIn(state);
  const ways = takenByWay({ account }).map(({ paymentType, amount }) => `${paymentType}:${amount}`);
  const lines = account.charges.map(({ kind, name, amount, taxRate }) =>
    [kind, name, amount, taxRate].join(':'),
  );
  return JSON.stringify([account.isPrepaid === true, ways.sort(), lines.sort()]);
}
