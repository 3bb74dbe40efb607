import { Button, Callout } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { roomText } from '@domain/room/room-number.js';
import { useEffect, useRef, useState } from 'react';
import { type ActedBooking, checkIn, checkOut } from '../booking/booking-actions.js';
import { actionsOf } from '../booking/form-mode.js';
import { CheckOutQuestion } from '../check-out/CheckOutQuestion.js';
import { concernsOf } from '../check-out/check-out.js';
import { PaymentForm } from '../payment/PaymentForm.js';
import { dueOf } from '../payment/payment-due.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { paidHereAtom, panelFocusAtom } from '../shared/open-panel.js';
import { store } from '../shared/store.js';

/** Runs what changes the booking, once; `busy` until the panel shows what came of it. `acts` counts what was done so. */
type Once = {
  busy: boolean;
  acts: number;
  run: (work: () => Promise<unknown>, payBy?: number | null) => Promise<void>;
};

type ActionProps = { booking: ReservationData; acted: ActedBooking; today: Day; once: Once };

type PrimaryButtonProps = { text: string; disabled?: boolean; onClick: () => void };

/** The large button for what is done next; it takes the focus first. */
export function PrimaryButton(props: PrimaryButtonProps) {
  return <Button className="primary-action" intent="primary" size="large" fill {...props} />;
}

/**
 * Does something with a booking once, however often it is asked for, until the panel shows another version of it; then the
 * focus goes to what follows. What was refused can be tried again.
 */
function useOnce({ id, version }: ReservationData): Once {
  const running = useRef(false);
  const [doneAt, setDoneAt] = useState<number | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [acts, setActs] = useState(0);
  useEffect(() => {
    if (doneAt === null || doneAt === version) return;
    setDoneAt(null);
    setActs((count) => count + 1);
    store.set(panelFocusAtom, 'next');
  }, [doneAt, version]);
  const run = async (work: () => Promise<unknown>, payBy: number | null = null) => {
    // Two presses may come before the next drawing.
    if (running.current || doneAt === version) return;
    running.current = true;
    setRunning(true);
    try {
      if (await work()) {
        setDoneAt(version);
        if (payBy !== null) store.set(paidHereAtom, id);
      } else store.set(panelFocusAtom, 'first');
    } finally {
      running.current = false;
      setRunning(false);
    }
  };
  return { busy: isRunning || doneAt === version, acts, run };
}

/** What keeps a guest from being checked in today; `isFinal` when staff cannot go on all the same. */
export function checkInObstacle(
  { stay_start, stay_end, borderRoom, in_house }: ReservationData,
  today: Day,
): { text: string; isFinal: boolean } | null {
  if (today < stay_start)
    return { text: `チェックインは${dayText(stay_start)}からできます。`, isFinal: true };
  if (today > stay_end) return { text: '宿泊期間が過ぎています。日付を変更してください。', isFinal: true };
  if (in_house === null) return null;
  const text = `${roomText(borderRoom)}は${in_house.guest_name_1}様がまだチェックアウトしていません。`;
  return { text, isFinal: false };
}

function CheckIn({ booking, acted, today, once: { busy, run } }: ActionProps) {
  const [step, setStep] = useState<'stopped' | 'paying' | null>(null);
  const obstacle = checkInObstacle(booking, today);
  const owes = booking.payment_flag === 0 && dueOf(booking) > 0;
  const press = () => {
    if (obstacle && (obstacle.isFinal || step !== 'stopped')) setStep('stopped');
    else if (owes) setStep('paying');
    else void run(() => checkIn(acted));
  };
  if (step === 'paying') {
    const enter = (payBy: number | null) => run(() => checkIn(acted, payBy), payBy);
    return (
      <div className="pay-first">
        <PaymentForm booking={booking} submitText="入金してチェックイン" onPay={enter} />
        <Button text="未払いのままチェックイン" onClick={() => void enter(null)} />
      </div>
    );
  }
  const text = owes ? '入金してチェックイン' : 'チェックイン';
  return (
    <>
      <PrimaryButton
        disabled={busy}
        text={step === 'stopped' && obstacle?.isFinal === false ? `このまま${text}` : text}
        onClick={press}
      />
      {step === 'stopped' && obstacle && (
        <Callout compact intent="warning" icon={null} role="alert">
          {obstacle.text}
        </Callout>
      )}
    </>
  );
}

function CheckOut({ booking, acted, today, once: { busy, run } }: ActionProps) {
  const [asked, setAsked] = useState(false);
  const concerns = concernsOf(booking, today);
  const close = () => {
    setAsked(false);
    store.set(panelFocusAtom, 'first');
  };
  if (asked && concerns) {
    return (
      <CheckOutQuestion
        record={booking}
        concerns={concerns}
        onAnswer={(way) => run(() => checkOut(acted, way), way.payBy)}
        onClose={close}
      />
    );
  }
  return (
    <PrimaryButton
      disabled={busy}
      text={booking.payment_flag === 0 ? '精算してチェックアウト' : 'チェックアウト'}
      onClick={() =>
        concerns ? setAsked(true) : void run(() => checkOut(acted, { payBy: null, freeNights: false }))
      }
    />
  );
}

/** The one thing that is done next with a booking; it stops on what is wrong and says it there. */
export function PrimaryAction(props: Omit<ActionProps, 'once'>) {
  const { booking } = props;
  const once = useOnce(booking);
  const can = actionsOf({ kind: 'edit', booking });
  // A new key closes the question once the act is done, also when the step is undone at once.
  if (can.checkIn) return <CheckIn key={once.acts} {...props} once={once} />;
  return can.checkOut ? <CheckOut key={once.acts} {...props} once={once} /> : null;
}
