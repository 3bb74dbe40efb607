import type { Day } from '../dates.js';

/** Money that moved by one way of paying: whole yen, negative where it was given back. */
export type Movement = { paymentType: number | null; amount: number };

/** One event that moved money at the desk. `id` is the version that it gave the booking; `day` null in old events. */
export type MoneyEntry = {
  id: number;
  moved: readonly Movement[];
  day: Day | null;
  /** Reason for a refund; left out for payments. */
  reason?: string;
  /** Taken back by undo. */
  isReversed?: true;
  /** Money of another part of the same stay, or given to it: taken and counted before. Left out of payments. */
  isTransfer?: true;
};

/** Kinds of lines beside the fee (明細); a discount counts negative. */
export const CHARGE_KINDS = ['追加', '値引', 'キャンセル料', '手数料'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** Rates of the consumption tax in percent; 0 is 不課税. */
export const TAX_RATES = [10, 8, 0] as const;
export type TaxRate = (typeof TAX_RATES)[number];

/** A line beside the fee. `id` is the version that it gave the booking; whole yen, the tax included. */
export type Charge = {
  id: number;
  kind: ChargeKind;
  name: string;
  amount: number;
  taxRate: TaxRate;
  /** Number of nights not slept whose price it takes off; left out of other lines. */
  nights?: number;
  /** The fee of a cancellation or no-show: it stands in the place of the room's. Left out of other lines. */
  cancellation?: CancellationTerms;
};

/** The fee that the hotel's rules proposed, in whole yen, null for none; and why less was charged, empty for no reason. */
export type CancellationTerms = { proposed: number | null; reason: string };

/** Money of a stay besides its fee and points; left out of a reservation until there is some. */
export type Account = {
  /** The fee was paid elsewhere: to a booking site, or in the system that the booking was brought along from. */
  isPrepaid?: true;
  entries: readonly MoneyEntry[];
  charges: readonly Charge[];
};

/**
 * Nights of a stay, from `start` to before `end`, that have the same 宿泊税. `share` is the room's share of the fee in a night,
 * `price` that of one person without tax, and `taxes` are of one person and night; all in whole yen. An exempt guest owes
 * none of them.
 */
export type TaxedSpan = {
  start: Day;
  end: Day;
  share: number;
  persons: number;
  price: number;
  /** True if the fee includes the tax. */
  isIncluded: boolean;
  /** Reason for the exemption; null if there is none. */
  exemption: string | null;
  /** The bracket of each levy: prices from `from` to below `until`; `rate` in hundredths of a percent, null for fixed yen. */
  taxes: readonly { levy: string; from: number; until: number | null; rate: number | null; yen: number }[];
};

/**
 * The 宿泊税 of a stay, for the fee and the consumption tax in percent from which it was worked out; `included` is the part of
 * the fee that is 宿泊税, in whole yen.
 */
export type LodgingTax = { fee: number; taxRate: number; included: number; spans: readonly TaxedSpan[] };

/** Texts by staff in the events of money: they may name a person. */
export const PERSONAL_MONEY_FIELDS = ['chargeName', 'refundReason', 'feeReason'] as const;

/** The tax rate of a line unless staff say otherwise: a cancellation fee that makes good a loss is 不課税. */
export function usualTaxRate(kind: ChargeKind): TaxRate {
  return kind === 'キャンセル料' ? 0 : 10;
}
