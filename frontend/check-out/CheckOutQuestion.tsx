import { Button, Checkbox } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import type { CheckOutConcerns } from '@domain/reservation/stay-actions.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { PaymentForm } from '../payment/PaymentForm.js';
import type { CheckOutWay } from '../shared/api/booking-api.js';
import './check-out.css';

/** Keys of the question do not reach what is around it, but for Escape. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== 'Escape') event.stopPropagation();
}

type CheckOutQuestionProps = {
  /** Left out where the booking's head stands above. */
  roomNumber?: string;
  record: BookingRecord;
  concerns: CheckOutConcerns;
  onAnswer: (way: CheckOutWay) => Promise<unknown>;
  onClose: () => void;
};

/**
 * Asks about a check-out of an unpaid or unfinished stay. The focus is on the payment of a stay that is over; else on the
 * choice that changes nothing.
 */
export function CheckOutQuestion({ roomNumber, record, concerns, onAnswer, onClose }: CheckOutQuestionProps) {
  const { isUnpaid, nightsLeft, freeableNights } = concerns;
  const [freeNights, setFreeNights] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  const isOver = nightsLeft === 0;
  useLayoutEffect(() => {
    if (!isOver) closeButton.current?.focus({ preventScroll: true });
  }, [isOver]);
  const answer = (payBy: number | null) => onAnswer({ payBy, freeNights });
  return (
    <div
      role="dialog"
      aria-label="チェックアウトの確認"
      className="check-out-question stack"
      onKeyDown={keepKeys}
    >
      {roomNumber !== undefined && (
        <p>{[roomNumber, record.guest_name_1, 'チェックアウト'].filter(Boolean).join(' ')}</p>
      )}
      {!isOver && (
        <p className="concern">
          残り{nightsLeft}泊（～{dayText(record.stay_end)}）
        </p>
      )}
      {freeableNights > 0 && (
        <Checkbox
          label={`残り${freeableNights}泊を空室に戻す`}
          checked={freeNights}
          onChange={({ currentTarget }) => setFreeNights(currentTarget.checked)}
        />
      )}
      {isUnpaid && <PaymentForm booking={record} submitText="精算してチェックアウト" onPay={answer} />}
      <div className="check-out-buttons">
        <Button
          text={isUnpaid ? '未払いのままチェックアウト' : 'チェックアウト'}
          onClick={() => void answer(null)}
        />
        <Button ref={closeButton} text="やめる" onClick={onClose} />
      </div>
    </div>
  );
}
