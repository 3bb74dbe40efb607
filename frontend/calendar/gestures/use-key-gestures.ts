import type { Day } from '@domain/dates.js';
import { useEffect, useEffectEvent } from 'react';
import type { RoomHead } from '../../shared/calendar-data/calendar.js';
import { calendarTargetAtom } from '../../shared/calendar-data/calendar.js';
import { store } from '../../shared/store.js';
import type { KeyName } from '../../shared/ui/key-table.js';
import { isKey } from '../../shared/ui/keys.js';
import { drop } from './drop.js';
import { cancelDrag, dragPreviewAtom, type Gesture, gestureAtom } from './gesture-state.js';
import {
  type CellPlace,
  cellAtEnd,
  cellOf,
  type GridPlace,
  type Place,
  shifted,
  withEndMoved,
  withStartMoved,
} from './place.js';
import { subjectAt } from './press.js';
import { isOfClosure } from './proposal.js';

type Steered = { place: Place; follows: 'start' | 'end' };

function inRoom(place: Place, heads: readonly RoomHead[], rows: number): Place {
  const row = heads.findIndex(({ roomNumber }) => roomNumber === place.roomNumber);
  return { ...place, roomNumber: heads[row + rows]?.roomNumber ?? place.roomNumber };
}

/** Each key while something is taken up: where that leads, and which end of the stay the focus goes with. */
const STEPS: [KeyName, Steered['follows'], (place: Place, heads: readonly RoomHead[]) => Place][] = [
  ['takenShorter', 'end', (place) => withEndMoved(place, -1)],
  ['takenLonger', 'end', (place) => withEndMoved(place, 1)],
  ['takenStartEarlier', 'start', (place) => withStartMoved(place, -1)],
  ['takenStartLater', 'start', (place) => withStartMoved(place, 1)],
  ['takenEarlier', 'start', (place) => shifted(place, -1)],
  ['takenLater', 'start', (place) => shifted(place, 1)],
  ['takenUp', 'start', (place, heads) => inRoom(place, heads, -1)],
  ['takenDown', 'start', (place, heads) => inRoom(place, heads, 1)],
];

/** Returns where a key leads what is taken up, null for any other key. A night of it stays within the days shown. */
function steered(
  event: KeyboardEvent,
  place: Place,
  { heads, days }: Pick<GridPlace, 'heads' | 'days'>,
): Steered | null {
  const step = STEPS.find(([name]) => isKey(event, name));
  if (!step) return null;
  const [, follows, lead] = step;
  const next = lead(place, heads);
  const isShown = next.stay.start <= (days.at(-1) as Day) && next.stay.end > (days[0] as Day);
  return { place: isShown ? next : place, follows };
}

/** Takes up what is at a cell, with the keyboard. */
export function startKeyboardDrag(cell: CellPlace): void {
  if (store.get(gestureAtom)) return;
  const { subject, from } = subjectAt(cell);
  store.set(gestureAtom, { by: 'keys', subject, cell, place: from, pointer: null, isDropped: false });
}

const TAKEN_BY_OTHERS = ['Alt', 'Control', 'Meta', 'Shift', 'Tab'];

/** Drags with the keyboard: a booking or a free night is taken up, led by the arrows and dropped. */
export function useKeyGestures(grid: GridPlace): void {
  const latest = useEffectEvent(() => grid);
  const { scroller } = grid;

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;

    const steer = (event: KeyboardEvent, gesture: Gesture) => {
      if (isKey(event, 'takenCancel')) {
        cancelDrag();
        store.set(calendarTargetAtom, { ...gesture.cell });
      } else if (isKey(event, 'takenDrop')) {
        const preview = event.repeat ? null : store.get(dragPreviewAtom);
        if (preview?.verdict.ok || preview?.proposal.kind === 'nothing') void drop(preview);
      } else {
        const next = steered(event, gesture.place, latest());
        if (!next) return !TAKEN_BY_OTHERS.includes(event.key) && !event.altKey;
        const { subject } = gesture;
        const room = isOfClosure(subject) ? { roomNumber: subject.from.roomNumber } : {};
        const place = { ...next.place, ...room };
        store.set(gestureAtom, { ...gesture, place });
        store.set(calendarTargetAtom, cellAtEnd(place, next.follows, latest().days));
      }
      return true;
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const gesture = store.get(gestureAtom);
      const cell = cellOf(event.target);
      let taken = gesture?.by === 'keys' && !gesture.isDropped && steer(event, gesture);
      if (!gesture && cell && isKey(event, 'take')) {
        startKeyboardDrag(cell);
        taken = true;
      }
      if (!taken) return;
      event.preventDefault();
      event.stopPropagation();
    };

    // Cancels the drag when focus leaves the grid.
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      const gesture = store.get(gestureAtom);
      if (gesture?.by !== 'keys' || gesture.isDropped) return;
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) cancelDrag();
    };

    element.addEventListener('keydown', onKeyDown, true);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      if (store.get(gestureAtom)?.by === 'keys') cancelDrag();
      element.removeEventListener('keydown', onKeyDown, true);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [scroller]);
}
