import type { BrokenRule } from '../broken-rule.js';
import type { Reservation } from '../reservation/reservation.js';
import { brokenNightRules } from './decide-room-closure.js';
import type { RoomClosure, RoomClosureEvent } from './room-closure.js';
import { type RoomDirectory, roomDirectory } from './room-directory.js';

/** The states of a 売り止め around a request (`before` is null when it recorded the closure), and now. */
export type ClosurePast = { before: RoomClosure | null; after: RoomClosure; current: RoomClosure };

/** A closure as it is planned to be: `event` is null where it stays as it is, and `broken` says why it has to. */
export type ClosureReversal = {
  current: RoomClosure;
  final: RoomClosure;
  event: RoomClosureEvent | null;
  broken: 'changed' | BrokenRule | null;
};

const NIGHTS = ['start', 'end', 'reason', 'isEnded'] as const;

const isSame = (one: RoomClosure, other: RoomClosure): boolean =>
  (one.isEnded && other.isEnded) || NIGHTS.every((field) => one[field] === other[field]);

/** Plans the former state of a closure; it stays as it is where others have changed it since. */
function formerOf({ before, after, current }: ClosurePast): ClosureReversal {
  const goal: RoomClosure = before ?? { ...after, isEnded: true };
  const kept = { current, final: current, event: null };
  if (isSame(goal, current)) return { ...kept, broken: null };
  if (!isSame(after, current)) return { ...kept, broken: 'changed' };
  const { start, end, reason, isEnded } = goal;
  return {
    current,
    final: { ...current, start, end, reason, isEnded },
    event: isEnded
      ? { type: 'RoomClosureEnded', data: {} }
      : { type: 'RoomClosureChanged', data: { start, end, reason } },
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

/** Leaves a closure as it is where its former nights are a booking's or another closure's by now. */
export function withBookings(
  plans: readonly ClosureReversal[],
  facts: { rooms: RoomDirectory; bookings: readonly Reservation[] },
): ClosureReversal[] {
  return plans.map((plan) => {
    const { current, final, event } = plan;
    if (!event || final.isEnded) return plan;
    const [rule] = brokenNightRules(final, '売り止め', final.id, facts);
    return rule ? { current, final: current, event: null, broken: rule } : plan;
  });
}
