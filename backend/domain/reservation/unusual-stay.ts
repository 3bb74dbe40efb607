import type { Day } from '../dates.js';
import type { SaveRequest } from './save-rules.js';

/**
 * Why a new stay is asked about before it is saved, a sentence each: it is over already, or costs ¥0. A stay that ends today
 * is not over: guests come after midnight.
 */
export function unusualReasons({ stayEnd, totalFee }: SaveRequest, today: Day): string[] {
  return [
    stayEnd !== null && stayEnd < today ? '宿泊期間が過去の日付です。' : '',
    totalFee === 0 ? '合計料金が0円です。' : '',
  ].filter((reason) => reason !== '');
}
