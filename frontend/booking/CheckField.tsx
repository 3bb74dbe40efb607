import { Checkbox } from '@blueprintjs/core';
import { FIELD_LABELS } from './field-labels.js';
import { useField } from './use-field.js';

type CheckFieldProps = {
  field: 'coupon' | 'roomMoveLock' | 'nextdayOut' | 'sameAsDayBefore';
  disabled?: boolean;
};

/** A flag of the booking. */
export function CheckField({ field, disabled }: CheckFieldProps) {
  const { value, set, control } = useField(field);
  return (
    <Checkbox
      {...control}
      className="check"
      inline
      label={FIELD_LABELS[field]}
      disabled={disabled}
      checked={value === 1}
      onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
    />
  );
}
