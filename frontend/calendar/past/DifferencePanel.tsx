import { Button } from '@blueprintjs/core';
import type { BookingChange } from '@wire/time-travel.js';
import { useState } from 'react';
import { rangeAtom } from '../../shared/calendar-data/calendar.js';
import { calendarTargetAtom } from '../../shared/calendar-data/calendar-target.js';
import { hotelAtom } from '../../shared/hotel.js';
import { comparisonFitsAtom, shownChangesAtom } from './differences.js';
import { comparedAtom, comparingAtom } from '../../shared/calendar-data/past.js';
import { store, useValue, useWrite } from '../../shared/store.js';
import { targetOf } from './change-target.js';
import { DifferenceRow } from './DifferenceRow.js';

/** So many are listed at once. */
const PAGE = 100;

function emptyText(all: number | undefined): string {
  if (all === undefined) return '読み込み中…';
  return all === 0 ? 'この時点から変わった予約はありません。' : '選んだ種類の違いはありません。';
}

/** What was added, moved, cancelled and changed since the moment shown, newest first; choosing one leads to its cell. */
export function DifferencePanel() {
  const comparing = useValue(comparingAtom);
  const all = useValue(comparedAtom)?.changes.length;
  const fits = useValue(comparisonFitsAtom);
  const shown = useValue(shownChangesAtom);
  const zone = useValue(hotelAtom)?.timezone;
  const goTo = useWrite(calendarTargetAtom);
  const [chosen, setChosen] = useState<number | null>(null);
  const [listed, setListed] = useState(PAGE);
  if (!comparing || zone === undefined) return null;
  const choose = (change: BookingChange) => {
    setChosen(change.booking_id);
    const range = store.get(rangeAtom);
    goTo(range && targetOf(change, range));
  };
  return (
    <aside className="differences" aria-label="いまとの違い" aria-busy={!fits}>
      <h2>
        いまとの違い
        <span role="status">{shown.length}件</span>
      </h2>
      {shown.length === 0 && <p className="no-differences">{emptyText(all)}</p>}
      <ul>
        {shown.slice(0, listed).map((change) => (
          <li key={change.booking_id}>
            <DifferenceRow
              change={change}
              zone={zone}
              current={change.booking_id === chosen}
              onChoose={choose}
            />
          </li>
        ))}
      </ul>
      {shown.length > listed && (
        <Button
          size="small"
          text={`続きを表示（残り${shown.length - listed}件）`}
          onClick={() => setListed(listed + PAGE)}
        />
      )}
    </aside>
  );
}
