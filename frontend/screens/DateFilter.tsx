import { Button, InputGroup } from '@blueprintjs/core';
import { brokenRangeRule, type DayRange } from '@domain/calendar/default-range.js';
import { type FormEvent, useEffect, useState } from 'react';
import { parseDateText } from '../form/date-text.js';
import { rangeAtom } from '../state/calendar.js';
import { alertRules } from '../state/form-actions.js';
import { todayAtom } from '../state/hotel.js';
import { showRange } from '../state/session.js';
import { useValue } from '../state/store.js';

type RangeFieldProps = { id: string; label: string; value: string; onChange: (text: string) => void };

function RangeField({ id, label, value, onChange }: RangeFieldProps) {
  const today = useValue(todayAtom);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        size="small"
        autoComplete="off"
        value={value}
        onValueChange={onChange}
        onBlur={() => onChange((today && parseDateText(value, today)) ?? value)}
      />
    </>
  );
}

/** The days that the calendar shows; the fields hold what is displayed until something else is typed. */
export function DateFilter() {
  const range = useValue(rangeAtom);
  const today = useValue(todayAtom);
  const [draft, setDraft] = useState({ first: '', last: '' });
  useEffect(() => {
    if (range) setDraft(range);
  }, [range]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!today) return;
    const first = parseDateText(draft.first, today);
    const last = parseDateText(draft.last, today);
    if (first === null || last === null) {
      if (range) setDraft(range);
      return;
    }
    const broken = brokenRangeRule(first, last);
    if (broken) return alertRules([broken]);
    const wanted: DayRange = { first, last };
    if (!(await showRange(wanted)) && range) setDraft(range);
  };

  return (
    <form className="date-filter" aria-label="表示期間" noValidate onSubmit={onSubmit}>
      <RangeField
        id="range-first"
        label="開始日"
        value={draft.first}
        onChange={(first) => setDraft({ ...draft, first })}
      />
      <span aria-hidden="true">～</span>
      <RangeField
        id="range-last"
        label="終了日"
        value={draft.last}
        onChange={(last) => setDraft({ ...draft, last })}
      />
      <Button type="submit" size="small" intent="primary" text="表示" />
    </form>
  );
}
