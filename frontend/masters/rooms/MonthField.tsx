import { InputGroup } from '@blueprintjs/core';
import { monthText } from '@domain/calendar/stay-text.js';
import { type Day, type Month, monthOf, parseDay } from '@domain/dates.js';
import { halfWidth } from '@domain/typed-text.js';
import { useEffect, useState } from 'react';
import { isComposing } from '../../shared/ui/composing-enter.js';
import './month-field.css';

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

const MONTHS = 12;

function monthFrom(year: number, month: number): Month | null {
  const day = parseDay(`${year}-${String(month).padStart(2, '0')}-01`);
  return day && monthOf(day);
}

/** The nearest month of this number: not more than half a year back. */
function nearest(month: number, today: Day): Month | null {
  const now = Number(today.slice(0, 4)) * MONTHS + Number(today.slice(5, 7)) - 1;
  const year = Math.floor((now + MONTHS / 2 - month + 1) / MONTHS);
  return monthFrom(year, month);
}

/** The month that a typed text means: `2026/11`, `2026-11`, `202611`, `2026年11月` or `11`. */
export function monthOfText(text: string, today: Day): Month | null {
  const [whole, year, month] = /^(?:(\d{4})[-/.年]?)?(\d{1,2})月?$/.exec(halfWidth(text)) ?? [];
  if (whole === undefined || Number(month) < 1 || Number(month) > MONTHS) return null;
  return year === undefined ? nearest(Number(month), today) : monthFrom(Number(year), Number(month));
}

/** A month in the page's address. */
export function monthParameter(month: Month): string {
  return month.slice(0, 7);
}
