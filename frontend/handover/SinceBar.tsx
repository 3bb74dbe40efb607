import { HTMLSelect } from '@blueprintjs/core';
import type { HandoverChanges } from '@wire/handover.js';
import { useState } from 'react';
import { changesAtom, sinceAtom } from './changes.js';
import { clockText, type Since, whoText } from './since.js';
import { hotelAtom } from '../shared/hotel.js';
import { useValue, useWrite } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { keyProps } from '../shared/ui/keys.js';
import { useKey } from '../shared/ui/use-key.js';
import { CloseShift } from './CloseShift.js';
import { SinceInstant } from './SinceInstant.js';

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

/** Since when changes are told, how many there are, and the end of the shift. */
export function SinceBar({ mayWrite }: { mayWrite: boolean }) {
  const changes = useValue(changesAtom);
  const since = useValue(sinceAtom);
  const setSince = useWrite(sinceAtom);
  const zone = useValue(hotelAtom)?.timezone;
  const [asking, setAsking] = useState(since.kind === 'instant');
  useKey('sinceChoose', () => focusField(ID));
  if (!changes || zone === undefined) return <div className="since-bar" />;
  const count = changes.people.reduce((sum, { bookings }) => sum + bookings.length, 0);
  const value = asking ? 'instant' : since.kind === 'handover' ? String(since.id) : 'mine';
  const choose = (chosen: string) => {
    setAsking(chosen === 'instant');
    if (chosen === 'instant') return;
    const handover = changes.handovers.find(({ id }) => String(id) === chosen);
    const next: Since = handover
      ? { kind: 'handover', id: handover.id, upTo: handover.up_to }
      : { kind: 'mine' };
    setSince(next);
  };
  return (
    <div className="since-bar">
      <h2>変更点</h2>
      <HTMLSelect
        id={ID}
        aria-label="いつから"
        {...keyProps('sinceChoose', 'いつからの変更点か')}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        options={optionsOf(changes, zone).map(([option, label]) => ({ value: option, label }))}
      />
      {asking && <SinceInstant zone={zone} onInstant={(instant) => setSince({ kind: 'instant', instant })} />}
      <span role="status" className="since-count">
        予約 <b>{count}件</b>
      </span>
      <span className="note-form-space" />
      {mayWrite && <CloseShift onClosed={() => setAsking(false)} />}
    </div>
  );
}
