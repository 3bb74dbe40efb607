import { Button, Callout } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { useRef, useState } from 'react';
import { type ActedBooking, checkIn, checkOut } from '../booking/booking-actions.js';
import { actionsOf } from '../booking/form-mode.js';
import { CheckOutQuestion } from '../check-out/CheckOutQuestion.js';
import { concernsOf } from '../check-out/check-out.js';
import { PaymentForm } from '../payment/PaymentForm.js';
import { dueOf } from '../payment/payment-due.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { panelFocusAtom } from '../shared/open-panel.js';
import { store } from '../shared/store.js';

type ActionProps = { booking: ReservationData; acted: ActedBooking; today: Day };

type PrimaryButtonProps = { text: string; disabled?: boolean; onClick: () => void };

/** The large button for what is done next; it takes the focus first. */
export function PrimaryButton(props: PrimaryButtonProps) {
  return <Button className="primary-action" intent="primary" size="large" fill {...props} />;
}

/** Does something once, however often it is asked for; then the focus goes to what is next. */
function useOnce(): [busy: boolean, run: (work: () => Promise<unknown>) => Promise<void>] {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    // Two presses may come before the next drawing.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
    store.set(panelFocusAtom, true);
  };
  return [busy, run];
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
  const text = `${borderRoom}号室は${in_house.guest_name_1}がまだチェックアウトしていません。`;
  return { text, isFinal: false };
}

function CheckIn(props: ActionProps) {
  const { booking, acted, today } = props;
  const [step, setStep] = useState<'stopped' | 'paying' | null>(null);
  const [busy, run] = useOnce();
  const obstacle = checkInObstacle(booking, today);
  const owes = booking.payment_flag === 0 && dueOf(booking) > 0;
  const press = () => {
    if (obstacle && (obstacle.isFinal || step !== 'stopped')) setStep('stopped');
    else if (owes) setStep('paying');
    else void run(() => checkIn(acted));
  };
  if (step === 'paying') {
    // Once done nothing is asked any more, also when it is taken back at once.
    const enter = (payBy: number | null) => run(async () => (await checkIn(acted, payBy)) && setStep(null));
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

function CheckOut({ booking, acted, today }: ActionProps) {
  const [asked, setAsked] = useState(false);
  const [busy, run] = useOnce();
  const concerns = concernsOf(booking, today);
  const close = () => {
    setAsked(false);
    store.set(panelFocusAtom, true);
  };
  if (asked && concerns) {
    return (
      <CheckOutQuestion
        record={booking}
        concerns={concerns}
        onAnswer={(way) => run(async () => (await checkOut(acted, way)) && setAsked(false))}
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
export function PrimaryAction(props: ActionProps) {
  const can = actionsOf({ kind: 'edit', booking: props.booking });
  if (can.checkIn) return <CheckIn {...props} />;
  return can.checkOut ? <CheckOut {...props} /> : null;
}
