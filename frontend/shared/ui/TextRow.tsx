import { InputGroup } from '@blueprintjs/core';
import { useId } from 'react';

type TextRowProps = {
  label: string;
  value: string;
  max: number;
  /** True if the dialog opens with the focus in it. */
  isFirst?: boolean;
  onValue: (value: string) => void;
};

/** A label and its text, as two cells of a dialog's grid. */
export function TextRow({ label, value, max, isFirst = false, onValue }: TextRowProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        autoFocus={isFirst}
        autoComplete="off"
        maxLength={max}
        value={value}
        onValueChange={onValue}
      />
    </>
  );
}
