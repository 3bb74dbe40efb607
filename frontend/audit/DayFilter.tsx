import { Button, InputGroup } from '@blueprintjs/core';
import { Calendar } from '@blueprintjs/icons';
import { parseDay } from '@domain/dates.js';
import { Suspense, useEffect, useRef, useState } from 'react';
import { parseDateText } from '../shared/ui/date-text.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';

const DatePicker = lazyPart(async () => (await import('../shared/ui/DatePicker.js')).DatePicker);

type DayFilterProps = { label: string; value: string; onValue: (value: string) => void };

/** A day that may be left out, typed in short or picked; an instant or a position of the address stays as it is. */
export function DayFilter({ label, value, onValue }: DayFilterProps) {
  const today = useValue(todayAtom);
  const [text, setText] = useState(value);
  const [picking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => void setText(value), [value]);
  const take = (typed: string) => {
    const taken = typed === value ? value : ((today && parseDateText(typed, today)) ?? '');
    setText(taken);
    if (taken !== value) onValue(taken);
  };
  const close = () => {
    setPicking(false);
    button.current?.focus();
  };
  return (
    <>
      <InputGroup
        size="small"
        autoComplete="off"
        className="day-filter"
        aria-label={label}
        placeholder="11/21"
        value={text}
        onValueChange={setText}
        onBlur={() => take(text)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && take(text)}
        rightElement={
          <Button
            ref={button}
            variant="minimal"
            size="small"
            icon={<Calendar size={14} />}
            aria-label={`${label}をカレンダーから選ぶ`}
            aria-expanded={picking}
            onClick={() => setPicking(!picking)}
          />
        }
      />
      {picking && today && (
        <Suspense>
          <DatePicker
            value={parseDay(value)}
            start={parseDay(value) ?? today}
            today={today}
            earliest={null}
            latest={today}
            anchor={button.current}
            onPick={(day) => {
              take(day);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
