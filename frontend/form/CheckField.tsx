import { Checkbox } from '@blueprintjs/core';
import { useField } from './use-field.js';

type CheckFieldProps = {
  field: 'coupon' | 'roomMoveLock' | 'nextdayOut' | 'sameAsDayBefore';
  label: string;
  disabled?: boolean;
};

/** A flag of the booking. */
export function CheckField({ field, label, disabled }: CheckFieldProps) {
  const { value, set, control } = useField(field);
  return (
    <Checkbox
      {...control}
      className="check"
      inline
      label={label}
      disabled={disabled}
      checked={value === 1}
      onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
    />
  );
}
