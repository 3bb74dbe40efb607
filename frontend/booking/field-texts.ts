import { dayText, yenText } from '@domain/calendar/stay-text.js';
import { parseDay } from '@domain/dates.js';
import type { FormField, FormValues } from './form-values.js';
import { parseNumberText } from './number-text.js';

/** The names behind the ids of a form. */
export type MasterNames = { corporate: (id: number) => string; payment: (id: number) => string };

const NOTHING = '(なし)';
const flagText = (flag: 0 | 1): string => (flag === 1 ? '有' : '無');
function dateText(text: string): string {
  const date = parseDay(text);
  return date ? dayText(date) : text;
}

/** Fields that are told in words of their own; the others as they stand. */
type Texts = { [Field in FormField]?: (value: FormValues[Field], names: MasterNames) => string };

const TEXTS: Texts = {
  stayStart: dateText,
  stayEnd: dateText,
  mensCount: (count) => `${count}名`,
  womensCount: (count) => `${count}名`,
  corporateId: (id, names) => (id === 0 ? NOTHING : names.corporate(id)),
  paymentType: (id, names) => (id === null ? NOTHING : names.payment(id)),
  totalFee: (text) => yenText(parseNumberText(text) ?? 0),
  usedPoints: (text) => `${text}pt`,
  coupon: flagText,
  roomMoveLock: flagText,
  nextdayOut: flagText,
  sameAsDayBefore: flagText,
};

/** A field's value as staff read it. */
export function fieldText<Field extends FormField>(
  field: Field,
  values: FormValues,
  names: MasterNames,
): string {
  const text = TEXTS[field];
  return (text ? text(values[field], names) : String(values[field])) || NOTHING;
}
