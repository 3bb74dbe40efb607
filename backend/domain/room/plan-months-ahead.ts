import { decided } from '../broken-rule.js';
import { addMonths, type Day, type Month, monthOf, monthsFromTo } from '../dates.js';
import type { Room } from './room-directory.js';
import { BOOKABLE, type RoomMonth, type RoomMonthDetails, STOREROOM } from './room-month.js';
import type { RoomMonthPlan } from './room-month-plans.js';
import { compareRoomNumbers } from './room-order.js';

/** A room that was 予約不可 for so many months, and is all along, was given up. */
const MONTHS_CLOSED = 12;

function newestOf({ months }: Room): RoomMonth | null {
  const all = [...months.values()];
  return all.reduce<RoomMonth | null>(
    (newest, one) => (newest && newest.month > one.month ? newest : one),
    null,
  );
}

/** Whether a room goes on: its months have not ended, and it was not closed for good. Storerooms are in use. */
function isInUse({ months }: Room, newest: RoomMonth, thisMonth: Month): boolean {
  const since = addMonths(thisMonth, -MONTHS_CLOSED);
  const open = ({ month, reservableStatus, roomType }: RoomMonth): boolean =>
    month >= since && (reservableStatus === BOOKABLE || roomType === STOREROOM);
  return newest.month >= addMonths(thisMonth, -1) && [...months.values()].some(open);
}

/** Every room that is in use goes on as in its newest month, up to so many months after today's; 0 is never. */
export function planMonthsAhead(today: Day, monthsAhead: number): RoomMonthPlan {
  const thisMonth = monthOf(today);
  const last = addMonths(thisMonth, monthsAhead);
  return ({ byNumber }) => {
    const made: RoomMonthDetails[] = [];
    for (const room of monthsAhead === 0 ? [] : byNumber.values()) {
      const newest = newestOf(room);
      if (!newest || !isInUse(room, newest, thisMonth)) continue;
      const { id, version, ...details } = newest;
      for (const month of monthsFromTo(addMonths(newest.month, 1), last)) made.push({ ...details, month });
    }
    const order = (a: RoomMonthDetails, b: RoomMonthDetails): number =>
      a.month === b.month ? compareRoomNumbers(a.roomNumber, b.roomNumber) : a.month < b.month ? -1 : 1;
    return decided(made.sort(order));
  };
}
