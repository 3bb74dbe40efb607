import { type BrokenRule, conflict } from '../broken-rule.js';
import { brokenNightRules } from './decide-room-closure.js';
import type { TentativeFacts } from './decide-tentative-stay.js';
import { closureWord, type RoomClosure, type RoomClosureEvent } from './room-closure.js';
import { type RoomDirectory, roomDirectory } from './room-directory.js';

/** The states of a 売り止め or 仮予約 around a request (`before` is null when it recorded the closure), and now. */
export type ClosurePast = { before: RoomClosure | null; after: RoomClosure; current: RoomClosure };

/** A closure as it is planned to be: `event` is null where it stays as it is, and `broken` says why it has to. */
export type ClosureReversal = {
  current: RoomClosure;
  final: RoomClosure;
  event: RoomClosureEvent | null;
  broken: 'changed' | BrokenRule | null;
};

const ERASED_GUEST = conflict('erased', null, '個人情報を削除した仮予約は元に戻せません。');
const OVER = conflict('tentative_over', null, '元の期限が過ぎています。');

const CONTENT = ['start', 'end', 'reason', 'isEnded'] as const;
const HELD_FOR = ['guestName', 'tel', 'remark', 'until'] as const;

const isSame = (one: RoomClosure, other: RoomClosure): boolean =>
  (one.isEnded && other.isEnded) ||
  (CONTENT.every((field) => one[field] === other[field]) &&
    HELD_FOR.every((field) => one.tentative?.[field] === other.tentative?.[field]));

/** Returns the event that makes a closure what it was. */
function eventTowards(
  { start, end, reason, isEnded, tentative }: RoomClosure,
  current: RoomClosure,
): RoomClosureEvent {
  if (!tentative) {
    if (isEnded) return { type: 'RoomClosureEnded', data: {} };
    return { type: 'RoomClosureChanged', data: { start, end, reason } };
  }
  if (isEnded) return { type: 'TentativeStayReleased', data: {} };
  return current.isEnded
    ? { type: 'TentativeStayRestored', data: { until: tentative.until } }
    : { type: 'TentativeStayChanged', data: { start, end, ...tentative } };
}

/** Plans the former state of a closure; it stays as it is where others have changed it since. */
function formerOf({ before, after, current }: ClosurePast): ClosureReversal {
  const goal: RoomClosure = before ?? { ...after, isEnded: true };
  const kept = { current, final: current, event: null };
  if (isSame(goal, current)) return { ...kept, broken: null };
  if (current.isErased) return { ...kept, broken: ERASED_GUEST };
  if (!isSame(after, current)) return { ...kept, broken: 'changed' };
  const { start, end, reason, isEnded, tentative } = goal;
  return {
    current,
    final: { ...current, start, end, reason, isEnded, tentative },
    event: eventTowards(goal, current),
    broken: null,
  };
}

/** Plans what a request did to closures back; `bookings` come later: see `withBookings`. */
export function planClosures(pasts: readonly ClosurePast[]): ClosureReversal[] {
  return pasts.map(formerOf);
}

/** The rooms once the closures are as planned. */
export function roomsAfter(
  { byId, closures }: RoomDirectory,
  plans: readonly ClosureReversal[],
): RoomDirectory {
  const others = closures.filter(({ id }) => !plans.some(({ current }) => current.id === id));
  return roomDirectory(byId.values(), [...others, ...plans.map(({ final }) => final)]);
}

const isOver = ({ tentative }: RoomClosure, now: string): boolean =>
  tentative !== null && Date.parse(tentative.until) <= Date.parse(now);

/**
 * Leaves a closure as it is where its former nights are a booking's or another closure's by now, and a 仮予約 whose former end
 * has passed.
 */
export function withBookings(plans: readonly ClosureReversal[], facts: TentativeFacts): ClosureReversal[] {
  return plans.map((plan) => {
    const { current, final, event } = plan;
    if (!event || final.isEnded) return plan;
    const [rule] = [
      ...brokenNightRules(final, closureWord(final), final.id, facts),
      ...(isOver(final, facts.now) ? [OVER] : []),
    ];
    return rule ? { current, final: current, event: null, broken: rule } : plan;
  });
}
