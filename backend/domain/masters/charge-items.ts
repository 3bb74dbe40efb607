import { type BrokenRule, invalid } from '../broken-rule.js';
import type { ChargeKind, TaxRate } from '../reservation/money.js';
import type { MasterEvent, Recorded } from './masters.js';

/** A line that is often added to a bill, with its kind and tax rate: 弁当 8 %. */
export type ChargeItemDetails = { name: string; kind: ChargeKind; taxRate: TaxRate };
export type ChargeItem = Recorded & ChargeItemDetails;
export type ChargeItemEvent = MasterEvent<'ChargeItem', ChargeItemDetails>;

/** The rules that a line's name breaks after a change, null for retired: each name stands once. */
export function brokenChargeItemRules(
  id: number | null,
  after: ChargeItemDetails | null,
  items: Iterable<ChargeItem>,
): BrokenRule[] {
  const isKnown = [...items].some((other) => after !== null && other.id !== id && other.name === after.name);
  if (!isKnown) return [];
  const message = 'この明細は既に登録されています（使用停止のものも含みます）。';
  return [invalid('charge_item_known', 'name', message)];
}
