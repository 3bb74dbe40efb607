import { MenuItem } from '@blueprintjs/core';
import { dayText } from '@domain/calendar/stay-text.js';
import { chooseFree } from '../../booking/book-at.js';
import { calendarAtom } from '../../shared/calendar-data/calendar.js';
import { todayAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';
import { keyText } from '../../shared/ui/keys.js';
import type { CellPlace } from '../gestures/grid-place.js';
import { oneNight } from '../gestures/place.js';
import { takeUp } from '../gestures/use-key-gestures.js';
import { judge } from '../gestures/verdict.js';
import { MenuTitle } from './MenuTitle.js';

/** What can be done with a night that nobody has booked. */
export function FreeEntries({ cell }: { cell: CellPlace }) {
  const snapshot = useValue(calendarAtom);
  const today = useValue(todayAtom);
  const { roomNumber, date } = cell;
  const place = oneNight(roomNumber, date);
  if (!snapshot || !today) return null;
  const { ok, reasons } = judge(snapshot, { kind: 'new', place }, today);
  return (
    <>
      <MenuTitle text={`${roomNumber} ${dayText(date)} ${ok ? '空室' : reasons.join('')}`} />
      <MenuItem
        text="予約を入れる"
        label={keyText('press')}
        disabled={!ok}
        onClick={() => chooseFree(roomNumber, place.stay)}
      />
      <MenuItem
        text="泊数を選んで入れる"
        label={keyText('take')}
        disabled={!ok}
        onClick={() => takeUp(cell)}
      />
    </>
  );
}
