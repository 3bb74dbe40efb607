import type { BookingRecord } from '@wire/booking-record.js';
import { cancelBooking, doStayAct, recordPayment, revertStayAct } from '../../api/booking-api.js';
import type { WriteGuards } from '../../api/request.js';
import { editedId } from '../../form/form-mode.js';
import { act } from '../../state/acts.js';
import { askConfirm, showAlert } from '../../state/dialogs.js';
import { formAtom } from '../../state/form.js';
import { mergeForeignChange, resetForm } from '../../state/open-form.js';
import { wrote } from '../../state/session.js';
import type { ShownBooking } from '../../state/shown-booking.js';
import { store } from '../../state/store.js';
import { MENU_TEXTS } from './menu-entries.js';

const isOpenHere = ({ id }: ShownBooking) => editedId(store.get(formAtom).mode) === id;

/** Makes one change of a booking; what is open in the form goes on with it. */
async function change(
  booking: ShownBooking,
  text: string,
  work: (guards: WriteGuards) => Promise<BookingRecord>,
): Promise<void> {
  const said = `${booking.roomNumber} ${booking.record.guest_name_1} ${text}`;
  const record = await act(said, work, booking.version);
  if (!record) return;
  await wrote(record);
  if (isOpenHere(booking)) await mergeForeignChange();
}

/** Checks in or out, or takes that back. */
export function changeStay(
  booking: ShownBooking,
  entry: 'check-in' | 'check-out' | 'revert-check-in' | 'revert-check-out',
): Promise<void> {
  const { id } = booking;
  switch (entry) {
    case 'check-in':
    case 'check-out':
      return change(booking, MENU_TEXTS[entry], (guards) => doStayAct(id, entry, guards));
    case 'revert-check-in':
      return change(booking, 'チェックインの取り消し', (guards) => revertStayAct(id, 'check-in', guards));
    case 'revert-check-out':
      return change(booking, 'チェックアウトの取り消し', (guards) => revertStayAct(id, 'check-out', guards));
    default:
      return entry satisfies never;
  }
}

/** Records that a booking is paid in a way, or that it is not. */
export function pay(booking: ShownBooking, paymentType: number | null, paymentFlag: 0 | 1): Promise<void> {
  const payment = { payment_type: paymentType, payment_flag: paymentFlag };
  const text = paymentFlag === 1 ? '支払済に変更' : '未払いに変更';
  return change(booking, text, (guards) => recordPayment(booking.id, payment, guards));
}

/** 予約取消, once confirmed (spec 8). */
export async function cancel(booking: ShownBooking): Promise<void> {
  const { id, version, roomNumber, record } = booking;
  if (!(await askConfirm('この予約を取り消します。よろしいですか？', '予約取消の確認'))) return;
  const text = `${roomNumber} ${record.guest_name_1} 予約取消`;
  const done = await act(text, async (guards) => ({ answer: await cancelBooking(id, guards) }), version);
  if (!done) return;
  if (isOpenHere(booking)) resetForm();
  await wrote(null);
  await showAlert('予約がキャンセルされました');
}
