import { BLANK_FORM, type FormField } from './form-values.js';

const FIELD_OF_WIRE: Record<string, FormField> = {
  guest_name_1: 'guestName1',
  guest_name1_kana: 'guestName1Kana',
  guest_name_2: 'guestName2',
  reserver_name: 'reserverName',
  reserver_name_kana: 'reserverNameKana',
  mens_count: 'mensCount',
  womens_count: 'womensCount',
  room_id: 'roomId',
  stay_start: 'stayStart',
  stay_end: 'stayEnd',
  checkin_time: 'checkinTime',
  total_fee: 'totalFee',
  csv_notes: 'usedPoints',
  purpose: 'purpose',
  booking_source: 'bookingSource',
  notes: 'notes',
  booking_number: 'bookingNumber',
  corporateID: 'corporateId',
  tel: 'tel',
  payment_type: 'paymentType',
  is_day_before_same_flag: 'sameAsDayBefore',
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
