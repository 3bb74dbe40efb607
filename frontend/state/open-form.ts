import { addDays, type Day } from '@domain/dates.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { fetchCsvReservation, fetchReservation } from '../api/booking-api.js';
import type { FormMode } from '../form/form-mode.js';
import { valuesOf } from '../form/form-values.js';
import { withOverlay } from './busy.js';
import { calendarAtom } from './calendar.js';
import { formAtom, NEW_FORM } from './form.js';
import { setEditing, showRange } from './session.js';
import { store } from './store.js';

const DAYS_BACK = 5;
const DAYS_AHEAD = 14;
let latest = 0;

/** Empties the form for a new registration. */
export function openBlank(fromAddress = false): void {
  latest++;
  setEditing(null);
  store.set(formAtom, { ...NEW_FORM, fromAddress });
}

/** Goes on with a new registration as far as it was typed; anything else in the form is closed. */
export function resumeNew(): void {
  const { mode, values, touched } = store.get(formAtom);
  openBlank(true);
  if (mode.kind === 'new') store.set(formAtom, { ...NEW_FORM, values, touched, fromAddress: true });
}

/** Makes the calendar show a stay, unless it already does. */
async function showStay(start: Day, end: Day): Promise<void> {
  const shown = store.get(calendarAtom)?.range;
  if (shown && start >= shown.first && end <= shown.last) return;
  const ahead = addDays(start, DAYS_AHEAD);
  const after = addDays(end, DAYS_BACK);
  await showRange({ first: addDays(start, -DAYS_BACK), last: after > ahead ? after : ahead });
}

/** Puts a record into the form; of two that were asked for, the later one wins. */
async function open<T extends BookingRecord>(
  load: () => Promise<T>,
  modeOf: (record: T) => FormMode,
  fromAddress: boolean,
): Promise<boolean> {
  const ticket = ++latest;
  try {
    const record = await withOverlay(load);
    if (ticket !== latest) return true;
    const mode = modeOf(record);
    setEditing(mode.kind === 'edit' ? mode.booking.id : null);
    await showStay(record.stay_start, record.stay_end);
    if (ticket !== latest) return true;
    const rooms = store.get(calendarAtom)?.rooms;
    const room = record.room_id === null ? undefined : rooms?.byId.get(record.room_id);
    const smoking = mode.kind === 'csv' ? mode.record.smoking_status : room?.smokingStatus;
    store.set(formAtom, { ...NEW_FORM, mode, values: valuesOf(record, smoking), fromAddress });
    return true;
  } catch (error) {
    console.error('reservation', error);
    return false;
  }
}

/** Opens an existing booking for editing; false when it could not be read. */
export function openBooking(id: number, fromAddress = false): Promise<boolean> {
  return open(
    () => fetchReservation(id),
    (booking) => ({ kind: 'edit', booking }),
    fromAddress,
  );
}

/** Opens an imported record for registration; false when it could not be read. */
export function openImported(id: number, fromAddress = false): Promise<boolean> {
  return open(
    () => fetchCsvReservation(id),
    (record) => ({ kind: 'csv', record }),
    fromAddress,
  );
}
