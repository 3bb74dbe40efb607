import { dayText, yenText } from '@domain/calendar/stay-text.js';
import { parseDay } from '@domain/dates.js';
import {
  RESERVATION_FIELD_NAMES,
  RESERVATION_FIELDS,
  type ReservationField,
} from '@domain/reservation/reservation-fields.js';
import { halfWidth } from '@domain/typed-text.js';
import { FLAG_FORM_FIELDS, type FlagFormField, type FormField, type FormValues } from './form-values.js';

/** The names behind the ids of a form. */
export type MasterNames = { corporate: (id: number) => string; payment: (id: number) => string };

const NOTHING = '(なし)';
const flagText = (flag: 0 | 1): string => (flag === 1 ? '有' : '無');
function dateText(text: string): string {
  const date = parseDay(text);
  return date ? dayText(date) : text;
}

/** Fields with texts of their own; the others are shown as they are. */
type Texts = { [Field in FormField]?: (value: FormValues[Field], names: MasterNames) => string };

const flagTexts = Object.fromEntries(FLAG_FORM_FIELDS.map((field) => [field, flagText])) as Record<
  FlagFormField,
  typeof flagText
>;

const TEXTS: Texts = {
  stayStart: dateText,
  stayEnd: dateText,
  mensCount: (count) => `${count}名`,
  womensCount: (count) => `${count}名`,
  corporateId: (id, names) => (id === 0 ? NOTHING : names.corporate(id)),
  paymentType: (id, names) => (id === null ? NOTHING : names.payment(id)),
  totalFee: (text) => yenText(parseNumberText(text) ?? 0),
  usedPoints: (text) => `${text}pt`,
  ...flagTexts,
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

/** The whole number that a typed text means (`8000`, `8,000`, `８０００円`), null when it is none or empty. */
export function parseNumberText(text: string): number | null {
  const typed = halfWidth(text)
    .replace(/^[¥\\]/, '')
    .replace(/(円|pt)$/, '')
    .replace(/,/g, '')
    .trim();
  return /^\d{1,10}$/.test(typed) ? Number(typed) : null;
}

const LAST_HOUR = 29;
const LAST_MINUTE = 59;
const STEP_MINUTES = 10;

/** The hours and minutes that a typed text means (`15`, `1530`, `15:30`), null for none. */
function hoursAndMinutes(text: string): [number, number] | null {
  const typed = halfWidth(text);
  const match = /^(\d{1,2})(?:[:時](\d{2})?分?)?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed);
  const [hours, minutes] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  return hours <= LAST_HOUR && minutes <= LAST_MINUTE ? [hours, minutes] : null;
}

/** The `HH:mm` that a typed text means, rounded down to 10 minute steps; null for none. */
export function roundedTimeText(text: string): string | null {
  const time = hoursAndMinutes(text);
  if (!time) return null;
  const [hours, minutes] = time;
  const rounded = minutes - (minutes % STEP_MINUTES);
  return `${String(hours).padStart(2, '0')}:${String(rounded).padStart(2, '0')}`;
}

/** The times that the form suggests: 13:00 to 22:50 in steps of 10 minutes (spec 9). */
export const SUGGESTED_TIMES: readonly string[] = Array.from({ length: 60 }, (_, step) => {
  const minutes = 13 * 60 + step * 10;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
});

const ENTERED_LABELS = Object.fromEntries(
  RESERVATION_FIELD_NAMES.map((name) => [name, RESERVATION_FIELDS[name].label]),
) as Record<ReservationField, string>;

/** Labels of the fields (contract 7). */
export const FIELD_LABELS: Record<FormField, string> = {
  ...ENTERED_LABELS,
  nextdayOut: RESERVATION_FIELDS.nextdayOutFlag.label,
  roomId: 'ルームタイプ',
  smokingStatus: '喫煙区分',
  sameAsDayBefore: '前日と同一予約',
};
