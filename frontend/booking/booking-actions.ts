import { bookingText } from '@domain/calendar/stay-text.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { checkInText, checkOutText, concernsOf } from '../check-out/check-out.js';
import * as api from '../shared/api/booking-api.js';
import type { WriteGuards } from '../shared/api/request.js';
import type { ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';
import { askConfirm, showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { liveSession } from '../shared/live/live-session.js';
import { act } from '../shared/operations.js';
import { store } from '../shared/store.js';
import { formAtom } from './form.js';
import { END_TEXTS, editedId } from './form-mode.js';
import { mergeForeignChange, resetForm } from './open-form.js';

/** A booking that something is done to outside of the form. */
export type ActedBooking = Pick<ShownBooking, 'id' | 'version' | 'roomNumber' | 'record'>;

const isOpenHere = ({ id }: { id: number }) => editedId(store.get(formAtom).mode) === id;
const named = ({ roomNumber, record }: ActedBooking, text: string) =>
  `${roomNumber} ${record.guest_name_1} ${text}`;

/** Makes one change of a booking, and updates the open form with it; null when it was refused. */
async function change(
  booking: ActedBooking,
  text: string,
  work: (guards: WriteGuards) => Promise<BookingRecord>,
): Promise<BookingRecord | null> {
  const record = await act({ text: named(booking, text), ids: [booking.id] }, work, booking.version);
  if (!record) return null;
  await liveSession.applyOwnWrite(record);
  if (isOpenHere(booking)) await mergeForeignChange();
  return record;
}

/** Checks the guest in, today; paid in a way first, null for no payment. */
export function checkIn(booking: ActedBooking, payBy: number | null = null): Promise<BookingRecord | null> {
  const text = checkInText(booking.record, payBy);
  return change(booking, text, (guards) => api.checkIn(booking.id, payBy, guards));
}

/** Checks the guest out in this way. */
export function checkOut(booking: ActedBooking, way: api.CheckOutWay): Promise<BookingRecord | null> {
  const today = store.get(todayAtom);
  const freed = way.freeNights && today ? concernsOf(booking.record, today)?.freeableNights : 0;
  return change(booking, checkOutText(way.payBy, freed), (guards) => api.checkOut(booking.id, way, guards));
}

/** Takes a check-in or check-out back. */
export function revertStay(
  booking: ActedBooking,
  step: 'check-in' | 'check-out',
): Promise<BookingRecord | null> {
  const text = step === 'check-in' ? 'チェックインを取り消し' : 'チェックアウトを取り消し';
  return change(booking, text, (guards) => api.revertStayAct(booking.id, step, guards));
}

/** Marks the guest as a no-show, or takes that back. */
export function setNoShow(booking: ActedBooking, isNoShow: boolean): Promise<BookingRecord | null> {
  const text = isNoShow ? 'ノーショーに変更' : 'ノーショーを取り消し';
  return change(booking, text, (guards) => api.setNoShow(booking.id, isNoShow, guards));
}

/** Records that a booking is paid in a way, or that it is not. */
export function pay(
  booking: ActedBooking,
  paymentType: number | null,
  paymentFlag: 0 | 1,
): Promise<BookingRecord | null> {
  const payment = { payment_type: paymentType, payment_flag: paymentFlag };
  const text = paymentFlag === 1 ? '支払済に変更' : '未払いに変更';
  return change(booking, text, (guards) => api.recordPayment(booking.id, payment, guards));
}

/** Cancels bookings that staff agreed to cancel, all or none (spec 8); false when that was refused. */
export async function cancelBookings(bookings: readonly ActedBooking[]): Promise<boolean> {
  const [first, ...others] = bookings;
  if (!first) return false;
  const text = named(first, others.length === 0 ? '予約を取り消し' : `ほか${others.length}件 予約を取り消し`);
  const done = await act(
    { text, ids: bookings.map(({ id }) => id) },
    async (guards) => ({
      answer:
        others.length === 0
          ? await api.cancelBooking(first.id, guards)
          : await api.changeBookings(
              bookings.map(({ id, version }) => ({ action: 'cancel', id, version })),
              { onKey: guards.onKey },
            ),
    }),
    first.version,
  );
  if (!done) return false;
  if (bookings.some(isOpenHere)) resetForm();
  await liveSession.applyOwnWrite(null);
  await showAlert(END_TEXTS.cancel.done);
  return true;
}

/** 予約取消, once confirmed (spec 8). */
export async function cancel(booking: ActedBooking): Promise<void> {
  const { roomNumber, record } = booking;
  const stay = { start: record.stay_start, end: record.stay_end };
  const subject = bookingText(roomNumber, record.guest_name_1, stay);
  const { text, title } = END_TEXTS.cancel;
  if (await askConfirm(text, title, subject)) await cancelBookings([booking]);
}

/** 自動登録失敗に戻す, once staff agreed to it (spec 8); false when that was refused. */
export async function returnBooking(booking: ActedBooking, recordId: number | null): Promise<boolean> {
  const text = named(booking, '自動登録失敗に戻し');
  const done = await act(
    { text, ids: recordId === null ? [booking.id] : [booking.id, recordId] },
    (guards) => api.returnToAutoFail(booking.id, guards),
    booking.version,
  );
  if (!done) return false;
  if (isOpenHere(booking)) resetForm();
  await liveSession.applyOwnWrite(null);
  await showAlert(END_TEXTS.return.done);
  return true;
}
