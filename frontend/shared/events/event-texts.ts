import type { EventOrigin, FieldChange } from '@wire/event-record.js';
import { NOTHING } from '@wire/value-texts.js';

/** Fields of a booking that say in another form what a field beside them says. */
const SAID_OTHERWISE: readonly string[] = [
  'room_id',
  'gender_1',
  'gender_2',
  'csv_notes',
  'corporate',
  'payment_flag',
];
/** Default values, which the event of a new booking need not list. */
const USUAL: readonly string[] = [NOTHING, 'なし', '該当なし', '有効', '0名', '0pt'];

/** Fields that the subject of an event says already. */
const IN_SUBJECT: readonly string[] = [
  'room_number',
  'stay_start',
  'stay_end',
  'guest_name_1',
  'guest_name1_kana',
  'reserver_name',
  'reserver_name_kana',
];

/** Returns the member of staff and the terminal, as far as they are known. */
export function originText({ staff_name, terminal }: Pick<EventOrigin, 'staff_name' | 'terminal'>): string {
  return [staff_name, terminal].filter(Boolean).join(' ・ ') || NOTHING;
}

/** Returns true if there was no earlier value; then only the new one is shown. */
export function isBeginning(changes: readonly FieldChange[]): boolean {
  return changes.length > 0 && changes.every(({ before }) => before === null);
}

/** The changes worth showing: those whose text differs, and for a new record those that are no default. */
function shownChanges(changes: readonly FieldChange[]): FieldChange[] {
  if (isBeginning(changes)) return changes.filter(({ after_text }) => !USUAL.includes(after_text));
  return changes.filter(({ before_text, after_text }) => before_text !== after_text);
}

/** The changes of a booking, each thing said once. */
export function bookingChanges(changes: readonly FieldChange[]): FieldChange[] {
  return shownChanges(changes).filter(({ field }) => !SAID_OTHERWISE.includes(field));
}

/** The changes on one line; what the subject of a beginning says is not said again. */
export function changesText(changes: readonly FieldChange[]): string {
  const beginning = isBeginning(changes);
  return shownChanges(changes)
    .filter(({ field }) => !beginning || !IN_SUBJECT.includes(field))
    .map(({ label, before_text, after_text }) => {
      return beginning ? `${label} ${after_text}` : `${label} ${before_text}→${after_text}`;
    })
    .join('　');
}
