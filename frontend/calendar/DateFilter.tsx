import { Button } from '@blueprintjs/core';
import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { brokenRangeRule, type DayRange } from '@domain/calendar/default-range.js';
import { stayRangeText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { alertRules } from '../booking/form-actions.js';
import { rangeAtom } from '../shared/calendar-data/calendar.js';
import { showRange } from '../shared/calendar-data/show-range.js';
import { showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { calendarAsOfAtom } from '../shared/live/connection.js';
import { useValue } from '../shared/store.js';
import { DateInput } from '../shared/ui/DateInput.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps, useKey } from '../shared/ui/keys.js';

/** The element id of 開始日. */
export const FIRST_DAY_ID = 'range-first';

type RangeFieldProps = {
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Its keys. */
  hints?: ReturnType<typeof keyProps>;
};

function RangeField({ id, label, value, onChange, hints }: RangeFieldProps) {
  const today = useValue(todayAtom);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <DateInput
        {...hints}
        id={id}
        value={value}
        onValue={onChange}
        day={today && parseDateText(value, today)}
        picker={null}
      />
    </>
  );
}

/** Returns what is wrong with the days asked for (spec 5, date filter). */
function brokenFilterRules(first: Day | null, last: Day | null): BrokenRule[] {
  if (first === null) return [invalid('start_missing', 'start_date', '開始日を入力してください。')];
  if (last === null) return [invalid('end_missing', 'end_date', '終了日を入力してください。')];
  return [brokenRangeRule(first, last)].filter((rule) => rule !== null);
}

function alertNotKept(range: DayRange): Promise<void> {
  const kept = stayRangeText({ start: range.first, end: range.last });
  return showAlert(`通信が切れているため、この期間は表示できません。\n${kept} を引き続き表示しています。`);
}

/** The days that the calendar shows; the fields hold what is displayed until something else is typed. */
export function DateFilter() {
  const range = useValue(rangeAtom);
  const today = useValue(todayAtom);
  const isLineDown = useValue(calendarAsOfAtom) !== null;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<{ first?: string; last?: string }>({});
  const shown = { first: '', last: '', ...range, ...typed };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range replaces the text unless it is being typed.
  useEffect(() => {
    if (!form.current?.contains(document.activeElement)) setTyped({});
  }, [range]);

  useKey('dateFilter', () => focusField(FIRST_DAY_ID));

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!today) return;
    const first = parseDateText(shown.first, today);
    const last = parseDateText(shown.last, today);
    const broken = brokenFilterRules(first, last);
    if (broken.length > 0) await alertRules(broken);
    const isShown = broken.length === 0 && (await showRange({ first, last } as DayRange));
    if (isShown || range) setTyped((now) => (now === typed ? {} : now));
    if (!isShown && broken.length === 0 && range && isLineDown) await alertNotKept(range);
  };

  return (
    <form ref={form} className="date-filter row" aria-label="表示期間" noValidate onSubmit={onSubmit}>
      <RangeField
        id={FIRST_DAY_ID}
        label="開始日"
        hints={keyProps('dateFilter', '表示期間')}
        value={shown.first}
        onChange={(first) => setTyped({ ...typed, first })}
      />
      <span aria-hidden="true">～</span>
      <RangeField
        id="range-last"
        label="終了日"
        value={shown.last}
        onChange={(last) => setTyped({ ...typed, last })}
      />
      <Button type="submit" size="small" intent="primary" text="表示" />
    </form>
  );
}
