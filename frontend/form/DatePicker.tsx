import { Button, Portal } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { addDays, addMonths, type Day, lastDayOf, monthOf } from '@domain/dates.js';
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

const WIDTH = 452;
const HEIGHT = 250;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

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

  useEffect(() => {
    panel?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
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
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(cursor, step);
    if (next < month) setMonth(monthOf(next));
    if (next > lastDayOf(addMonths(month, 1))) setMonth(addMonths(monthOf(next), -1));
    setCursor(next);
  };

  return (
    <Portal>
      <div
        ref={setPanel}
        role="dialog"
        aria-label="日付の選択"
        className="date-picker"
        style={placeBeside(props.anchor)}
        onKeyDown={onKeyDown}
      >
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          aria-label="前の月"
          onClick={() => setMonth(addMonths(month, -1))}
        />
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
        <Button
          variant="minimal"
          icon={<ChevronRight />}
          aria-label="次の月"
          onClick={() => setMonth(addMonths(month, 1))}
        />
      </div>
    </Portal>
  );
}
