import { useEffect, useRef } from 'react';
import { type CalendarTarget, calendarTargetAtom } from '../shared/calendar-data/calendar-target.js';
import { store } from '../shared/store.js';

/** Follows what is chosen beside the calendar: leads to the cell that it names. */
export function useGoToCell(go: (target: CalendarTarget) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    return store.sub(calendarTargetAtom, () => {
      const target = store.get(calendarTargetAtom);
      if (target) latest.current(target);
    });
  }, []);
}
