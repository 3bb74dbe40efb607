import { InputGroup } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { roomText } from '@domain/room/room-number.js';
import { useId } from 'react';
import { YenInput } from '../shared/ui/YenInput.js';
import { type EnteredFees, type FeeProposal, type feeErrors, isReduced } from './cancellation-fee.js';
import { TaxRateField } from './TaxRateField.js';

type CancellationFeeFieldsProps = {
  fees: readonly FeeProposal[];
  entered: EnteredFees;
  /** Texts for the fields once staff tried to go on; null before. */
  errors: ReturnType<typeof feeErrors> | null;
  onEntered: (entered: EnteredFees) => void;
};

/** The fee that the hotel's rules propose, of each room: it can be changed, and waived with a reason. */
export function CancellationFeeFields({ fees, entered, errors, onEntered }: CancellationFeeFieldsProps) {
  const id = useId();
  const { amounts, taxRate, reason } = entered;
  const name = (fee: FeeProposal) =>
    fees.length > 1 ? `キャンセル料 ${roomText(fee.roomNumber)}` : 'キャンセル料';
  const isWrong = (fee: FeeProposal) => errors?.amount?.id === fee.id;
  return (
    <fieldset className="cancellation-fee stack">
      <legend className="visually-hidden">キャンセル料</legend>
      {fees.map((fee) => (
        <div key={fee.id} className="cancellation-fee-row">
          <label htmlFor={`${id}-${fee.id}`}>{name(fee)}</label>
          <YenInput
            id={`${id}-${fee.id}`}
            isInvalid={isWrong(fee)}
            aria-describedby={isWrong(fee) ? `${id}-amount-error` : undefined}
            value={amounts[fee.id] ?? ''}
            onValue={(text) => onEntered({ ...entered, amounts: { ...amounts, [fee.id]: text } })}
          />
          <span className="soft">{`規定「${fee.ruleName}」 ${yenText(fee.amount)}`}</span>
        </div>
      ))}
      {errors?.amount && (
        <p className="field-error" id={`${id}-amount-error`} role="alert">
          {errors.amount.text}
        </p>
      )}
      <TaxRateField value={taxRate} onValue={(rate) => onEntered({ ...entered, taxRate: rate })} />
      {isReduced(fees, entered) && (
        <div className="cancellation-fee-row">
          <label htmlFor={`${id}-reason`}>減額の理由</label>
          <InputGroup
            id={`${id}-reason`}
            size="small"
            autoComplete="off"
            maxLength={100}
            aria-required
            aria-invalid={errors?.reason ? true : undefined}
            aria-describedby={errors?.reason ? `${id}-reason-error` : undefined}
            value={reason}
            onValueChange={(text) => onEntered({ ...entered, reason: text })}
          />
        </div>
      )}
      {errors?.reason && (
        <p className="field-error" id={`${id}-reason-error`} role="alert">
          {errors.reason}
        </p>
      )}
    </fieldset>
  );
}
