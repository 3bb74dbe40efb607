import { Button } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import type { Day } from '@domain/dates.js';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { todayAtom } from '../hotel.js';
import { useValue } from '../store.js';
import { lazyPart } from './fetch-code.js';

const DatePicker = lazyPart(async () => (await import('./DatePicker.js')).DatePicker);

type PickDayButtonProps = {
  value: Day | null;
  /** The day that the picker opens at when there is no value. */
  start: Day | null;
  /** The days that the picker offers. */
  earliest: Day | null;
  latest: Day | null;
  /** The element id of what the picked day is for. */
  describedBy: string;
  disabled?: boolean;
  /** The button, for the field's own key. */
  button: RefObject<HTMLButtonElement | null>;
  onPick: (day: Day) => void;
};

/**
 * The button in a date field that opens the date picker, by pointer or by the field's key; what had the focus has it
 * again when that closes.
 */
export function PickDayButton(props: PickDayButtonProps) {
  const { value, start, describedBy, disabled, button, onPick, ...edges } = props;
  const today = useValue(todayAtom);
  const [picking, setPicking] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const close = () => {
    setPicking(false);
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        tabIndex={-1}
        variant="minimal"
        size="small"
        icon={<Calendar size={14} />}
        disabled={disabled}
        aria-label="カレンダーから選ぶ"
        aria-describedby={describedBy}
        aria-expanded={picking}
        onClick={() => {
          const { activeElement } = document;
          opener.current = activeElement instanceof HTMLInputElement ? activeElement : button.current;
          setPicking(!picking);
        }}
      />
      {picking && today && (
        <Suspense>
          <DatePicker
            value={value}
            start={value ?? start ?? today}
            today={today}
            {...edges}
            anchor={button.current}
            onPick={(day) => {
              onPick(day);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
