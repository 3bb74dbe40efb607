import { isDone } from '@domain/calendar/front-desk.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { listenToFigures, PaymentForm } from '../payment/PaymentForm.js';
import { paymentsAtom } from '../shared/masters.js';
import { store, useValue, useWrite } from '../shared/store.js';
import { TwoLines } from '../shared/ui/DataGrid.js';
import { focusField } from '../shared/ui/focus-field.js';
import { gridRowId } from '../shared/ui/grid-focus.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { Modal } from '../shared/ui/Modal.js';
import { printCards } from './DeskPrinting.js';
import { type DeskBooking, deskBookingsAtom } from './desk.js';
import {
  checkIn,
  checkOut,
  type deskActions,
  pay,
  payBy,
  payingAtom,
  revertStayStep,
  toggleNoShow,
  unpay,
} from './desk-actions.js';
import { currentDeskRowAtom, deskRowsAtom, shownListAtom } from './desk-view.js';

/** Gives the row of a booking the focus. */
export function focusDeskRow(id: number): void {
  flushSync(() => store.set(currentDeskRowAtom, id));
  focusField(gridRowId('desk', id));
}

/** Checks the guest out; the next row with something to do has the focus then, unless that has moved on. */
async function checkOutAndGoOn(booking: DeskBooking): Promise<void> {
  if (!(await checkOut(booking))) return;
  const [rows, list] = [store.get(deskRowsAtom), store.get(shownListAtom)];
  const below = rows.slice(rows.findIndex(({ id }) => id === booking.id) + 1);
  const next = below.find((row) => !isDone(list, row));
  const hasStayed = document.activeElement?.id === gridRowId('desk', booking.id);
  if (next && hasStayed) focusDeskRow(next.id);
}

/** What is done to a booking by a key of its row; `needs` is what must be possible, null for what only reads. */
export const ROW_KEYS: readonly {
  key: KeyName;
  needs: keyof ReturnType<typeof deskActions> | null;
  run: (booking: DeskBooking) => unknown;
}[] = [
  { key: 'deskCheckIn', needs: 'checkIn', run: checkIn },
  { key: 'deskCheckOut', needs: 'checkOut', run: checkOutAndGoOn },
  { key: 'deskPay', needs: 'pay', run: pay },
  { key: 'deskUnpay', needs: 'unpay', run: unpay },
  { key: 'deskTakeBack', needs: 'takeBack', run: revertStayStep },
  { key: 'deskNoShow', needs: 'noShow', run: toggleNoShow },
  { key: 'deskCard', needs: null, run: (booking) => printCards([booking]) },
];

/** Whether a stay is paid, and how. */
export function DeskPayment({ record }: { record: BookingRecord }) {
  const payments = useValue(paymentsAtom);
  const way = payments.find(({ id }) => id === record.payment_type)?.payment_name ?? '';
  return (
    <div data-unpaid={record.payment_flag === 0 || undefined}>
      <TwoLines first={record.payment_flag === 1 ? '済' : '未払い'} second={way} tooltip={way} />
    </div>
  );
}

/** Asks how a stay was paid and works out the change, when no way of paying is set. */
export function PaymentDialog() {
  const asked = useValue(payingAtom);
  // As it is now: a check-in may have been under way when it was asked for.
  const booking = useValue(deskBookingsAtom)?.find(({ id }) => id === asked?.id) ?? asked;
  const setPaying = useWrite(payingAtom);
  const figure = useRef<number | null>(null);
  const isAsked = asked !== null;
  // The dialog draws its content a moment after it is asked for; a figure may come before.
  useLayoutEffect(() => {
    figure.current = null;
    if (!isAsked) return;
    return listenToFigures(window, (pressed) => {
      figure.current = pressed;
    });
  }, [isAsked]);
  if (!booking) return null;
  const { roomNumber, record } = booking;
  return (
    <Modal title="入金" isOpen ownFocus closeText="やめる" onClose={() => setPaying(null)}>
      <p className="payment-of">{[roomNumber, record.guest_name_1].filter(Boolean).join(' ')}</p>
      <PaymentForm
        booking={record}
        submitText="入金済みにする"
        isDialog
        figure={figure}
        onPay={(way) => payBy(booking, way)}
      />
    </Modal>
  );
}
