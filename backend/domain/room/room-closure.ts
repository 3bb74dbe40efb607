import { type BrokenRule, conflict } from '../broken-rule.js';
import { stayText } from '../calendar/stay-text.js';
import type { Day, Stay } from '../dates.js';
import { ERASED, type PersonalDataErased } from '../erased.js';

/** A room that takes no booking for the nights of `[start, end)`. The reason is read by everyone and names no guest. */
export type RoomClosureDetails = Stay & { roomNumber: string; reason: string };

/** The guest that a room is held for (仮予約), and the moment at which that ends by itself, RFC 3339 in UTC. */
export type Tentative = { guestName: string; tel: string; remark: string; until: string };

/** A 仮予約 as it is asked for. */
export type TentativeDetails = Stay & Tentative & { roomNumber: string };

/**
 * A recorded 売り止め, or a 仮予約 where `tentative` is not null; `isEnded` once it holds no night. `firstDay` and `lastDay` (not
 * included) are the earliest and the latest that it ever had.
 */
export type RoomClosure = RoomClosureDetails & {
  id: number;
  version: number;
  staffId: number | null;
  isEnded: boolean;
  firstDay: Day;
  lastDay: Day;
  tentative: Tentative | null;
  /** True once the personal data of a 仮予約 are erased. */
  isErased: boolean;
};

export type RoomClosureEvent =
  | { type: 'RoomClosureStarted'; data: RoomClosureDetails & { staffId: number | null } }
  | { type: 'RoomClosureChanged'; data: Stay & { reason: string } }
  | { type: 'RoomClosureEnded'; data: object }
  | { type: 'TentativeStayRecorded'; data: TentativeDetails & { staffId: number | null } }
  | { type: 'TentativeStayChanged'; data: Stay & Tentative }
  | { type: 'TentativeStayReleased'; data: object }
  | { type: 'TentativeStayExpired'; data: object }
  | { type: 'TentativeStayBooked'; data: { bookingId: number } }
  | { type: 'TentativeStayRestored'; data: { until: string } }
  | PersonalDataErased;

function started(event: RoomClosureEvent, id: number): RoomClosure | null {
  const first = { id, version: 1, isEnded: false, isErased: false };
  if (event.type === 'RoomClosureStarted') {
    const { start, end } = event.data;
    return { ...event.data, ...first, firstDay: start, lastDay: end, tentative: null };
  }
  if (event.type !== 'TentativeStayRecorded') return null;
  const { guestName, tel, remark, until, ...rest } = event.data;
  const { start, end } = rest;
  const tentative = { guestName, tel, remark, until };
  return { ...rest, ...first, reason: '', firstDay: start, lastDay: end, tentative };
}

/** The closure with other nights. */
function onNights(state: RoomClosure, { start, end }: Stay): RoomClosure {
  const firstDay = start < state.firstDay ? start : state.firstDay;
  const lastDay = end > state.lastDay ? end : state.lastDay;
  return { ...state, start, end, firstDay, lastDay };
}

/** The closure with other facts of its 仮予約. */
function heldFor(state: RoomClosure, changed: Partial<Tentative>): RoomClosure {
  return { ...state, tentative: state.tentative && { ...state.tentative, ...changed } };
}

/** The closure after an event; one that was taken back holds its nights again when they are given once more. */
export function evolveRoomClosure(
  before: RoomClosure | null,
  event: RoomClosureEvent,
  id: number,
): RoomClosure {
  const first = started(event, id);
  if (first) return first;
  if (!before) throw new Error(`${event.type} begins no closure`);
  const state = { ...before, version: before.version + 1 };
  switch (event.type) {
    case 'RoomClosureChanged':
      return { ...onNights(state, event.data), reason: event.data.reason, isEnded: false };
    case 'TentativeStayChanged': {
      const { guestName, tel, remark, until } = event.data;
      return heldFor(onNights(state, event.data), { guestName, tel, remark, until });
    }
    case 'TentativeStayRestored':
      return { ...heldFor(state, { until: event.data.until }), isEnded: false };
    case 'RoomClosureEnded':
    case 'TentativeStayReleased':
    case 'TentativeStayExpired':
    case 'TentativeStayBooked':
      return { ...state, isEnded: true };
    case 'PersonalDataErased':
      return { ...heldFor(state, { guestName: ERASED, tel: ERASED, remark: ERASED }), isErased: true };
    default:
      throw new Error(`${event.type} changes no closure`);
  }
}

/** Names what keeps a room from being sold. */
export function closureWord({ tentative }: Pick<RoomClosure, 'tentative'>): '売り止め' | '仮予約' {
  return tentative ? '仮予約' : '売り止め';
}

/** Says why a room is not sold, or for whom it is held, as it stands on its bar. */
export function closureReason({
  tentative,
  reason,
}: Pick<RoomClosureDetails, 'reason'> & Partial<Pick<RoomClosure, 'tentative'>>): string {
  return tentative ? `${tentative.guestName}様` : reason;
}

/** A closure as one line for staff, such as `1001号室 12/1(火)〜12/4(金) 3泊（水漏れ）`; for whom it is held only where it `namesGuest`. */
export function closureText(
  closure: RoomClosureDetails & Partial<Pick<RoomClosure, 'tentative'>>,
  namesGuest = true,
): string {
  const { roomNumber, start, end, tentative } = closure;
  const text = `${roomNumber} ${stayText({ start, end })}`;
  return tentative && !namesGuest ? text : `${text}（${closureReason(closure)}）`;
}

/** The rule that a room that is 売り止め or held by a 仮予約 takes no booking on those nights. */
export function closedRule(closure: RoomClosureDetails & Pick<RoomClosure, 'tentative'>): BrokenRule {
  const text = (namesGuest: boolean) =>
    `${closureWord(closure)}の部屋です: ${closureText(closure, namesGuest)}`;
  return conflict(closure.tentative ? 'room_held' : 'room_closed', 'room_id', text(true), text(false));
}
