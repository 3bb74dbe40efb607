import type { Reservation } from '../reservation.js';
import { type BookingPast, differences, goalOf, lastChange, unitOf } from './booking-past.js';
import { type Obstacle, obstacle } from './obstacle.js';
import { type PlaceOption, placeOptions } from './place-options.js';

/** One booking on its way back: what is to be given back of it, and what has turned out to be impossible. */
export type ReversalDraft = {
  past: BookingPast;
  /** The fields that go back beside room, dates and state, by unit. */
  units: Map<string, Partial<Reservation>>;
  /** Room, dates and state as they may be, the best first; the last leaves them as they are. */
  options: PlaceOption[];
};

function pick(from: Reservation, fields: readonly (keyof Reservation)[]): Partial<Reservation> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/** One that is to be cancelled must be as the request left it: what others did to it would be lost. */
function cancelling(past: BookingPast): { draft: ReversalDraft; obstacles: Obstacle[] } {
  const { id, after, current } = past;
  const stayActs = ['checkinDate', 'checkoutDate'] as const;
  const own = stayActs.filter((field) => past.before && past.before[field] !== after[field]);
  const changed = differences(after, current).filter((field) => field !== 'status');
  const asItIs: PlaceOption = { kind: 'as is', patch: {} };
  const draft: ReversalDraft = {
    past,
    units: new Map(own.map((field) => [field, { [field]: past.before?.[field] ?? null }])),
    options: [{ kind: 'cancelled', patch: { status: 'cancelled' } }, asItIs],
  };
  if (current.status === 'cancelled')
    return { draft: { ...draft, units: new Map(), options: [asItIs] }, obstacles: [] };
  if (changed.length === 0) return { draft, obstacles: [] };
  const hindered = { ...draft, units: new Map(), options: [asItIs] };
  const known = { fields: changed, position: lastChange(past, changed) };
  return { draft: hindered, obstacles: [obstacle(id, 'changed', 'status', known)] };
}

/** What a booking should get back, and what others have changed since of just that. */
export function draftOf(past: BookingPast): { draft: ReversalDraft; obstacles: Obstacle[] } {
  const { id, after, current } = past;
  const goal = goalOf(past);
  if (goal.status === 'cancelled' && after.status === 'active') return cancelling(past);
  const wanted = differences(goal, after).filter((field) => current[field] !== goal[field]);
  const changedSince = wanted.filter((field) => current[field] !== after[field]);
  const hindered = new Set(changedSince.map(unitOf).filter((unit) => unit !== 'place'));
  const free = wanted.filter((field) => !changedSince.includes(field) && !hindered.has(unitOf(field)));
  const units = new Map<string, Partial<Reservation>>();
  for (const field of free) {
    const unit = unitOf(field);
    if (unit !== 'place' && unit !== 'status')
      units.set(unit, { ...units.get(unit), ...pick(goal, [field]) });
  }
  const place = free.filter((field) => unitOf(field) === 'place' || field === 'status');
  const draft = { past, units, options: placeOptions(current, pick(goal, place)) };
  if (changedSince.length === 0) return { draft, obstacles: [] };
  const known = { fields: changedSince, position: lastChange(past, changedSince) };
  return { draft, obstacles: [obstacle(id, 'changed', null, known)] };
}

/** The booking as the draft would leave it, its group apart. */
export function finalOf({ past, units, options }: ReversalDraft): Reservation {
  const patches = [...units.values()];
  return Object.assign({}, past.current, options[0]?.patch, ...patches);
}
