import { yenText } from '@domain/calendar/stay-text.js';
import { allowedActions, mayMissStay } from '@domain/reservation/stay-actions.js';
import { atom } from 'jotai';
import { checkInText, checkOutText, concernsOf } from '../check-out/check-out.js';
import { dueOf } from '../payment/payment-due.js';
import * as api from '../shared/api/booking-api.js';
import type { WriteGuards } from '../shared/api/request.js';
import { todayAtom } from '../shared/hotel.js';
import { liveSession } from '../shared/live/live-session.js';
import { act } from '../shared/operations.js';
import { store } from '../shared/store.js';
import { type DeskBooking, takeDeskRecord } from './desk.js';
import { holdRow, openDeskPanel } from './desk-view.js';

/** The booking whose way of paying is asked for. */
export const payingAtom = atom<DeskBooking | null>(null);

/** What can be done to a booking at the desk now. */
export function deskActions(booking: DeskBooking) {
  const { checkIn, checkOut, revertCheckIn, revertCheckOut } = allowedActions({
    ...booking,
    roomMoveLock: booking.record.room_move_lock,
  });
  const paid = booking.paymentFlag === 1;
  const today = store.get(todayAtom);
  return {
    checkIn,
    checkOut,
    takeBack: revertCheckIn || revertCheckOut,
    pay: !paid,
    unpay: paid,
    noShow: booking.isNoShow === true || (today !== null && mayMissStay(booking, today)),
  };
}

async function doTo(
  { id, roomNumber, record }: DeskBooking,
  what: string,
  work: (guards: WriteGuards) => Promise<api.SavedBooking>,
): Promise<boolean> {
  const text = [roomNumber, record.guest_name_1, what].filter(Boolean).join(' ');
  const saved = await act({ text, ids: [id] }, work, record.version);
  if (!saved) return false;
  holdRow(id);
  takeDeskRecord(saved);
  await liveSession.applyOwnWrite(saved);
  return true;
}

/** Checks the guest in, today. */
export async function checkIn(booking: DeskBooking): Promise<void> {
  if (!deskActions(booking).checkIn) return;
  await doTo(booking, checkInText(booking.record, null), (guards) => api.checkIn(booking.id, null, guards));
}

/** Checks the guest out, today; of a stay that is unpaid or not over the panel asks first. Whether it was done. */
export async function checkOut(booking: DeskBooking): Promise<boolean> {
  const today = store.get(todayAtom);
  if (!today || !deskActions(booking).checkOut) return false;
  if (concernsOf(booking.record, today)) {
    openDeskPanel(booking.id);
    return false;
  }
  const way = { payBy: null, freeNights: false };
  return doTo(booking, checkOutText(null), (guards) => api.checkOut(booking.id, way, guards));
}

/** Marks the guest as a no-show, or takes that back. */
export async function toggleNoShow(booking: DeskBooking): Promise<void> {
  if (!deskActions(booking).noShow) return;
  const isNoShow = !booking.isNoShow;
  const text = isNoShow ? 'ノーショーに変更' : 'ノーショーを取り消し';
  await doTo(booking, text, (guards) => api.setNoShow(booking.id, isNoShow, guards));
}

/** Takes the check-out back, or the check-in when there was no check-out. */
export async function revertStayStep(booking: DeskBooking): Promise<void> {
  if (!deskActions(booking).takeBack) return;
  const [path, name] =
    booking.checkoutDate === null
      ? (['check-in', 'チェックインを取り消し'] as const)
      : (['check-out', 'チェックアウトを取り消し'] as const);
  await doTo(booking, name, (guards) => api.revertStayAct(booking.id, path, guards));
}

/** Notes that a stay is paid in the way that is set; when none is, it is asked for. */
export async function pay(booking: DeskBooking): Promise<void> {
  if (!deskActions(booking).pay) return;
  if (booking.record.payment_type === null) store.set(payingAtom, booking);
  else await payBy(booking, booking.record.payment_type);
}

/** Notes that a stay is paid in this way; the question for it stays until that is done. */
export async function payBy(booking: DeskBooking, paymentType: number): Promise<void> {
  const payment = { payment_type: paymentType, payment_flag: 1 } as const;
  const isDone = await doTo(booking, `${yenText(dueOf(booking.record))}を入金`, (guards) =>
    api.recordPayment(booking.id, payment, guards),
  );
  if (isDone) store.set(payingAtom, null);
}

/** Notes that a stay is not paid after all; the way of paying stays. */
export async function unpay(booking: DeskBooking): Promise<void> {
  if (!deskActions(booking).unpay) return;
  const payment = { payment_type: booking.record.payment_type, payment_flag: 0 } as const;
  await doTo(booking, '未払いに変更', (guards) => api.recordPayment(booking.id, payment, guards));
}
