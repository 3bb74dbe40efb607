import { type BrokenRule, conflict } from '../broken-rule.js';
import { stayText } from '../calendar/stay-text.js';
import type { Day, Stay } from '../dates.js';

/** A room out of order for the nights of `[start, end)`. The reason is read by everyone and names no guest. */
export type RoomClosureDetails = Stay & { roomNumber: string; reason: string };

/**
 * A recorded 売り止め; `isEnded` once it was taken back, when it holds no night. `firstDay` and `lastDay` (not included) are
 * the earliest and the latest that it ever had.
 */
export type RoomClosure = RoomClosureDetails & {
  id: number;
  version: number;
  staffId: number | null;
  isEnded: boolean;
  firstDay: Day;
  lastDay: Day;
};

export type RoomClosureEvent =
  | { type: 'RoomClosureStarted'; data: RoomClosureDetails & { staffId: number | null } }
  | { type: 'RoomClosureChanged'; data: Stay & { reason: string } }
  | { type: 'RoomClosureEnded'; data: object };

/** The closure after an event; one that was taken back holds its nights again when they are given once more. */
export function evolveRoomClosure(
  state: RoomClosure | null,
  event: RoomClosureEvent,
  id: number,
): RoomClosure {
  if (event.type === 'RoomClosureStarted') {
    const { start, end } = event.data;
    return { ...event.data, id, version: 1, isEnded: false, firstDay: start, lastDay: end };
  }
  if (!state) throw new Error(`${event.type} begins no closure`);
  const version = state.version + 1;
  switch (event.type) {
    case 'RoomClosureChanged': {
      const { start, end } = event.data;
      const firstDay = start < state.firstDay ? start : state.firstDay;
      const lastDay = end > state.lastDay ? end : state.lastDay;
      return { ...state, ...event.data, version, isEnded: false, firstDay, lastDay };
    }
    case 'RoomClosureEnded':
      return { ...state, version, isEnded: true };
    default:
      return event satisfies never;
  }
}

/** A closure as one line for staff, such as `1001号室 12/1(火)〜12/4(金) 3泊（水漏れ）`. */
export function closureText({ roomNumber, reason, ...stay }: RoomClosureDetails): string {
  return `${roomNumber} ${stayText(stay)}（${reason}）`;
}

/** The rule that a room that is 売り止め takes no booking on those nights. */
export function closedRule(closure: RoomClosureDetails): BrokenRule {
  return conflict('room_closed', 'room_id', `売り止めの部屋です: ${closureText(closure)}`);
}
