import { dayText, yenText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween } from '@domain/dates.js';
import {
  proposedLeavingFee,
  type UnsleptNights,
  unsleptNights,
} from '@domain/reservation/early-departure.js';
import type { AccountRecord } from '@wire/account.js';
import type { EarlyDeparture } from '../shared/api/booking-api.js';
import { cancellationRulesAtom } from '../shared/masters.js';
import { store } from '../shared/store.js';
import type { ActedBooking } from './booking-actions.js';
import { typedFee } from './go-on.js';
import { storedReservation } from './stored-reservation.js';

/** The money of an early departure as it is proposed: whole yen, the 宿泊税 of the nights not slept, and what is due before. */
export type Leaving = {
  unslept: UnsleptNights;
  tax: number;
  balance: number;
  taken: number;
  isPrepaid: boolean;
  fee: number;
  taxRate: 0 | 10;
  ruleName: string | null;
};

/** The entries of staff: the fee as it is typed; a way of paying by its id, `came` for the ways it came, `none` for no refund. */
export type LeavingEntries = {
  lowersFee: boolean;
  fee: string;
  taxRate: 0 | 10;
  refundBy: number | 'came' | 'none';
  checksOut: boolean;
};

/** The 宿泊税 beside the fee of the nights not slept. */
function taxOf({ lodging_taxes }: AccountRecord, { stay }: UnsleptNights): number {
  return lodging_taxes.reduce((sum, { start, end, persons, yen, amount, is_included }) => {
    const from = start > stay.start ? start : stay.start;
    const nights = Math.max(0, daysBetween(from, end));
    return sum + (is_included === 1 || amount === 0 ? 0 : nights * persons * yen);
  }, 0);
}

/** Returns what a guest who leaves today gets back, by the account of the stay. */
export function leavingOffer(booking: ActedBooking, account: AccountRecord, today: Day): Leaving {
  const { account: _, ...record } = storedReservation(booking);
  const charges = account.charges.map(({ id, kind, name, amount, tax_rate: taxRate }) => ({
    ...{ id, kind, name, amount, taxRate },
  }));
  const unslept = unsleptNights({ ...record, account: { entries: [], charges } }, today);
  const rule = proposedLeavingFee(store.get(cancellationRulesAtom), record, unslept);
  return {
    ...{ unslept, tax: taxOf(account, unslept), balance: account.balance, taken: account.taken },
    isPrepaid: account.is_prepaid === 1,
    ...{ fee: rule?.amount ?? 0, taxRate: rule?.taxRate ?? 0, ruleName: rule?.ruleName ?? null },
  };
}

/** The entries as they are proposed: of a stay that a booking site was paid for nothing changes. */
export function proposedLeaving({ isPrepaid, fee, taxRate }: Leaving): LeavingEntries {
  return {
    ...{ lowersFee: !isPrepaid, fee: String(fee), taxRate, checksOut: true },
    refundBy: isPrepaid ? 'none' : 'came',
  };
}

/** Returns why the entered fee can't be kept; null for nothing. */
export function leavingError(
  { unslept: { price } }: Leaving,
  { lowersFee, fee }: LeavingEntries,
): string | null {
  const typed = typedFee(fee);
  if (!lowersFee || (typed !== null && typed <= price)) return null;
  return `手数料は0円から泊まらない泊の料金の${price.toLocaleString('ja-JP')}円までで入力してください。`;
}

/** Returns what is due afterwards and what is given back by these entries, in whole yen. */
export function settled(leaving: Leaving, { lowersFee, fee, refundBy }: LeavingEntries) {
  const { unslept, tax, balance, taken } = leaving;
  const lowered = lowersFee ? unslept.price - (typedFee(fee) ?? 0) : 0;
  const due = balance - lowered - tax;
  const refund = refundBy === 'none' ? 0 : Math.max(0, Math.min(-due, taken));
  return { due: due + refund, refund };
}

/** The entries as they are sent. */
export function sentDeparture(entries: LeavingEntries): EarlyDeparture {
  const { lowersFee, fee, taxRate, refundBy, checksOut } = entries;
  return {
    ...(lowersFee ? { lowers_fee: 1, fee: typedFee(fee) ?? 0, fee_tax_rate: taxRate } : { lowers_fee: 0 }),
    refunds: refundBy === 'none' ? 0 : 1,
    ...(typeof refundBy === 'number' && { refund_type: refundBy }),
    check_out: checksOut ? 1 : 0,
  };
}

/** The nights that become free: `残り2泊（11/28(土)～11/30(月)）`. */
export const freedText = ({ stay, nights }: UnsleptNights): string =>
  `残り${nights}泊（${dayText(stay.start)}～${dayText(stay.end)}）`;

/** The deed: `早期出発、残り2泊（…）を空室に戻し、¥17,200を返金`. */
export function leftText(leaving: Leaving, entries: LeavingEntries): string {
  const { refund } = settled(leaving, entries);
  const freed = `${freedText(leaving.unslept)}を空室に戻し`;
  const done = entries.checksOut ? '早期出発でチェックアウトし' : '早期出発に変更し';
  return refund > 0 ? `${done}、${freed}、${yenText(refund)}を返金` : `${done}、${freed}`;
}
