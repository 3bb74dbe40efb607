import { Button, InputGroup } from '@blueprintjs/core';
import { instantIn } from '@domain/dates.js';
import { type FormEvent, useState } from 'react';
import { parseDateText } from '../shared/ui/date-text.js';
import { showAlert } from '../shared/dialogs.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { parseClockText } from '../shared/moment-request.js';

const WRONG_INPUT = '入力内容にエラーがあります';
const IDS = { date: 'since-date', time: 'since-time' };

type SinceInstantProps = { zone: string; onInstant: (instant: string) => void };

/** A date and a time of day by the hotel's clock; without a time the day's beginning. */
export function SinceInstant({ zone, onInstant }: SinceInstantProps) {
  const today = useValue(todayAtom);
  const [date, setDate] = useState('');
  const [time, setTime] = useState('');
  const day = today && parseDateText(date, today);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const clock = parseClockText(time.trim() || '0');
    if (!day) void showAlert('日付を入力してください。', WRONG_INPUT, IDS.date);
    else if (!clock) void showAlert('時刻は 14:03 のように入力してください。', WRONG_INPUT, IDS.time);
    else onInstant(instantIn(zone, day, clock));
  };
  return (
    <form className="since-instant" aria-label="日時を指定" noValidate onSubmit={onSubmit}>
      <InputGroup
        id={IDS.date}
        size="small"
        autoFocus
        autoComplete="off"
        aria-label="日付"
        placeholder="11/21"
        value={date}
        onValueChange={setDate}
        onBlur={() => day && setDate(day)}
      />
      <InputGroup
        id={IDS.time}
        size="small"
        autoComplete="off"
        aria-label="時刻"
        placeholder="0:00"
        value={time}
        onValueChange={setTime}
      />
      <Button type="submit" size="small" text="表示" />
    </form>
  );
}
