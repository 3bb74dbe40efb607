import type { CsvRecord } from '@wire/csv-record.js';
import { parseRecord, registerRecord } from '../auto-registration/register-record.js';
import type { Unplaced } from '../calendar/gestures/proposal.js';
import { roomIdAt } from '../calendar/gestures/verdict.js';
import { alertFailure } from '../shared/alert-failure.js';
import { fetchCsvReservation } from '../shared/api/booking-api.js';
import { calendarAtom } from '../shared/calendar-data/calendar.js';
import { todayAtom } from '../shared/hotel.js';
import { store } from '../shared/store.js';
import type { UnplacedBar } from './unplaced.js';

/**
 * Registers an imported record as it came in a room. What lacks something, or changes a booking that it became before, is
 * opened in the form (`open`). A refusal is alerted.
 */
async function registerIn(
  roomNumber: string,
  { record: { id }, stay }: UnplacedBar,
  open: (id: number) => void,
): Promise<void> {
  const snapshot = store.get(calendarAtom);
  const today = store.get(todayAtom);
  const roomId = snapshot && roomIdAt(snapshot, { roomNumber, stay });
  if (!today || !roomId) return;
  try {
    const record = await fetchCsvReservation(id);
    const isWhole = record.booking_version === null && parseRecord(record, roomId, today).body !== null;
    if (isWhole) await registerRecord(record, { id: roomId, room_number: roomNumber });
    else open(id);
  } catch (error) {
    await alertFailure(error);
  }
}

const guestOf = ({ guest_name_1, mens_count, womens_count, smoking_status }: CsvRecord) => ({
  ...{ guest_name_1, mens_count, womens_count, smoking_status },
});

/** Returns what is dragged of a bar: the reservation with its days, in no room yet. */
export function subjectOf(bar: UnplacedBar, open: (id: number) => void): Unplaced {
  return {
    guest: guestOf(bar.record),
    from: { roomNumber: '', stay: bar.stay },
    register: (roomNumber) => registerIn(roomNumber, bar, open),
  };
}
