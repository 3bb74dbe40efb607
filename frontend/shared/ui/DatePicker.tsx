import { Button, Portal } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { monthText } from '@domain/calendar/stay-text.js';
import { addDays, addMonths, type Day, lastDayOf, monthOf, weekdayOf } from '@domain/dates.js';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { MonthTable } from './MonthTable.js';

type DatePickerProps = {
  value: Day | null;
  /** The day that the picker opens at. */
  start: Day;
  today: Day;
  earliest: Day | null;
  latest: Day | null;
  anchor: HTMLElement | null;
  onPick: (day: Day) => void;
  onClose: () => void;
};

const MONTHS_OF_A_YEAR = 12;
const WIDTH = 452;
const HEIGHT = 250;
const WEEK = 7;

/** The same day some months on, or the last of a month that is too short for it. */
function monthsOn(date: Day, months: number): Day {
  const month = addMonths(monthOf(date), months);
  const same = addDays(month, Number(date.slice(8)) - 1);
  const last = lastDayOf(month);
  return same < last ? same : last;
}

/** Returns the day that a key leads to from a day (WAI-ARIA, date picker dialog); null for another key. */
function ledTo(date: Day, { key, shiftKey }: KeyboardEvent): Day | null {
  const months = shiftKey ? MONTHS_OF_A_YEAR : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -WEEK);
    case 'ArrowDown':
      return addDays(date, WEEK);
    case 'Home':
      return addDays(date, -weekdayOf(date));
    case 'End':
      return addDays(date, WEEK - 1 - weekdayOf(date));
    case 'PageUp':
      return monthsOn(date, -months);
    case 'PageDown':
      return monthsOn(date, months);
    default:
      return null;
  }
}

/** Keeps Tab within the picker: after the last comes the first. */
function keepTabWithin(panel: HTMLElement, event: KeyboardEvent): void {
  const stops = [...panel.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])')];
  const [first, last] = [stops[0], stops.at(-1)];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

function placeBeside(anchor: HTMLElement | null): { left: number; top: number } {
  const box = anchor?.getBoundingClientRect();
  return {
    left: Math.max(8, Math.min(box?.left ?? 0, window.innerWidth - WIDTH - 8)),
    top: Math.max(8, Math.min((box?.bottom ?? 0) + 6, window.innerHeight - HEIGHT - 8)),
  };
}

/** Two months to pick a day from; days beyond the edges are disabled. */
export function DatePicker(props: DatePickerProps) {
  const { value, earliest, latest, onPick, onClose } = props;
  const [cursor, setCursor] = useState(props.start);
  const [month, setMonth] = useState(monthOf(props.start));
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  const allowed = (day: Day) => (earliest === null || day >= earliest) && (latest === null || day <= latest);

  // Paging by a button leaves the focus on the button.
  useEffect(() => {
    if (panel === null || document.activeElement?.parentElement === panel) return;
    panel.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [panel, cursor]);

  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !panel?.contains(event.target)) onClose();
    };
    const closeOnEscape = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [panel, onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return panel ? keepTabWithin(panel, event) : undefined;
    const onDay = event.target instanceof HTMLElement && event.target.dataset.day !== undefined;
    const next = onDay ? ledTo(cursor, event) : null;
    if (next === null) return;
    event.preventDefault();
    if (next < month) setMonth(monthOf(next));
    if (next > lastDayOf(addMonths(month, 1))) setMonth(addMonths(monthOf(next), -1));
    setCursor(next);
  };
  const page = (months: number) => {
    setMonth(addMonths(month, months));
    setCursor(monthsOn(cursor, months));
  };

  return (
    <Portal>
      <div
        ref={setPanel}
        role="dialog"
        aria-modal
        aria-label="日付の選択"
        className="date-picker"
        style={placeBeside(props.anchor)}
        onKeyDown={onKeyDown}
      >
        <span className="visually-hidden" aria-live="polite">
          {`${monthText(month)} ${monthText(addMonths(month, 1))}`}
        </span>
        <Button variant="minimal" icon={<ChevronLeft />} aria-label="前の月" onClick={() => page(-1)} />
        {[month, addMonths(month, 1)].map((shown) => (
          <MonthTable
            key={shown}
            month={shown}
            value={value}
            today={props.today}
            cursor={cursor}
            allowed={allowed}
            onPick={onPick}
          />
        ))}
        <Button variant="minimal" icon={<ChevronRight />} aria-label="次の月" onClick={() => page(1)} />
      </div>
    </Portal>
  );
}
