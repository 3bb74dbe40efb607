import { addDays, type Day } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import type { CsvFormData } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { afterImportAtom } from '../imports/after-import.js';
import { lastDismissalAtom } from '../imports/record-actions.js';
import { fetchCsvReservation } from '../shared/api/booking-api.js';
import { withOverlay } from '../shared/busy.js';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import { showRange } from '../shared/calendar-data/show-range.js';
import { editingAtom } from '../shared/live/connection.js';
import { inEachStore, store } from '../shared/store.js';
import { readReservation } from './cached-reservation.js';
import { restoreDraft, stashDraft, takeRestored } from './drafts.js';
import {
  clearTyped,
  type FormState,
  formAtom,
  formStayAtom,
  NEW_FORM,
  openingRunAtom,
  placeForm,
} from './form.js';
import { editedId, type FormAddress, type FormMode, isNamed } from './form-mode.js';
import { conflictingFields, type FormValues, formValuesOf, mergedValues } from './form-values.js';

const DAYS_BACK = 5;
const DAYS_AHEAD = 14;

/** Overtakes what is still being read: it no longer takes the form's place. */
function overtake(): void {
  store.set(afterImportAtom, null);
  store.set(openingRunAtom, null);
}

/** Empties the form; what was in it is saved, or no longer wanted. */
export function resetForm(fromAddress = false): void {
  overtake();
  store.set(editingAtom, null);
  placeForm({ ...NEW_FORM, fromAddress });
}

/** Empties the form for a new registration; what was not saved is set aside. */
export function openBlank(fromAddress = false): void {
  stashDraft();
  resetForm(fromAddress);
}

/** Goes on with a new registration as far as it was typed; anything else in the form is closed. */
export function resumeNew(): void {
  const form = store.get(formAtom);
  if (form.mode.kind !== 'new') openBlank(true);
  else {
    overtake();
    store.set(editingAtom, null);
    placeForm({ ...form, fromAddress: true });
  }
}

/** Values that are one booking's own among several of the same guest. */
const OWN: Partial<FormValues> = {
  roomId: null,
  usedPoints: '0',
  coupon: 0,
  roomMoveLock: 0,
  sameAsDayBefore: 0,
};

/** Begins another room of a booking's party in the form, with the same guest, stay and party; 部屋検索 is to be run. */
export function beginAnotherRoom(
  values: FormValues,
  first: Pick<BookingRecord, 'id' | 'guest_name_1'>,
  roomNumber: string | null,
): void {
  openBlank();
  const partyOf = { id: first.id, name: [roomNumber, first.guest_name_1].filter(Boolean).join(' ') };
  placeForm({ ...NEW_FORM, values: { ...values, ...OWN }, partyOf });
}

/** Begins a registration with what another booking has, but for its room, stay and number. */
export function beginCopy(values: FormValues): void {
  openBlank();
  const stay = { stayStart: '', stayEnd: '', bookingNumber: '', nextdayOut: 0 } as const;
  placeForm({ ...NEW_FORM, values: { ...values, ...OWN, ...stay } });
}

/** Makes the calendar show a stay, unless it already does. */
async function showStay(start: Day, end: Day): Promise<void> {
  const shown = store.get(calendarAtom)?.range;
  if (shown && start >= shown.first && end <= shown.last) return;
  const ahead = addDays(start, DAYS_AHEAD);
  const after = addDays(end, DAYS_BACK);
  await showRange({ first: addDays(start, -DAYS_BACK), last: after > ahead ? after : ahead });
}

/** Result of opening something: the form for it, nothing since something else was opened, or a failure. */
type Opened = FormState | 'overtaken' | 'failed';

/** Reads a record and shows its stay; of two that were asked for, the later one wins. */
async function load<T extends BookingRecord | CsvFormData>(
  read: () => Promise<T>,
  modeOf: (record: T) => FormMode,
): Promise<Opened> {
  const own = Symbol();
  const isOvertaken = () => store.get(openingRunAtom) !== own;
  store.set(openingRunAtom, own);
  try {
    const record = await withOverlay(read);
    if (isOvertaken()) return 'overtaken';
    const mode = modeOf(record);
    store.set(editingAtom, editedId(mode));
    if (record.stay_start && record.stay_end) await showStay(record.stay_start, record.stay_end);
    if (isOvertaken()) return 'overtaken';
    const rooms = store.get(calendarAtom)?.rooms;
    const room = record.room_id === null ? undefined : rooms?.byId.get(record.room_id);
    const smoking = mode.kind === 'csv' ? mode.record.smoking_status : room?.smokingStatus;
    const values = formValuesOf(record, smoking);
    return { ...NEW_FORM, mode, values, baseline: values };
  } catch (error) {
    console.error('reservation', error);
    return 'failed';
  } finally {
    if (!isOvertaken()) store.set(openingRunAtom, null);
  }
}

const loadBooking = (id: number): Promise<Opened> =>
  load(
    () => readReservation(id),
    (booking) => ({ kind: 'edit', booking }),
  );

const loadImported = (id: number): Promise<Opened> =>
  load(
    () => fetchCsvReservation(id),
    (record) => ({ kind: 'csv', record }),
  );

function place(opened: Opened, fromAddress: boolean): boolean {
  if (typeof opened === 'string') return opened === 'overtaken';
  stashDraft();
  store.set(afterImportAtom, null);
  placeForm({ ...opened, fromAddress });
  return true;
}

/** Opens an existing booking for editing; false when it could not be read. */
export async function openBooking(id: number, fromAddress = false): Promise<boolean> {
  return place(await loadBooking(id), fromAddress);
}

/** Reads what is open anew without what was typed, which would bring an erased guest's data back; empties the form when it can't be read. */
async function reopen(open: (id: number) => Promise<boolean>, id: number): Promise<void> {
  clearTyped();
  if (!(await open(id))) resetForm();
}

/** Reads an open booking anew once its guest's data was erased. */
export const reopenErased = (id: number): Promise<void> => reopen(openBooking, id);

/** Reads an open imported record anew once its guest's data was erased, or it was settled elsewhere. */
export const reopenImported = (id: number): Promise<void> => reopen(openImported, id);

function onDismissal(): void {
  const { mode } = store.get(formAtom);
  const id = store.get(lastDismissalAtom)?.id;
  if (id !== undefined && mode.kind === 'csv' && mode.record.id === id) void reopenImported(id);
}
inEachStore(() => void store.sub(lastDismissalAtom, onDismissal));

/** Opens an imported record for registration; false when it could not be read. */
export async function openImported(id: number, fromAddress = false): Promise<boolean> {
  return place(await loadImported(id), fromAddress);
}

/** The address that names a booking or record which could not be opened; null for none. */
export const unopenedAtom = atom<FormAddress | null>(null);

/** Opens what an address names; a blank form, and false, when that is nothing that could be opened. */
export async function openAddressed(address: FormAddress): Promise<boolean> {
  store.set(unopenedAtom, null);
  if (address.id === undefined) {
    resumeNew();
    return false;
  }
  openBlank(true);
  const isOpen = await openNamed(address.id, address.type);
  if (!isOpen) store.set(unopenedAtom, address);
  return isOpen;
}

async function openNamed(text: string, type: string | null): Promise<boolean> {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  if (id === null) return false;
  if (type === 'csvReservation') return openImported(id, true);
  return (type === null || type === 'reservation') && openBooking(id, true);
}

/**
 * Reads the open booking anew and keeps what was typed here (contract 6). With `theirs` a field that both changed takes the
 * saved value, and the form as it was typed is set aside.
 */
export async function mergeForeignChange(onConflict: 'mine' | 'theirs' = 'mine'): Promise<void> {
  const { mode } = store.get(formAtom);
  if (mode.kind !== 'edit') return;
  const opened = await loadBooking(mode.booking.id);
  if (typeof opened === 'string') return;
  const { values, baseline, touched, fromAddress } = store.get(formAtom);
  if (onConflict === 'theirs' && conflictingFields(values, baseline, opened.values).length > 0) stashDraft();
  const merged = mergedValues(values, baseline, opened.values, onConflict);
  placeForm({ ...opened, values: merged, touched, fromAddress });
}

/** Goes on with what was typed before the page was loaded anew; null when that is not what the address names. */
export function resumeRestored(address: FormAddress): Promise<void> | null {
  const form = takeRestored(address);
  return form && store.get(formStayAtom) ? resumeForm(form, true) : null;
}

async function resumeForm(form: FormState, fromAddress: boolean): Promise<void> {
  if (store.get(formAtom) !== form) stashDraft();
  overtake();
  store.set(editingAtom, editedId(form.mode));
  placeForm({ ...form, fromAddress });
  const stay = store.get(formStayAtom);
  if (stay) await showStay(stay.start, stay.end);
}

/** Brings back the form that was set aside last; the present one takes its place if it is not saved. */
export async function reopenDraft(): Promise<void> {
  const form = restoreDraft();
  if (form) await resumeForm(form, false);
}

/** Brings back what was typed and set aside where an address leads; null when that is nothing. */
export function returnToDraft(address: FormAddress): Promise<void> | null {
  const form = restoreDraft(({ mode }) => isNamed(mode, address));
  return form ? resumeForm(form, true) : null;
}
