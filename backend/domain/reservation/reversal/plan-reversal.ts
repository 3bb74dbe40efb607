import type { ReservationEvent } from '../reservation.events.js';
import type { Reservation } from '../reservation.js';
import type { BookingPast } from './booking-past.js';
import { compensate } from './compensate.js';
import { findViolations } from './find-violations.js';
import type { Obstacle } from './obstacle.js';
import { otherRoom } from './other-room.js';
import { restoreGroups } from './restore-groups.js';
import { draftOf, finalOf, type ReversalDraft } from './reversal-draft.js';
import type { ReversalFacts } from './reversal-facts.js';

/** What one booking goes through on its way back. `restoresRecord`: its imported record goes back as well. */
export type BookingReversal = {
  id: number;
  current: Reservation;
  final: Reservation;
  events: ReservationEvent[];
  restoresRecord: boolean;
};

/** The whole way back when nothing stands in it; otherwise what does, and the nearest that the rules allow. */
export type ReversalPlan = { obstacles: Obstacle[]; bookings: BookingReversal[] };

/** All bookings as they would be. */
function world(drafts: readonly ReversalDraft[], { neighbours }: ReversalFacts): Map<number, Reservation> {
  const all = new Map(neighbours.map((booking) => [booking.id, booking]));
  for (const draft of drafts) all.set(draft.past.id, finalOf(draft));
  return all;
}

function violationsOf(drafts: readonly ReversalDraft[], facts: ReversalFacts): Obstacle[] {
  const all = world(drafts, facts);
  const others = [...all.values()];
  return drafts.flatMap(({ past }) => findViolations(past, all.get(past.id) ?? past.current, others, facts));
}

function giveUp(draft: ReversalDraft): void {
  draft.units.clear();
  draft.options.splice(0, draft.options.length - 1);
}

/** Takes the next place that the booking may get; a room of the same kind is looked for now. */
function nextPlace(draft: ReversalDraft, drafts: readonly ReversalDraft[], facts: ReversalFacts): void {
  draft.options.shift();
  const [next] = draft.options;
  if (next?.kind !== 'other room') return;
  const { past } = draft;
  const found = otherRoom(finalOf(draft), past.current, [...world(drafts, facts).values()], facts);
  if (found === null) nextPlace(draft, drafts, facts);
  else next.patch = { ...next.patch, roomNumber: found };
}

/** Gives up of each booking what violates a rule. */
function giveWay(
  drafts: readonly ReversalDraft[],
  violations: readonly Obstacle[],
  facts: ReversalFacts,
): void {
  for (const draft of drafts) {
    const own = violations.filter(({ bookingId }) => bookingId === draft.past.id);
    if (own.length === 0) continue;
    const wished = draft.units.size + draft.options.length;
    const units = new Set(own.map(({ unit }) => unit));
    if (units.has(null) || units.has('status')) giveUp(draft);
    for (const unit of units) {
      if (unit !== null && unit !== 'place') draft.units.delete(unit);
    }
    if (units.has('place') && draft.options.length > 1) {
      nextPlace(draft, drafts, facts);
      // One that stays cancelled gets nothing else back either.
      if (finalOf(draft).status === 'cancelled') giveUp(draft);
    }
    // What it keeps of the present can't be in the way: then all that it wishes is.
    if (draft.units.size + draft.options.length === wished) giveUp(draft);
  }
}

/** A booking with its former room back was not moved after all. */
function withMoves(past: BookingPast, final: Reservation): Reservation {
  if (final.roomNumber === past.current.roomNumber) return final;
  const wasUnmoved = past.before?.changedRoom === 0 && final.roomNumber === past.before.roomNumber;
  return { ...final, changedRoom: wasUnmoved ? 0 : 1 };
}

/**
 * Plans how what a request did to bookings is taken back: as compensating events that give every booking the state
 * before the request as far as nobody else has changed it since and the rules allow it (spec 4 and 5).
 */
export function planReversal(pasts: readonly BookingPast[], facts: ReversalFacts): ReversalPlan {
  const begun = pasts.map(draftOf);
  const drafts = begun.map(({ draft }) => draft);
  const obstacles = begun.flatMap((one) => one.obstacles);
  let violations = violationsOf(drafts, facts);
  obstacles.push(...violations);
  while (violations.length > 0) {
    giveWay(drafts, violations, facts);
    violations = violationsOf(drafts, facts);
  }
  const finals = new Map(drafts.map((draft) => [draft.past.id, withMoves(draft.past, finalOf(draft))]));
  const known = new Map(facts.neighbours.map((booking) => [booking.id, booking]));
  for (const { id, place } of restoreGroups(pasts, facts.neighbours, finals)) {
    const booking = finals.get(id) ?? known.get(id);
    if (booking) finals.set(id, { ...booking, ...place });
  }
  const bookings = [...finals].map(([id, final]): BookingReversal => {
    const past = pasts.find((one) => one.id === id);
    const current = past?.current ?? known.get(id) ?? final;
    const hindered = obstacles.some(({ bookingId }) => bookingId === id);
    const isBack = current.status !== final.status || !hindered;
    const restoresRecord = past?.record?.changed != null && isBack;
    const ending = restoresRecord ? 'ReservationReturnedToAutoFail' : 'ReservationCancelled';
    return { id, current, final, events: compensate(current, final, ending), restoresRecord };
  });
  return { obstacles, bookings: bookings.filter(({ events }) => events.length > 0) };
}
