import { Checkbox, HTMLSelect } from '@blueprintjs/core';
import { yenText } from '@domain/calendar/stay-text.js';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { paymentsAtom } from '../shared/masters.js';
import { useValue } from '../shared/store.js';
import { isComposing } from '../shared/ui/composing-enter.js';
import { YenInput } from '../shared/ui/YenInput.js';
import { freedText, type Leaving, type LeavingEntries, settled } from './leaving.js';
import { TaxRateField } from './TaxRateField.js';

type LeavingFieldsProps = {
  leaving: Leaving;
  entered: LeavingEntries;
  error: string | null;
  onEntered: (entered: LeavingEntries) => void;
  onSubmit: () => void;
};

/** Returns the sum that is left once the guest has gone, in words. */
function resultText(leaving: Leaving, entered: LeavingEntries): string {
  const { due, refund } = settled(leaving, entered);
  const back = refund > 0 ? `返金 ${yenText(refund)}` : '返金はありません';
  if (due > 0) return `${back}・お支払いの残り ${yenText(due)}`;
  return due < 0 ? `${back}・返していない金額 ${yenText(-due)}` : back;
}

/** The way by which the money of nights not slept is given back. */
function RefundField({
  id,
  entered,
  onEntered,
}: Pick<LeavingFieldsProps, 'entered' | 'onEntered'> & { id: string }) {
  const ways = useValue(paymentsAtom).filter(({ kind }) => kind !== '請求書' && kind !== '事前決済');
  const options = [
    { value: 'came', label: '受け取った方法で返金' },
    ...ways.map(({ id: way, payment_name }) => ({ value: String(way), label: `${payment_name}で返金` })),
    { value: 'none', label: '返金しない' },
  ];
  const choose = (value: string) =>
    onEntered({ ...entered, refundBy: value === 'came' || value === 'none' ? value : Number(value) });
  return (
    <div className="cancellation-fee-row">
      <label htmlFor={id}>返金</label>
      <HTMLSelect
        id={id}
        options={options}
        value={String(entered.refundBy)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </div>
  );
}

/** The fee that is kept for the nights not slept, and its tax. */
function FeeFields({ leaving, entered, error, onEntered }: Omit<LeavingFieldsProps, 'onSubmit'>) {
  const id = useId();
  return (
    <>
      <div className="cancellation-fee-row">
        <label htmlFor={`${id}-fee`}>手数料</label>
        <YenInput
          id={`${id}-fee`}
          isInvalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          value={entered.fee}
          onValue={(fee) => onEntered({ ...entered, fee })}
        />
        {leaving.ruleName !== null && (
          <span className="soft">{`規定「${leaving.ruleName}」 ${yenText(leaving.fee)}`}</span>
        )}
      </div>
      {error !== null && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <TaxRateField value={entered.taxRate} onValue={(taxRate) => onEntered({ ...entered, taxRate })} />
    </>
  );
}

/** The nights that become free and the money of them; the fee has the focus, Enter in a field goes on. */
export function LeavingFields({ onSubmit, ...props }: LeavingFieldsProps) {
  const { leaving, entered, onEntered } = props;
  const { unslept, tax, isPrepaid } = leaving;
  const id = useId();
  const first = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const fee = first.current?.querySelector<HTMLInputElement>('input:not([type="checkbox"])');
    (fee ?? first.current?.querySelector('input'))?.focus();
    fee?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onSubmit();
  };
  const taxText = tax > 0 ? `＋宿泊税 ${yenText(tax)}` : '';
  return (
    <fieldset className="cancellation-fee stack" ref={first} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">早期出発</legend>
      <div className="cancellation-fee-row">
        <span>空室に戻す泊</span>
        <span>{freedText(unslept)}</span>
      </div>
      <div className="cancellation-fee-row">
        <span>その泊の料金</span>
        <span>{`${yenText(unslept.price)}${taxText}`}</span>
      </div>
      {isPrepaid && <p className="soft">事前決済の料金は、予約サイトから返金されます。</p>}
      <Checkbox
        label="料金から差し引く"
        checked={entered.lowersFee}
        onChange={({ currentTarget }) => onEntered({ ...entered, lowersFee: currentTarget.checked })}
      />
      {entered.lowersFee && <FeeFields {...props} />}
      <RefundField id={`${id}-refund`} entered={entered} onEntered={onEntered} />
      <Checkbox
        label="チェックアウトする"
        checked={entered.checksOut}
        onChange={({ currentTarget }) => onEntered({ ...entered, checksOut: currentTarget.checked })}
      />
      <p role="status">{resultText(leaving, entered)}</p>
    </fieldset>
  );
}
