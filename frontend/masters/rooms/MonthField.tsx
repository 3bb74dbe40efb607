import { InputGroup } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import type { Day, Month } from '@domain/dates.js';
import { useEffect, useState } from 'react';
import { isComposing } from '../../shared/ui/composing-enter.js';
import { monthOfText } from '../month-text.js';

type MonthFieldProps = {
  id: string;
  value: Month;
  today: Day;
  onChange: (month: Month) => void;
  'aria-label'?: string;
};

/** A month that is typed in any usual way; what means none is put back when the field is left. */
export function MonthField({ id, value, today, onChange, ...label }: MonthFieldProps) {
  const [text, setText] = useState(monthText(value));
  useEffect(() => void setText(monthText(value)), [value]);
  const take = () => {
    const month = monthOfText(text, today);
    setText(monthText(month ?? value));
    if (month && month !== value) onChange(month);
  };
  return (
    <InputGroup
      {...label}
      id={id}
      className="month-field"
      size="small"
      autoComplete="off"
      value={text}
      onValueChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && take()}
    />
  );
}
