import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { instantIn } from '@domain/dates.js';
import type { HandoverChanges } from '@wire/handover.js';
import { type FormEvent, useState } from 'react';
import { clockText } from '../shared/clock-text.js';
import { showAlert, WRONG_INPUT } from '../shared/dialogs.js';
import { hotelAtom, todayAtom } from '../shared/hotel.js';
import { parseClockText } from '../shared/moment-request.js';
import { useValue } from '../shared/store.js';
import { DateInput } from '../shared/ui/DateInput.js';
import { parseDateText } from '../shared/ui/date-text.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { CloseShift } from './CloseShift.js';
import { changes, MINE, sinceAtom, whoText } from './changes.js';

const ID = 'since';

function optionsOf({ mine, handovers }: HandoverChanges, zone: string): [string, string][] {
  const own = mine
    ? `自分の引継ぎ ${clockText(mine.recorded_at, zone)} から`
    : '今日の0:00から（引継ぎの記録なし）';
  const others = handovers.filter(({ id }) => id !== mine?.id);
  return [
    ['mine', own],
    ...others.map((one): [string, string] => [
      String(one.id),
      `${whoText(one)}の引継ぎ ${clockText(one.recorded_at, zone)} から`,
    ]),
    ['instant', '日時を指定'],
  ];
}

/** From when changes are listed, how many there are, and the end of the shift, which outlives a read anew. */
export function SinceBar({ mayWrite }: { mayWrite: boolean }) {
  const { value: shown } = useValue(changes.atom);
  const since = useValue(sinceAtom);
  const zone = useValue(hotelAtom)?.timezone;
  const [asking, setAsking] = useState(since.kind === 'instant');
  useKey('sinceChoose', () => focusField(ID));
  const isShown = shown !== null && zone !== undefined;
  return (
    <div className="since-bar row">
      {isShown && <SinceChoice shown={shown} zone={zone} asking={asking} onAsk={setAsking} />}
      {mayWrite && <CloseShift onClosed={() => setAsking(false)} />}
    </div>
  );
}

type SinceChoiceProps = {
  shown: HandoverChanges;
  zone: string;
  /** True while a date and a time are asked for. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
};

function SinceChoice({ shown, zone, asking, onAsk }: SinceChoiceProps) {
  const since = useValue(sinceAtom);
  const count = shown.people.reduce((sum, { bookings }) => sum + bookings.length, 0);
  const value = asking ? 'instant' : since.kind === 'handover' ? String(since.id) : 'mine';
  const choose = (chosen: string) => {
    onAsk(chosen === 'instant');
    if (chosen === 'instant') return;
    const handover = shown.handovers.find(({ id }) => String(id) === chosen);
    void changes.load(handover ? { kind: 'handover', id: handover.id, upTo: handover.up_to } : MINE);
  };
  return (
    <>
      <h2>変更点</h2>
      <HTMLSelect
        id={ID}
        aria-label="いつから"
        {...keyProps('sinceChoose', 'いつからの変更点か')}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        options={optionsOf(shown, zone).map(([option, label]) => ({ value: option, label }))}
      />
      {asking && (
        <SinceInstant zone={zone} onInstant={(instant) => changes.load({ kind: 'instant', instant })} />
      )}
      <span role="status" className="since-count">
        予約 <b>{count}件</b>
      </span>
      <span className="space" />
    </>
  );
}

const IDS = { date: 'since-date', time: 'since-time' };

type SinceInstantProps = { zone: string; onInstant: (instant: string) => void };

/** A date and a time of day by the hotel's clock; without a time the day's beginning. */
function SinceInstant({ zone, onInstant }: SinceInstantProps) {
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
      <DateInput
        id={IDS.date}
        autoFocus
        aria-label="日付"
        value={date}
        onValue={setDate}
        day={day}
        picker={null}
      />
      <InputGroup
        id={IDS.time}
        size="small"
        autoComplete="off"
        aria-label="時刻"
        placeholder="例: 0:00"
        value={time}
        onValueChange={setTime}
      />
      <Button type="submit" size="small" text="表示" />
    </form>
  );
}
