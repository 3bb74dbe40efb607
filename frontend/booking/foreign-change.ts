import { dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { keysOf } from '@domain/records.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { atom } from 'jotai';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { corporateNameAtom, paymentNameAtom } from '../shared/masters.js';
import { FIELD_LABELS, fieldText, type MasterNames } from './field-texts.js';
import { chosenRoomAtom, formAtom, savingAtom } from './form.js';
import { BLANK_FORM, type FormField, formValuesOf } from './form-values.js';

/** A field changed elsewhere: as it was opened here, as it is now, and what stands here instead of both. */
export type FieldChange = { label: string; before: string; after: string; mine: string | null };

/** Changes elsewhere to the booking in the form since it was opened. */
export type ForeignChange = { cancelled: boolean; changes: readonly FieldChange[] };

const SHOWN_ELSEWHERE: readonly FormField[] = ['roomId', 'smokingStatus', 'blacklistId'];
const SHOWN = keysOf(BLANK_FORM).filter((field) => !SHOWN_ELSEWHERE.includes(field));

const dateText = (date: Day | null): string => (date ? dayText(date) : '(なし)');

/** Facts that change without being a field of the form. */
const FACTS: [string, (record: BookingRecord) => string][] = [
  ['チェックイン', ({ checkin_date }) => dateText(checkin_date)],
  ['チェックアウト', ({ checkout_date }) => dateText(checkout_date)],
  ['支払', ({ payment_status }) => payment_status],
  ['同一予約の最終日', ({ group_end_date }) => dateText(group_end_date)],
];

const namesAtom = atom((get): MasterNames => {
  return { corporate: get(corporateNameAtom), payment: get(paymentNameAtom) };
});

/** The newer version of the booking in the form, null while there is none. */
const newerAtom = atom((get): ShownBooking | null => {
  const { mode } = get(formAtom);
  if (mode.kind !== 'edit' || get(savingAtom)) return null;
  const known = get(calendarAtom)?.known.get(mode.booking.id);
  return known && known.version > mode.booking.version ? known : null;
});

/** The change or cancellation elsewhere of the booking in the form since it was opened; null for none. */
export const foreignChangeAtom = atom((get): ForeignChange | null => {
  const newer = get(newerAtom);
  const { mode, values, baseline } = get(formAtom);
  if (!newer || mode.kind !== 'edit') return null;
  if (newer.record.is_cancelled === 1) return { cancelled: true, changes: [] };
  const names = get(namesAtom);
  const saved = formValuesOf(newer.record, undefined);
  const change = (label: string, before: string, after: string, here: string): FieldChange => ({
    label,
    before,
    after,
    mine: here === before || here === after ? null : here,
  });
  const text = (field: FormField, of: typeof values) => fieldText(field, of, names);
  const room = change(
    FIELD_LABELS.roomId,
    mode.booking.borderRoom,
    newer.roomNumber,
    get(chosenRoomAtom) ?? '(なし)',
  );
  const fields = SHOWN.map((field) =>
    change(FIELD_LABELS[field], text(field, baseline), text(field, saved), text(field, values)),
  );
  const facts = FACTS.map(([label, fact]) =>
    change(label, fact(mode.booking), fact(newer.record), fact(mode.booking)),
  );
  return {
    cancelled: false,
    changes: [room, ...fields, ...facts].filter(({ before, after }) => before !== after),
  };
});
