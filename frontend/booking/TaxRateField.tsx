import { HTMLSelect } from '@blueprintjs/core';
import type { CancellationTaxRate } from '@domain/masters/cancellation-rules.js';
import { useId } from 'react';

const RATES = [
  { value: 0, label: '不課税（損害の補填）' },
  { value: 10, label: '10%（手数料）' },
];

type TaxRateFieldProps = { value: CancellationTaxRate; onValue: (rate: CancellationTaxRate) => void };

/** The consumption tax of a fee that is kept. */
export function TaxRateField({ value, onValue }: TaxRateFieldProps) {
  const id = useId();
  return (
    <div className="cancellation-fee-row">
      <label htmlFor={id}>消費税</label>
      <HTMLSelect
        id={id}
        options={RATES}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value === '10' ? 10 : 0)}
      />
    </div>
  );
}
