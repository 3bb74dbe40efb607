import './yen-input.css';
import { InputGroup, type InputGroupProps } from '@blueprintjs/core';

type YenInputProps = Pick<InputGroupProps, 'id' | 'autoFocus' | 'intent' | 'onKeyDown'> & {
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  isInvalid?: boolean;
  /** The text as it is typed. */
  value: string;
  onValue: (text: string) => void;
};

/** A field for a sum in whole yen. */
export function YenInput({ isInvalid = false, onValue, ...props }: YenInputProps) {
  return (
    <InputGroup
      {...props}
      size="small"
      inputMode="numeric"
      autoComplete="off"
      aria-invalid={isInvalid || undefined}
      onValueChange={onValue}
      rightElement={<span className="yen-unit">円</span>}
    />
  );
}
