import { Button, InputGroup } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import type { Day } from '@domain/dates.js';
import { lazy, Suspense, useRef, useState } from 'react';
import { todayAtom } from '../state/hotel.js';
import { useValue } from '../state/store.js';
import { parseDateText } from './date-text.js';
import { Field } from './Field.js';
import { useField } from './use-field.js';

const DatePicker = lazy(async () => ({ default: (await import('./DatePicker.js')).DatePicker }));

type DateFieldProps = {
  field: 'stayStart' | 'stayEnd';
  span: number;
  readOnly?: boolean;
  /** The day that `+1` is counted from; today when left out. */
  base?: Day | null;
  /** The days that the picker offers. */
  earliest: Day | null;
  latest: Day | null;
};

/** A date, typed in short or picked; holds YYYY-MM-DD once it is left. */
export function DateField({ field, span, readOnly, base, earliest, latest }: DateFieldProps) {
  const { value, set, leave, wrong, control } = useField(field);
  const today = useValue(todayAtom);
  const [picking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const parsed = today && parseDateText(value, today, base ?? today);
  const close = () => {
    setPicking(false);
    button.current?.focus();
  };
  return (
    <Field field={field} required span={span}>
      <InputGroup
        {...control}
        fill
        size="small"
        autoComplete="off"
        placeholder="11/21"
        intent={wrong ? 'danger' : 'none'}
        readOnly={readOnly}
        value={value}
        aria-required
        onValueChange={set}
        onBlur={() => {
          if (parsed && !readOnly) set(parsed);
          leave();
        }}
        rightElement={
          <Button
            ref={button}
            variant="minimal"
            size="small"
            icon={<Calendar size={14} />}
            disabled={readOnly}
            aria-label="カレンダーから選ぶ"
            aria-describedby={`${control.id}-label`}
            aria-expanded={picking}
            onClick={() => setPicking(!picking)}
          />
        }
      />
      {picking && today && (
        <Suspense>
          <DatePicker
            value={parsed}
            start={parsed ?? base ?? today}
            today={today}
            earliest={earliest}
            latest={latest}
            anchor={button.current}
            onPick={(day) => {
              set(day);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </Field>
  );
}
