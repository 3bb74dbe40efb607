import { InputGroup } from '@blueprintjs/core';
import type { Day } from '@domain/dates.js';
import { useEffect, useState } from 'react';
import { parseDateText } from '../../shared/ui/date-text.js';
import { PickDayButton } from '../../shared/ui/PickDayButton.js';
import { isComposing } from '../../shared/ui/composing-enter.js';
import type { keyProps } from '../../shared/ui/keys.js';

type DayBoxProps = {
  id: string;
  label: string;
  value: Day;
  today: Day;
  onDay: (day: Day) => void;
  /** Its keys. */
  hints?: ReturnType<typeof keyProps>;
};

/** A day, typed in short or picked; what means none is put back when the field is left. */
export function DayBox({ id, label, value, today, onDay, hints }: DayBoxProps) {
  const [text, setText] = useState<string>(value);
  useEffect(() => void setText(value), [value]);
  const take = () => {
    const day = parseDateText(text, today) ?? value;
    setText(day);
    if (day !== value) onDay(day);
  };
  return (
    <>
      <label className="visually-hidden" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <InputGroup
        {...hints}
        id={id}
        className="report-day"
        size="small"
        autoComplete="off"
        value={text}
        onValueChange={setText}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && take()}
        rightElement={
          <PickDayButton
            value={value}
            start={value}
            earliest={null}
            latest={null}
            describedBy={`${id}-label`}
            onPick={onDay}
          />
        }
      />
    </>
  );
}
