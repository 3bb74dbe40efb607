import { wordOf } from '../cells/values.js';
import type { ColumnMapping, MoveInField } from './move-in-fields.js';

const TOTAL =
  /^[【[(<※*・]?(?:総合?計|合計|小計|累計|計|TOTAL|SUBTOTAL|GRANDTOTAL)(?:[】\])>:：]|金額|料金|額|件数|人数|[\d,]+件|$)/;

/** The fields of which a booking has both and a sum has none. */
const PLACE: readonly MoveInField[] = ['roomNumber', 'stayStart', 'period', 'stayEnd'];

/** Tells whether a row is a sum below the bookings: it is called one, and says neither a room nor a day. */
export function isTotalRow(row: readonly string[], mapping: ColumnMapping): boolean {
  const isCalledOne = row.some((cell) => TOTAL.test(wordOf(cell)));
  return (
    isCalledOne &&
    row.every((cell, column) => {
      const field = mapping[column];
      const isPlace = PLACE.some((one) => one === field);
      return !isPlace || cell.trim() === '' || TOTAL.test(wordOf(cell));
    })
  );
}
