import { Button, type ButtonProps, PopoverNext } from '@blueprintjs/core';
import type { BookingRecord } from '@wire/booking-record.js';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { CheckOutQuestion } from '../check-out/CheckOutQuestion.js';
import { concernsOf } from '../check-out/check-out.js';
import { PaymentForm } from '../payment/PaymentForm.js';
import { todayAtom } from '../shared/hotel.js';
import { paymentsAtom } from '../shared/masters.js';
import { useMay } from '../shared/session-staff.js';
import { store, useValue, useWrite } from '../shared/store.js';
import { TwoLines } from '../shared/ui/DataGrid.js';
import { focusField } from '../shared/ui/focus-field.js';
import { gridRowId } from '../shared/ui/grid-focus.js';
import { KeyHint } from '../shared/ui/KeyHint.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { keyProps } from '../shared/ui/keys.js';
import { Modal } from '../shared/ui/Modal.js';
import { printCards } from './DeskPrinting.js';
import { type DeskBooking, takeDeskRecord } from './desk.js';
import {
  checkIn,
  checkOut,
  checkOutAs,
  checkOutAskedAtom,
  deskActions,
  pay,
  payingAtom,
  revertStayStep,
  unpay,
} from './desk-actions.js';
import { currentDeskRowAtom, holdRow } from './desk-view.js';

type RowAction = Pick<ButtonProps, 'intent' | 'variant'> & {
  key: KeyName;
  text: string;
  /** What the button does, when its text is short for it. */
  nameOf?: (booking: DeskBooking) => string;
  /** What must be possible; null for what only reads. */
  needs: keyof ReturnType<typeof deskActions> | null;
  run: (booking: DeskBooking) => unknown;
};

/** What can be done to a booking, by button or by key. */
export const ROW_ACTIONS: readonly RowAction[] = [
  { key: 'deskCheckIn', text: 'チェックイン', intent: 'primary', needs: 'checkIn', run: checkIn },
  { key: 'deskCheckOut', text: 'チェックアウト', needs: 'checkOut', run: checkOut },
  { key: 'deskPay', text: '支払', nameOf: () => '支払済にする', needs: 'pay', run: pay },
  {
    key: 'deskUnpay',
    text: '支払取消',
    nameOf: () => '未払いに戻す',
    variant: 'minimal',
    needs: 'unpay',
    run: unpay,
  },
  {
    key: 'deskTakeBack',
    text: '戻す',
    nameOf: ({ checkoutDate }) => (checkoutDate === null ? 'チェックイン取消' : 'チェックアウト取消'),
    variant: 'minimal',
    needs: 'takeBack',
    run: revertStayStep,
  },
  {
    key: 'deskCard',
    text: 'カード',
    nameOf: () => '宿泊カードを印刷',
    variant: 'minimal',
    needs: null,
    run: (booking) => printCards([booking]),
  },
];

type ActionProps = { action: RowAction; booking: DeskBooking; current: boolean };

function ActionButton({ action, booking, current }: ActionProps) {
  const { key, text, nameOf, intent, variant, run } = action;
  const name = nameOf?.(booking) ?? text;
  return (
    <Button
      className={`of-${key}`}
      size="small"
      {...{ intent, variant, text }}
      endIcon={<KeyHint of={key} />}
      aria-label={name}
      tabIndex={current ? 0 : -1}
      {...keyProps(key, name)}
      onClick={() => run(booking)}
    />
  );
}

/** The button that checks out, and at it the question about what is owed or left. */
function CheckOutAction(props: ActionProps) {
  const { booking } = props;
  const { id, roomNumber, record } = booking;
  const today = useValue(todayAtom);
  const isAsked = useValue(checkOutAskedAtom) === id;
  const setAsked = useWrite(checkOutAskedAtom);
  const concerns = isAsked && today ? concernsOf(record, today) : null;
  // A row that goes out of sight takes its question with it.
  useEffect(() => {
    if (isAsked) return () => setAsked(null);
  }, [isAsked, setAsked]);
  const close = () => {
    setAsked(null);
    focusDeskRow(id);
  };
  return (
    <PopoverNext
      isOpen={concerns !== null}
      onInteraction={(isOpen) => !isOpen && close()}
      placement="bottom-end"
      animation="minimal"
      transitionDuration={0}
      shouldReturnFocusOnClose={false}
      content={
        concerns ? (
          <CheckOutQuestion
            roomNumber={roomNumber}
            record={record}
            concerns={concerns}
            onAnswer={(way) => {
              close();
              void checkOutAs(booking, way);
            }}
            onClose={close}
          />
        ) : undefined
      }
      renderTarget={({ ref }) => (
        <span ref={ref}>
          <ActionButton {...props} />
        </span>
      )}
    />
  );
}

/** What can be done to a booking now, each with its key. */
export function DeskRowActions({ booking, current }: { booking: DeskBooking; current: boolean }) {
  const mayAct = useMay('desk');
  const can = deskActions(booking);
  return (
    <div className="grid-actions">
      {ROW_ACTIONS.filter(({ needs }) => needs === null || (mayAct && can[needs])).map((action) => {
        const Shown = action.key === 'deskCheckOut' ? CheckOutAction : ActionButton;
        return <Shown key={action.key} {...{ action, booking, current }} />;
      })}
    </div>
  );
}

/** Gives the row of a booking the focus. */
export function focusDeskRow(id: number): void {
  flushSync(() => store.set(currentDeskRowAtom, id));
  focusField(gridRowId('desk', id));
}

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
  const booking = useValue(payingAtom);
  const setPaying = useWrite(payingAtom);
  if (!booking) return null;
  const { id, roomNumber, record } = booking;
  return (
    <Modal title="入金" isOpen ownFocus closeText="やめる" onClose={() => setPaying(null)}>
      <p className="payment-of">{[roomNumber, record.guest_name_1].filter(Boolean).join(' ')}</p>
      <PaymentForm
        booking={record}
        roomNumber={roomNumber}
        isDialog
        onDone={(saved) => {
          setPaying(null);
          holdRow(id);
          takeDeskRecord(saved);
        }}
      />
    </Modal>
  );
}
