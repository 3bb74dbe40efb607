import './verb-question.css';
import { Button } from '@blueprintjs/core';
import { dayText, yenText } from '@domain/calendar/stay-text.js';
import type { OpenCancellationFee, SentCancellationFee } from '@wire/cancellation-fee.js';
import { useEffect, useRef, useState } from 'react';
import { chargeCancellationFee } from '../shared/api/booking-api.js';
import { useSending } from '../shared/ui/sending.js';
import type { ActedBooking } from './booking-actions.js';
import { changeBooking } from './booking-actions.js';
import { CancellationFeeFields } from './CancellationFeeFields.js';
import { type FeeProposal, feeErrors, proposedEntries, sentFees } from './cancellation-fee.js';
import { useOpenFees } from './open-fees.js';

/** The reason of a waiver for which staff typed none. */
const WAIVED = '予約元の取消のため請求しない';

/** The fee of a booking that its source cancelled, charged or waived in one step; nothing where none is to be decided. */
export function OpenFee({ booking }: { booking: ActedBooking }) {
  const open = useOpenFees().find(({ booking_id }) => booking_id === booking.id);
  return open ? <OpenFeeForm key={open.amount} open={open} booking={booking} /> : null;
}

const proposalOf = (open: OpenCancellationFee): FeeProposal => ({
  id: open.booking_id,
  roomNumber: open.room_number,
  amount: open.amount,
  most: open.total_fee,
  taxRate: open.tax_rate,
  ruleName: open.rule_name,
});

function OpenFeeForm({ open, booking }: { open: OpenCancellationFee; booking: ActedBooking }) {
  const fees = [proposalOf(open)];
  const [entered, setEntered] = useState(() => proposedEntries(fees));
  const [errors, setErrors] = useState<ReturnType<typeof feeErrors> | null>(null);
  const { isSending, send } = useSending();
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (errors) content.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const settle = (fee: SentCancellationFee, text: string) =>
    send(() => changeBooking(booking, { text }, (guards) => chargeCancellationFee(booking.id, fee, guards)));
  const charge = () => {
    const found = feeErrors(fees, entered);
    if (found.amount || found.reason) return setErrors(found);
    const fee = sentFees(fees, entered).get(booking.id);
    if (fee) void settle(fee, `キャンセル料 ${yenText(fee.cancellation_fee ?? 0)}を記録`);
  };
  const waive = () => {
    const reason = entered.reason.trim() || WAIVED;
    void settle({ cancellation_fee: 0, cancellation_fee_reason: reason }, 'キャンセル料を請求しないことに');
  };
  return (
    <section className="verb-question stack" aria-label="キャンセル料の確認" ref={content}>
      <p className="message-text">
        {`${open.booking_source}で${dayText(open.cancelled_on)}に取り消されました。キャンセル規定により ${yenText(open.amount)} を請求できます。`}
      </p>
      <CancellationFeeFields fees={fees} entered={entered} errors={errors} onEntered={setEntered} />
      <div className="verb-choices">
        <Button intent="primary" text="キャンセル料を記録" loading={isSending} onClick={charge} />
        <Button text="請求しない" disabled={isSending} onClick={waive} />
      </div>
    </section>
  );
}
