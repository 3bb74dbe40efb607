import { DRAFT_FIELDS } from '@wire/booking-save-fields.js';
import { BLANK_FORM, type FormField } from './form-values.js';

/** As the domain calls them, but for those that the form calls otherwise or does not show. */
const FIELD_OF_WIRE: Record<string, FormField | undefined> = {
  ...DRAFT_FIELDS,
  nextday_out_flag: 'nextdayOut',
  is_day_before_same_flag: 'sameAsDayBefore',
  blacklist_id: undefined,
};

/** The form's field that a rule of the domain or the server names, undefined for none. */
export function formFieldOf(wireField: string | null): FormField | undefined {
  return wireField !== null ? FIELD_OF_WIRE[wireField] : undefined;
}

const FORM_ORDER = Object.keys(BLANK_FORM);

/** Of the fields that these rules name, the one that comes first in the form. */
export function firstFieldOf(wireFields: readonly (string | null)[]): FormField | undefined {
  const fields = wireFields.flatMap((field) => formFieldOf(field) ?? []);
  return fields.sort((a, b) => FORM_ORDER.indexOf(a) - FORM_ORDER.indexOf(b))[0];
}

/** The element id of a field's control. */
export function fieldId(field: FormField): string {
  return `field-${field}`;
}
