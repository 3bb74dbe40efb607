import { yenText } from '@domain/calendar/stay-text.js';
import type { BookingRecord } from '@wire/booking-record.js';
import * as api from '../shared/api/booking-api.js';
import type { WriteGuards } from '../shared/api/request.js';
import { withWriteOverlay } from '../shared/busy.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { showAlert } from '../shared/dialogs.js';
import { liveSession } from '../shared/live/live-session.js';
import { act, type Operation } from '../shared/operations.js';
import { store } from '../shared/store.js';
import { type FeesByBooking, NO_FEES, sumOfFees } from './cancellation-fee.js';
import { formAtom } from './form.js';
import { END_TEXTS, type EndOfBooking, editedId } from './form-mode.js';
import { fieldId } from './form-values.js';
import { mergeForeignChange, resetForm } from './open-form.js';

/** A booking that something is done to outside of the form's fields. */
export type ActedBooking = Pick<ShownBooking, 'id' | 'roomNumber' | 'record'>;

const isOpenHere = ({ id }: { id: number }) => editedId(store.get(formAtom).mode) === id;
const named = ({ roomNumber, record }: ActedBooking, text: string) =>
  [roomNumber, record.guest_name_1, text].filter(Boolean).join(' ');

/** Makes one change of a booking, and updates the open form with it; null when it was refused, and said. */
export async function changeBooking(
  booking: ActedBooking,
  { text, change = null, isCheckIn }: Pick<Operation, 'text' | 'change' | 'isCheckIn'>,
  work: (guards: WriteGuards) => Promise<BookingRecord>,
): Promise<BookingRecord[] | null> {
  const { id, record } = booking;
  const saved = await act({ text: named(booking, text), ids: [id], change, isCheckIn }, work, record.version);
  if (!saved) return null;
  await liveSession.applyOwnWrite(saved);
  if (isOpenHere(booking)) await mergeForeignChange();
  return [saved];
}

/** Takes bookings off the calendar, all or none, and says so (spec 8); null when that was refused. */
async function end(
  how: EndOfBooking,
  bookings: readonly ActedBooking[],
  text: string,
  work: (guards: WriteGuards) => Promise<unknown>,
  alsoIds: readonly number[] = [],
): Promise<[] | null> {
  const [first] = bookings;
  if (!first) return null;
  const ids = [...bookings.map(({ id }) => id), ...alsoIds];
  const done = await act(
    { text: named(first, text), ids },
    (guards) => withWriteOverlay(async () => ({ answer: await work(guards) })),
    first.record.version,
  );
  if (!done) return null;
  const wasOpen = bookings.some(isOpenHere);
  if (wasOpen) resetForm();
  await liveSession.applyOwnWrite(null);
  await showAlert(END_TEXTS[how].done, undefined, wasOpen ? fieldId('stayStart') : undefined);
  return [];
}

/** Returns a deed with the fees that go with it: `キャンセル料 ¥12,300を記録して予約を取り消し`. */
export function textWithFees(text: string, fees: FeesByBooking): string {
  return fees.size === 0 ? text : `キャンセル料 ${yenText(sumOfFees(fees.values()))}を記録して${text}`;
}

/** Cancels bookings that staff agreed to cancel, all or none, for the fees of those that have some. */
export function cancelBookings(bookings: readonly ActedBooking[], fees = NO_FEES): Promise<[] | null> {
  const own = new Map([...fees].filter(([id]) => bookings.some((booking) => booking.id === id)));
  const deed = textWithFees('予約を取り消し', own);
  const text = bookings.length === 1 ? deed : `ほか${bookings.length - 1}件 ${deed}`;
  return end('cancel', bookings, text, async (guards) => {
    const [first, ...others] = bookings;
    if (first && others.length === 0) return api.cancelBooking(first.id, own.get(first.id) ?? {}, guards);
    const changes = bookings.map(
      ({ id, record: { version } }) => ({ action: 'cancel', id, version, ...own.get(id) }) as const,
    );
    return api.changeBookings(changes, { onKey: guards.onKey });
  });
}

/** Sets a booking back to the failed auto-registration that it came from, once staff agreed to it. */
export function returnBooking(booking: ActedBooking, recordId: number | null): Promise<[] | null> {
  const give = (guards: WriteGuards) => api.returnToAutoFail(booking.id, guards);
  return end('return', [booking], '自動登録失敗に戻し', give, recordId === null ? [] : [recordId]);
}
