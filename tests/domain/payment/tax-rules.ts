import { type Day, day } from '@domain/dates.js';
import type { Levy, LodgingTaxDetails, LodgingTaxRule } from '@domain/payment/lodging-tax.js';

/** A levy of brackets: the price from which each begins, and its yen. */
export const levyOf = (name: string, ...brackets: [from: number, yen: number][]): Levy => ({
  name,
  brackets: brackets.map(([from, yen]) => ({ from, yen, rate: null })),
});

/** 京都市 from March 2026. */
export const KYOTO = levyOf(
  '京都市',
  [0, 200],
  [6_000, 400],
  [20_000, 1_000],
  [50_000, 4_000],
  [100_000, 10_000],
);

/** A rule that counts for all nights, unless told otherwise. */
export function aTaxRule(
  details: Partial<LodgingTaxDetails> = {},
  since: Day = day('2000-01-01'),
  id = 90,
): LodgingTaxRule {
  const content = {
    ...{ name: '京都市', firstDay: day('2000-01-01'), isIncluded: false, levies: [KYOTO] },
    ...{ exemptions: ['修学旅行'], ...details },
  };
  return { ...content, id, version: 1, periods: [{ since, content }] };
}
