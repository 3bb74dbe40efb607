import { InputGroup, type InputGroupProps } from '@blueprintjs/core';
import { weekdayName } from '@domain/calendar/stay-text.js';
import { type Day, parseDay } from '@domain/dates.js';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { todayAtom } from '../hotel.js';
import { useValue } from '../store.js';
import { isComposing } from './composing-enter.js';
import { parseDateText } from './date-text.js';
import { isKey, keyProps } from './keys.js';
import { PickDayButton } from './PickDayButton.js';

type Picker = Omit<ComponentProps<typeof PickDayButton>, 'value' | 'disabled' | 'button' | 'onPick'>;

type DateInputProps = Omit<InputGroupProps, 'value' | 'onValueChange' | 'size' | 'rightElement'> & {
  /** The text as typed. */
  value: string;
  onValue: (text: string) => void;
  /** Writes the day out once the field is left; without it `onValue` takes the day. */
  onWriteOut?: (day: Day) => void;
  /** The day that it means, null for none. */
  day: Day | null;
  /** The picker that stands in the field, null for none. */
  picker: Picker | null;
  onPick?: (day: Day) => void;
};

/** A date, typed in short or picked with Alt+↓, its weekday beside it; holds YYYY-MM-DD once it is left. */
export function DateInput(props: DateInputProps) {
  const {
    value,
    onValue,
    onWriteOut = onValue,
    day,
    picker,
    onPick = onValue,
    className = '',
    readOnly,
    onBlur,
    onKeyDown,
    ...input
  } = props;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <InputGroup
      {...(picker && { 'aria-keyshortcuts': keyProps('pickDay', '')['aria-keyshortcuts'] })}
      {...input}
      className={`date-input ${picker ? 'with-picker ' : ''}${input.fill ? '' : 'narrow '}${className}`}
      size="small"
      autoComplete="off"
      placeholder="例: 12/14"
      readOnly={readOnly}
      value={value}
      onValueChange={onValue}
      onBlur={(event) => {
        if (day && !readOnly) onWriteOut(day);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (picker && isKey(event, 'pickDay')) {
          event.preventDefault();
          event.stopPropagation();
          button.current?.click();
        }
        onKeyDown?.(event);
      }}
      rightElement={
        <span className="date-end">
          {day && <span className="soft">({weekdayName(day)})</span>}
          {picker && (
            <PickDayButton {...picker} value={day} disabled={readOnly} button={button} onPick={onPick} />
          )}
        </span>
      }
    />
  );
}

type DayInputProps = {
  id?: string;
  /** Its name, which is not shown. */
  label: string;
  /** The day, or another text that stays until it is replaced. */
  value: string;
  onDay: (day: Day | null) => void;
  /** True if there must be a day: what means none is put back. */
  isRequired?: boolean;
  picker: Omit<Picker, 'describedBy'> | null;
  /** The attributes that show its keys. */
  hints?: ReturnType<typeof keyProps>;
};

/** A date that counts when the field is left, with Enter, or picked. */
export function DayInput({ label, value, onDay, isRequired = false, picker, hints, ...own }: DayInputProps) {
  const madeUp = useId();
  const id = own.id ?? madeUp;
  const today = useValue(todayAtom);
  const [text, setText] = useState(value);
  useEffect(() => void setText(value), [value]);
  const day = today && parseDateText(text, today);
  const take = () => {
    const taken = text === value || (isRequired && !day) ? value : (day ?? '');
    setText(taken);
    if (taken !== value) onDay(parseDay(taken));
  };
  return (
    <>
      <label className="visually-hidden" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <DateInput
        {...hints}
        id={id}
        value={text}
        onValue={setText}
        day={day}
        picker={picker && { ...picker, describedBy: `${id}-label` }}
        onPick={onDay}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && take()}
      />
    </>
  );
}
