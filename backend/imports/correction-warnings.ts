import type { RowDifference } from '@domain/imports/row-differences.js';
import { DRAFT_FIELDS } from '@wire/booking-save-fields.js';
import { BOOKING_FIELDS, IMPORT_FIELDS } from '@wire/field-texts.js';

const LABELS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(DRAFT_FIELDS).map(
    ([name, field]) => [field, BOOKING_FIELDS[name as keyof typeof DRAFT_FIELDS].label] as const,
  ),
  ['paymentFlag', BOOKING_FIELDS.payment_flag.label],
  ['roomSymbol', IMPORT_FIELDS.room_symbol.label],
  ['roomName', IMPORT_FIELDS.room_name.label],
  ['fault', IMPORT_FIELDS.fault.label],
  ['warnings', IMPORT_FIELDS.warnings.label],
  ['rooms', '部屋数'],
]);

const naming = (text: string, differences: readonly RowDifference[]): string[] => {
  const names = differences.map((field) => LABELS.get(field) ?? field);
  return names.length === 0 ? [] : [`${text}: ${names.join(', ')}`];
};

/** The warning that a row was taken over as a correction of one of the same revision; names fields, not what they hold. */
export function correctionWarnings(differences: readonly RowDifference[]): string[] {
  return naming('同じ更新日時の訂正', differences);
}

/** The warning that a row of the revision that is known says something else and changed nothing. */
export function conflictWarnings(differences: readonly RowDifference[]): string[] {
  return naming('同じ更新日時で内容が異なるため取り込みませんでした', differences);
}
