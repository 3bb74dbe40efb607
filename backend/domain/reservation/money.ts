import type { Day } from '../dates.js';

/** Money that moved by one way of paying: whole yen, negative where it was given back. */
export type Movement = { paymentType: number | null; amount: number };

/** One event that moved money at the desk. `id` is the version that it gave the booking; `day` null in old events. */
export type MoneyEntry = {
  id: number;
  moved: readonly Movement[];
  day: Day | null;
  /** Why money was given back; left out for payments. */
  reason?: string;
  /** Taken back by undo. */
  isReversed?: true;
};

/** Kinds of lines beside the fee (明細); a discount counts negative. */
export const CHARGE_KINDS = ['追加', '値引', 'キャンセル料', '手数料'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** Rates of the consumption tax in percent; 0 is 不課税. */
export const TAX_RATES = [10, 8, 0] as const;
export type TaxRate = (typeof TAX_RATES)[number];

/** A line beside the fee. `id` is the version that it gave the booking; whole yen, the tax included. */
export type Charge = { id: number; kind: ChargeKind; name: string; amount: number; taxRate: TaxRate };

/** Money of a stay besides its fee and points; left out of a reservation until there is some. */
export type Account = {
  /** The fee was paid elsewhere: to a booking site, or in the system that the booking was brought along from. */
  isPrepaid?: true;
  entries: readonly MoneyEntry[];
  charges: readonly Charge[];
};

/** Texts by staff in the events of money: they may name a person. */
export const PERSONAL_MONEY_FIELDS = ['chargeName', 'refundReason'] as const;

/** The tax rate of a line unless staff say otherwise: a cancellation fee that makes good a loss is 不課税. */
export function usualTaxRate(kind: ChargeKind): TaxRate {
  return kind === 'キャンセル料' ? 0 : 10;
}
