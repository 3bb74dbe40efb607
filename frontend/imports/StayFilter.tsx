import { InputGroup } from '@blueprintjs/core';
import type { Day } from '@domain/dates.js';
import { useEffect, useState } from 'react';
import { parseDateText } from '../shared/ui/date-text.js';
import { todayAtom } from '../shared/hotel.js';
import { stayFilterAtom } from './queue-filter.js';
import { useValue, useWrite } from '../shared/store.js';

type DayFilterProps = { label: string; day: Day | null; onDay: (day: Day | null) => void };

/** A date that may be left out; what is no date is taken back when the field is left. */
function DayFilter({ label, day, onDay }: DayFilterProps) {
  const today = useValue(todayAtom);
  const [text, setText] = useState('');
  useEffect(() => void setText(day ?? ''), [day]);
  const take = () => {
    const typed = today && parseDateText(text, today);
    setText(typed ?? '');
    onDay(typed);
  };
  return (
    <InputGroup
      size="small"
      autoComplete="off"
      aria-label={label}
      placeholder="11/21"
      value={text}
      onValueChange={setText}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && take()}
    />
  );
}

/** Only stays with a night between two days. */
export function StayFilter() {
  const stay = useValue(stayFilterAtom);
  const setStay = useWrite(stayFilterAtom);
  return (
    <fieldset className="stay-filter">
      <legend>宿泊日</legend>
      <DayFilter label="宿泊日の始め" day={stay.first} onDay={(first) => setStay({ ...stay, first })} />
      <span aria-hidden="true">～</span>
      <DayFilter label="宿泊日の終わり" day={stay.last} onDay={(last) => setStay({ ...stay, last })} />
    </fieldset>
  );
}
