import './payment.css';
import { Button, FormGroup, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core';
import { countText, yenText } from '@domain/calendar/stay-text.js';
import { halfWidth } from '@domain/typed-text.js';
import type { PaidWay } from '@wire/account.js';
import type { BookingRecord } from '@wire/booking-record.js';
import {
  type FormEvent,
  type KeyboardEvent as KeyPress,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { paymentsAtom } from '../shared/masters.js';
import { useValue } from '../shared/store.js';
import { useSending } from '../shared/ui/sending.js';
import { YenInput } from '../shared/ui/YenInput.js';
import { listenToFigures } from './figures.js';
import { dueOf } from './payment-due.js';

/** An amount as it is typed, full width and separators too; null for none. */
function yenOf(text: string): number | null {
  const digits = halfWidth(text).replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
}

/** An Enter that is still held from what opened the form pays nothing. */
function blockHeldEnter(event: KeyPress): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** The rest is left open. */
const LATER = 'later';

type RestChoiceProps = {
  ways: readonly { id: number; payment_name: string }[];
  text: string;
  value: string;
  onRest: (value: string) => void;
};

/** Enter in a list of choices pays, as it does in a field. */
function payOnEnter(event: KeyPress<HTMLSelectElement>): void {
  if (event.key !== 'Enter' || event.repeat) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Chooses the way of the rest; nothing is chosen at first, so that an amount that was mistyped pays nothing. */
function RestChoice({ ways, text, value, onRest }: RestChoiceProps) {
  const id = useId();
  return (
    <FormGroup label={text} labelFor={id}>
      <HTMLSelect
        id={id}
        value={value}
        options={[
          { value: '', label: '支払方法を選ぶ' },
          ...ways.map((one) => ({ value: one.id, label: one.payment_name })),
          { value: LATER, label: 'あとで受け取る' },
        ]}
        onChange={({ currentTarget }) => onRest(currentTarget.value)}
        onKeyDown={payOnEnter}
      />
    </FormGroup>
  );
}

type PaymentFormProps = {
  booking: BookingRecord;
  /** Text of the button. */
  submitText: string;
  /** In a dialog figures choose the way of paying wherever the focus is. */
  isDialog?: boolean;
  /** The figure that was pressed before the form was there. */
  figure?: { current: number | null };
  /**
   * Notes it as paid; `change` are the yen that are given back, null where nothing was handed over or it was exact, `ways`
   * the amounts where less was handed over: the rest by another way, or left open.
   */
  onPay: (paymentType: number, change: number | null, ways: readonly PaidWay[] | null) => Promise<unknown>;
};

/**
 * Shows what is due, takes the way of paying, and shows the change for what was handed over; Enter notes it as paid. Where less was handed over,
 * it asks how the rest is paid.
 */
export function PaymentForm({ booking, submitText, isDialog, figure, onPay }: PaymentFormProps) {
  const id = useId();
  const ways = useValue(paymentsAtom).filter((way) => way.is_retired !== 1);
  const [chosen, setChosen] = useState(() => ways[(figure?.current ?? 0) - 1]?.id ?? booking.payment_type);
  const way = chosen ?? ways[0]?.id ?? null;
  const [received, setReceived] = useState('');
  const { isSending, send } = useSending();
  const form = useRef<HTMLFormElement>(null);
  const due = dueOf(booking);
  const given = yenOf(received);
  const isShort = given !== null && given < due;
  const [rest, setRest] = useState('');
  const isRestOpen = isShort && (given === 0 || rest === '' || rest === String(way));

  const choose = useEffectEvent((pressed: number) => {
    const found = ways[pressed - 1];
    if (found) setChosen(found.id);
  });
  useLayoutEffect(() => {
    const place = isDialog ? window : form.current;
    return place ? listenToFigures(place, (pressed) => choose(pressed)) : undefined;
  }, [isDialog]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isRestOpen || way === null) return;
    const left = isShort && rest !== LATER ? [{ payment_type: Number(rest), amount: due - given }] : [];
    const parts = isShort ? [{ payment_type: way, amount: given }, ...left] : null;
    void send(() => onPay(way, given === null || given <= due ? null : given - due, parts));
  };
  return (
    <form
      ref={form}
      className="payment-form stack"
      aria-label="入金"
      noValidate
      onSubmit={onSubmit}
      onKeyDownCapture={blockHeldEnter}
    >
      <p className="payment-due">
        お支払い <strong>{yenText(due)}</strong>
        {booking.used_points > 0 && (
          <small>{`料金 ${yenText(booking.total_fee)} − ${countText(booking.used_points)}pt`}</small>
        )}
      </p>
      <RadioGroup
        label="支払方法"
        name={`${id}-way`}
        selectedValue={way ?? undefined}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      >
        {ways.map(({ id: value, payment_name }, index) => (
          <Radio key={value} value={value} autoFocus={value === way}>
            {index < 9 && (
              <span aria-hidden="true">
                <kbd className="key-hint">{index + 1}</kbd>
              </span>
            )}{' '}
            {payment_name}
          </Radio>
        ))}
      </RadioGroup>
      <FormGroup label="お預かり" labelFor={`${id}-received`}>
        <YenInput
          id={`${id}-received`}
          value={received}
          intent={isShort ? 'danger' : 'none'}
          isInvalid={isShort}
          aria-describedby={`${id}-change`}
          onValue={setReceived}
        />
      </FormGroup>
      <p className="payment-change" id={`${id}-change`} role="status" data-short={isShort || undefined}>
        {given !== null &&
          (isShort ? `${yenText(due - given)} 足りません。` : `お釣り ${yenText(given - due)}`)}
      </p>
      {isShort && given > 0 && (
        <RestChoice
          ways={ways.filter((one) => one.id !== way)}
          text={`残り ${yenText(due - given)}`}
          value={isRestOpen ? '' : rest}
          onRest={setRest}
        />
      )}
      <Button type="submit" intent="primary" text={submitText} loading={isSending} disabled={way === null} />
    </form>
  );
}
