import { Button, Callout, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { dayText, yenText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { amountDue } from '@domain/reservation/stay-actions.js';
import { useState } from 'react';
import { type ActedBooking, checkIn, checkInPaid, checkOut } from '../booking/booking-actions.js';
import { actionsOf } from '../booking/form-mode.js';
import { CheckOutQuestion } from '../check-out/CheckOutQuestion.js';
import { concernsOf } from '../check-out/check-out.js';
import type { ReservationData } from '../shared/api/booking-api.js';
import { paymentsAtom } from '../shared/masters.js';
import { panelFocusAtom } from '../shared/open-panel.js';
import { store, useValue } from '../shared/store.js';

type ActionProps = { booking: ReservationData; acted: ActedBooking; today: Day };

/** Does something once, however often it is asked for; then the focus goes to what is next. */
function useOnce(): [busy: boolean, run: (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    await work();
    setBusy(false);
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

/** How the stay is paid, before the guest is checked in. */
function PayFirst({ booking, acted, onPaid }: ActionProps & { onPaid: (type: number | null) => void }) {
  const payments = useValue(paymentsAtom).filter(({ is_retired }) => is_retired !== 1);
  const [paymentType, setPaymentType] = useState(booking.payment_type ?? payments[0]?.id ?? null);
  return (
    <div className="pay-first">
      <FormGroup label="支払方法" labelFor="pay-first-type">
        <HTMLSelect
          id="pay-first-type"
          autoFocus
          value={paymentType ?? ''}
          onChange={({ currentTarget }) => setPaymentType(Number(currentTarget.value) || null)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (paymentType !== null) onPaid(paymentType);
          }}
          options={payments.map(({ id, payment_name }) => ({ value: id, label: payment_name }))}
        />
      </FormGroup>
      <Button
        intent="primary"
        text={`${yenText(acted.record.total_fee)}を入金してチェックイン`}
        disabled={paymentType === null}
        onClick={() => onPaid(paymentType)}
      />
      <Button text="未払いのままチェックイン" onClick={() => onPaid(null)} />
    </div>
  );
}

function CheckIn(props: ActionProps) {
  const { booking, acted, today } = props;
  const [step, setStep] = useState<'stopped' | 'paying' | null>(null);
  const [busy, run] = useOnce();
  const obstacle = checkInObstacle(booking, today);
  const owes =
    booking.payment_flag === 0 &&
    amountDue({ totalFee: booking.total_fee, usedPoints: booking.used_points }) > 0;
  const press = () => {
    if (obstacle && (obstacle.isFinal || step !== 'stopped')) setStep('stopped');
    else if (owes) setStep('paying');
    else void run(() => checkIn(acted));
  };
  if (step === 'paying') {
    const onPaid = (type: number | null) =>
      void run(() => (type === null ? checkIn(acted) : checkInPaid(acted, type)));
    return <PayFirst {...props} onPaid={onPaid} />;
  }
  const text = owes ? '入金してチェックイン' : 'チェックイン';
  return (
    <>
      <Button
        className="primary-action"
        intent="primary"
        size="large"
        fill
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
        roomNumber={acted.roomNumber}
        record={booking}
        concerns={concerns}
        onAnswer={(way) => {
          setAsked(false);
          void run(() => checkOut(acted, way));
        }}
        onClose={close}
      />
    );
  }
  return (
    <Button
      className="primary-action"
      intent="primary"
      size="large"
      fill
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
