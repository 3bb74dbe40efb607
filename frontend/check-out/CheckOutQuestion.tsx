import { Button, Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { dayText, yenText } from '@domain/calendar/stay-text.js';
import type { CheckOutConcerns } from '@domain/reservation/stay-actions.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { CheckOutWay } from '../shared/api/booking-api.js';
import { paymentsAtom } from '../shared/masters.js';
import { useValue } from '../shared/store.js';
import './check-out.css';

const PAYMENT_ID = 'check-out-payment';

/** Keys of the question do not reach what is around it, but for Escape. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== 'Escape') event.stopPropagation();
}

type CheckOutQuestionProps = {
  roomNumber: string;
  record: BookingRecord;
  concerns: CheckOutConcerns;
  onAnswer: (way: CheckOutWay) => void;
  onClose: () => void;
};

/** Asks about a check-out of an unpaid or unfinished stay; the focus is on the choice that changes nothing. */
export function CheckOutQuestion({ roomNumber, record, concerns, onAnswer, onClose }: CheckOutQuestionProps) {
  const { owed, nightsLeft, freeableNights } = concerns;
  const payments = useValue(paymentsAtom).filter(({ is_retired }) => is_retired !== 1);
  const [paymentType, setPaymentType] = useState(record.payment_type);
  const [freeNights, setFreeNights] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    closeButton.current?.focus({ preventScroll: true });
  }, []);
  const answer = (payBy: number | null) => onAnswer({ payBy, freeNights });
  return (
    <div role="dialog" aria-label="チェックアウトの確認" className="check-out-question" onKeyDown={keepKeys}>
      <p>{[roomNumber, record.guest_name_1, 'チェックアウト'].filter(Boolean).join(' ')}</p>
      {owed !== null && <p className="concern">{yenText(owed)} 未払い</p>}
      {nightsLeft > 0 && (
        <p className="concern">
          残り{nightsLeft}泊（～{dayText(record.stay_end)}）
        </p>
      )}
      {owed !== null && record.payment_type === null && (
        <FormGroup label="支払方法" labelFor={PAYMENT_ID}>
          <HTMLSelect
            id={PAYMENT_ID}
            value={paymentType ?? ''}
            onChange={({ currentTarget }) => setPaymentType(Number(currentTarget.value) || null)}
            options={[
              { value: '', label: '選択してください' },
              ...payments.map(({ id, payment_name }) => ({ value: id, label: payment_name })),
            ]}
          />
        </FormGroup>
      )}
      {freeableNights > 0 && (
        <Checkbox
          label={`残り${freeableNights}泊を空室に戻す`}
          checked={freeNights}
          onChange={({ currentTarget }) => setFreeNights(currentTarget.checked)}
        />
      )}
      <div className="check-out-buttons">
        {owed !== null && (
          <Button
            intent="primary"
            text="精算してチェックアウト"
            disabled={paymentType === null}
            onClick={() => answer(paymentType)}
          />
        )}
        <Button
          text={owed === null ? 'チェックアウト' : '未払いのままチェックアウト'}
          onClick={() => answer(null)}
        />
        <Button ref={closeButton} text="やめる" onClick={onClose} />
      </div>
    </div>
  );
}
