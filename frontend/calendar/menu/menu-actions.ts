import { bookingText } from '@domain/calendar/stay-text.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { formAtom } from '../../booking/form.js';
import { editedId } from '../../booking/form-mode.js';
import { mergeForeignChange, resetForm } from '../../booking/open-form.js';
import { checkInText, checkOutText } from '../../check-out/check-out.js';
import * as api from '../../shared/api/booking-api.js';
import type { WriteGuards } from '../../shared/api/request.js';
import type { ShownBooking } from '../../shared/calendar-data/calendar-snapshot.js';
import { askConfirm, showAlert } from '../../shared/dialogs.js';
import { liveSession } from '../../shared/live/live-session.js';
import { act } from '../../shared/operations.js';
import { store } from '../../shared/store.js';
import { placeOf } from '../gestures/proposal.js';

const isOpenHere = ({ id }: ShownBooking) => editedId(store.get(formAtom).mode) === id;

/** Makes one change of a booking, and updates the open form with it. */
async function change(
  booking: ShownBooking,
  text: string,
  work: (guards: WriteGuards) => Promise<BookingRecord>,
): Promise<void> {
  const what = { text: `${booking.roomNumber} ${booking.record.guest_name_1} ${text}`, ids: [booking.id] };
  const record = await act(what, work, booking.version);
  if (!record) return;
  await liveSession.applyOwnWrite(record);
  if (isOpenHere(booking)) await mergeForeignChange();
}

/** Checks the guest out in this way. */
export function checkOut(booking: ShownBooking, way: api.CheckOutWay): Promise<void> {
  return change(booking, checkOutText(way.payBy), (guards) => api.checkOut(booking.id, way, guards));
}

/** Checks in, or takes a check-in or check-out back. */
export function changeStay(
  booking: ShownBooking,
  entry: 'check-in' | 'revert-check-in' | 'revert-check-out',
): Promise<void> {
  const { id, record } = booking;
  switch (entry) {
    case 'check-in':
      return change(booking, checkInText(record), (guards) => api.checkIn(id, guards));
    case 'revert-check-in':
      return change(booking, 'チェックインを取り消し', (guards) => api.revertStayAct(id, 'check-in', guards));
    case 'revert-check-out':
      return change(booking, 'チェックアウトを取り消し', (guards) =>
        api.revertStayAct(id, 'check-out', guards),
      );
    default:
      return entry satisfies never;
  }
}

/** Records that a booking is paid in a way, or that it is not. */
export function pay(booking: ShownBooking, paymentType: number | null, paymentFlag: 0 | 1): Promise<void> {
  const payment = { payment_type: paymentType, payment_flag: paymentFlag };
  const text = paymentFlag === 1 ? '支払済に変更' : '未払いに変更';
  return change(booking, text, (guards) => api.recordPayment(booking.id, payment, guards));
}

/** 予約取消, once confirmed (spec 8). */
export async function cancel(booking: ShownBooking): Promise<void> {
  const { id, version, roomNumber, record } = booking;
  const subject = bookingText(roomNumber, record.guest_name_1, placeOf(booking).stay);
  if (!(await askConfirm('この予約を取り消します。よろしいですか？', '予約取消の確認', subject))) return;
  const what = { text: `${roomNumber} ${record.guest_name_1} 予約を取り消し`, ids: [id] };
  const done = await act(what, async (guards) => ({ answer: await api.cancelBooking(id, guards) }), version);
  if (!done) return;
  if (isOpenHere(booking)) resetForm();
  await liveSession.applyOwnWrite(null);
  await showAlert('予約がキャンセルされました');
}
