import { Button } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import type { Day } from '@domain/dates.js';
import { Suspense, useRef, useState } from 'react';
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
  onPick: (day: Day) => void;
};

/** The button in a date field that opens the date picker; it has the focus again when that closes. */
export function PickDayButton({ value, start, describedBy, disabled, onPick, ...edges }: PickDayButtonProps) {
  const today = useValue(todayAtom);
  const [picking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setPicking(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        variant="minimal"
        size="small"
        icon={<Calendar size={14} />}
        disabled={disabled}
        aria-label="カレンダーから選ぶ"
        aria-describedby={describedBy}
        aria-expanded={picking}
        onClick={() => setPicking(!picking)}
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
