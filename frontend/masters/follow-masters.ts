import type { ChangeFrame } from '@wire/live.js';
import { followFrames } from '../shared/live/frame-listeners.js';
import { loadManaged, managedAtom } from '../shared/masters.js';
import { store } from '../shared/store.js';
import { reloadMonth, shownMonthAtom } from './room-months.js';

/** Whether a stretch of changes may alter what is shown of a month: its rooms, or how often they are booked. */
function concernsShown({ rooms, bookings }: ChangeFrame): boolean {
  const { month } = store.get(shownMonthAtom);
  if (month === null) return false;
  return (
    bookings.length > 0 ||
    rooms.some((room) => room.year === Number(month.slice(0, 4)) && room.month === Number(month.slice(5, 7)))
  );
}

/** Keeps the shown month and the staff up to date as long as somebody looks; answers how to stop. */
export function followMasters(): () => void {
  return followFrames((frame) => {
    if (frame === null) {
      void reloadMonth();
      if (store.get(managedAtom('staff')).records !== null) void loadManaged('staff');
    } else if (concernsShown(frame)) void reloadMonth(frame.to);
  });
}
