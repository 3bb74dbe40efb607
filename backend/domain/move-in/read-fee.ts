import { yenText } from '../calendar/stay-text.js';
import { readYen } from '../cells/values.js';
import type { BookingLines } from './booking-lines.js';
import type { RowCells } from './row-cells.js';

/**
 * The fee of a stay. Amounts that differ between the lines of one booking are those of its nights and are added up; the same
 * amount on each line is the whole, unless fees of the file are those of a night.
 */
export function readFee(
  cells: RowCells,
  nights: number | null,
  { fees, isNightly }: BookingLines,
): { totalFee: number | null; saysFee: boolean } {
  const field = cells.has('nightlyFee') ? 'nightlyFee' : 'totalFee';
  const first = cells.read(field, readYen, '金額');
  const amounts = fees.length > 1 ? fees.map(readYen) : [first];
  const known = amounts.filter((amount) => amount !== null);
  if (known.length < amounts.length && first !== null) {
    cells.fault('unreadable', field, '同じ予約のほかの行の金額を読み取れません。');
  }
  const saysFee = cells.has(field) && (cells.one(field) !== '' || fees.some((fee) => fee !== ''));
  const sum = known.reduce((total, amount) => total + amount, 0);
  const differ = new Set(known).size > 1;
  const isEachNight =
    amounts.length > 1 && amounts.length === nights && (isNightly || field === 'nightlyFee');
  if (differ || isEachNight) {
    cells.warnings.push(`同じ予約の${amounts.length}行の金額を合計して${yenText(sum)}とします。`);
    return { totalFee: first === null ? null : sum, saysFee };
  }
  const times = field === 'nightlyFee' ? (nights ?? 1) : 1;
  if (times > 1 && first) cells.warnings.push(`1泊${yenText(first)}の${times}泊分を合計料金とします。`);
  return { totalFee: first === null ? null : first * times, saysFee };
}
