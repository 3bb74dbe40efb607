import { type BrokenRule, invalid } from '../broken-rule.js';
import { type Day, daysBetween } from '../dates.js';
import type { BookingSource } from '../reservation/sources.js';
import { inUse, type MasterEvent, type Recorded } from './masters.js';

/** Occasions on which a stay does not come about: a booking is cancelled, or its guest does not come. */
export const CANCELLATION_OCCASIONS = ['キャンセル', 'ノーショー'] as const;
export type CancellationOccasion = (typeof CANCELLATION_OCCASIONS)[number];

/** The guest leaves before the planned day. */
export const EARLY_DEPARTURE = '早期出発';

/** Occasions on which the hotel's rules propose a fee. */
export const FEE_OCCASIONS = [...CANCELLATION_OCCASIONS, EARLY_DEPARTURE] as const;
export type FeeOccasion = (typeof FEE_OCCASIONS)[number];

/** Tax rates of a cancellation fee in percent: 0 (不課税) where it makes good a loss, 10 where it is a handling fee. */
export const CANCELLATION_TAX_RATES = [0, 10] as const;
export type CancellationTaxRate = (typeof CANCELLATION_TAX_RATES)[number];

/** One line of the hotel's rules for cancellations (キャンセル規定). */
export type CancellationRuleDetails = {
  name: string;
  /** The booking source that it is for; empty for all that have no line of their own. */
  source: BookingSource | '';
  occasion: FeeOccasion;
  /** Days left until the check-in date, both included; without an upper bound where `daysTo` is null. 0 but for a cancellation. */
  daysFrom: number;
  daysTo: number | null;
  /** The share of 合計料金 in whole percent; of an early departure, of the price of the nights not slept. */
  percent: number;
  /** The least fee in whole yen. */
  minimum: number;
  taxRate: CancellationTaxRate;
};
export type CancellationRule = Recorded & CancellationRuleDetails;
export type CancellationRuleEvent = MasterEvent<'CancellationRule', CancellationRuleDetails>;

/** The fee that a rule proposes, in whole yen. */
export type ProposedFee = { amount: number; taxRate: CancellationTaxRate; ruleName: string };

type Cancellable = { bookingSource: string; stayStart: Day; totalFee: number };

/**
 * Returns the fee that the hotel's rules propose when a booking ends today: by the lines of its source, else by those for
 * all sources. Null where no line fits or it comes to nothing. It never exceeds 合計料金.
 */
export function proposedFee(
  rules: readonly CancellationRuleDetails[],
  occasion: FeeOccasion,
  { bookingSource, stayStart, totalFee }: Cancellable,
  today: Day,
): ProposedFee | null {
  const ofOccasion = rules.filter((rule) => rule.occasion === occasion);
  const own = ofOccasion.filter(({ source }) => source === bookingSource);
  const lines = own.length > 0 ? own : ofOccasion.filter(({ source }) => source === '');
  const daysLeft = occasion === 'キャンセル' ? Math.max(0, daysBetween(today, stayStart)) : 0;
  const line = lines.find(({ daysFrom, daysTo }) => daysFrom <= daysLeft && daysLeft <= (daysTo ?? daysLeft));
  if (!line) return null;
  const share = Math.floor((totalFee * line.percent) / 100);
  const amount = Math.min(totalFee, Math.max(line.minimum, share));
  return amount === 0 ? null : { amount, taxRate: line.taxRate, ruleName: line.name };
}

/** Returns the days of a line as they count: only before a cancellation. */
export function withCountedDays(details: CancellationRuleDetails): CancellationRuleDetails {
  return details.occasion === 'キャンセル' ? details : { ...details, daysFrom: 0, daysTo: 0 };
}

const DAYS_REVERSED = invalid(
  'days_reversed',
  'days_to',
  '「何日前まで」は「何日前から」以上の日数で入力してください。',
);

/** The rules that a line breaks after a change, null for retired: no two lines of a source fit one cancellation. */
export function brokenCancellationRules(
  id: number | null,
  after: CancellationRuleDetails | null,
  rules: Iterable<CancellationRule>,
): BrokenRule[] {
  if (!after) return [];
  if (after.daysTo !== null && after.daysTo < after.daysFrom) return [DAYS_REVERSED];
  const lastOf = ({ daysTo }: CancellationRuleDetails) => daysTo ?? Number.POSITIVE_INFINITY;
  const other = inUse(rules).find(
    (rule) =>
      rule.id !== id &&
      rule.source === after.source &&
      rule.occasion === after.occasion &&
      rule.daysFrom <= lastOf(after) &&
      after.daysFrom <= lastOf(rule),
  );
  if (!other) return [];
  const message = `同じ予約媒体・日数のキャンセル規定「${other.name}」があります。`;
  return [invalid('cancellation_rule_overlaps', 'days_from', message)];
}
