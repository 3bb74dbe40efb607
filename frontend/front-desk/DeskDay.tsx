import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { dayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, parseDay } from '@domain/dates.js';
import { useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { store } from '../shared/store.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { namedDayAtom } from './desk-days.js';

const ID = 'desk-day';
const NEAR = new Map([
  [-1, '昨日'],
  [0, '今日'],
  [1, '明日'],
]);

/** The day of the lists, which the address names; today where it names none. */
export function DeskDay({ today }: { today: Day }) {
  const [search, setSearch] = useSearchParams();
  const named = parseDay(search.get('date'));
  const day = named ?? today;
  useLayoutEffect(() => {
    store.set(namedDayAtom, named);
    return () => store.set(namedDayAtom, null);
  }, [named]);
  // Keys pressed quickly each continue from the result of the one before, drawn or not.
  const show = (next: Day) => {
    store.set(namedDayAtom, next === today ? null : next);
    setSearch(next === today ? {} : { date: next });
  };
  const step = (days: number) => show(addDays(store.get(namedDayAtom) ?? today, days));
  useKey('deskPreviousDay', () => step(-1));
  useKey('deskNextDay', () => step(1));
  useKey('deskToday', () => show(today));
  useKey('deskDay', () => focusField(ID));
  return (
    <section className="desk-day row" aria-label="日付">
      <h2>{dayText(day)}</h2>
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronLeft size={14} />}
        aria-label="前日"
        {...keyProps('deskPreviousDay', '前日')}
        onClick={() => step(-1)}
      />
      {[...NEAR].map(([days, text]) => {
        const date = addDays(today, days);
        return (
          <Button
            key={text}
            size="small"
            text={text}
            active={date === day}
            aria-pressed={date === day}
            data-tooltip={dayText(date)}
            onClick={() => show(date)}
          />
        );
      })}
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronRight size={14} />}
        aria-label="翌日"
        {...keyProps('deskNextDay', '翌日')}
        onClick={() => step(1)}
      />
      <DayInput
        id={ID}
        label="フロントの日付"
        value={day}
        hints={keyProps('deskDay', '日付')}
        isRequired
        onDay={(next) => next && show(next)}
        picker={{ start: day, earliest: null, latest: null }}
      />
    </section>
  );
}
