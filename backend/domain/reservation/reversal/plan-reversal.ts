import type { Stay } from '../../dates.js';
import type { CsvReservationEvent } from '../../imports/csv-reservation.js';
import { reverseRegistration } from '../../imports/decide-registration.js';
import { isBookableFor, type Room, roomMonthsOfStay } from '../../room/room-directory.js';
import { compareRoomNumbers } from '../../room/room-order.js';
import type { ReservationEvent } from '../reservation.events.js';
import { occupies, type Reservation, stayOf } from '../reservation.js';
import {
  type BookingPast,
  differences,
  lastChange,
  type Obstacle,
  type ReversalFacts,
  unitOf,
} from './booking-past.js';
import { compensate } from './compensate.js';
import { findViolations } from './find-violations.js';
import { restoreGroups } from './restore-groups.js';

/** How one booking is restored; `recordEvent` restores its imported record, null when that stays as it is. */
export type BookingReversal = {
  id: number;
  current: Reservation;
  final: Reservation;
  events: ReservationEvent[];
  recordEvent: CsvReservationEvent | null;
};

/** The whole reversal when there are no obstacles; otherwise those, and the nearest that the rules allow. */
export type ReversalPlan = { obstacles: Obstacle[]; bookings: BookingReversal[] };

type Place = Partial<Pick<Reservation, 'roomNumber' | 'stayStart' | 'stayEnd' | 'status'>>;

/** Room, dates and status that a booking may get. */
type PlaceOption = { patch: Place /** Its room is searched for when it is tried. */; inOtherRoom?: true };

/** One booking while it is planned: what is still to be restored of it. */
type ReversalDraft = {
  past: BookingPast;
  /** The fields besides room, dates and status, by unit. */
  units: Map<string, Partial<Reservation>>;
  /** The first is tried; the last leaves everything as it is. */
  options: PlaceOption[];
  obstacles: Obstacle[];
};

const UNCHANGED: PlaceOption = { patch: {} };

function pick(from: Reservation, fields: readonly (keyof Reservation)[]): Partial<Reservation> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/**
 * The places that a booking may get, the best first: its former one; the former dates in its present room; the former
 * dates in a free room of the former one's kind; the former room on the present dates; as it is.
 */
function placeOptions(current: Reservation, former: Place): PlaceOption[] {
  if (Object.keys(former).length === 0) return [UNCHANGED];
  const { roomNumber, ...rest } = former;
  const { status, ...dates } = rest;
  const isMoved = roomNumber !== undefined;
  const hasBoth = isMoved && Object.keys(dates).length > 0;
  const options: PlaceOption[] = [{ patch: former }];
  if (hasBoth) options.push({ patch: rest });
  if (isMoved || status === 'active') {
    options.push({ patch: { ...former, roomNumber: roomNumber ?? current.roomNumber }, inOtherRoom: true });
  }
  if (hasBoth) options.push({ patch: status === undefined ? { roomNumber } : { roomNumber, status } });
  return [...options, UNCHANGED];
}

/** A booking that the request created or reinstated is cancelled, unless others have changed it since. */
function cancellingDraft(past: BookingPast): ReversalDraft {
  const { id, before, after, current } = past;
  const draft: ReversalDraft = { past, units: new Map(), options: [UNCHANGED], obstacles: [] };
  if (current.status === 'cancelled') return draft;
  const changed = differences(after, current).filter((field) => field !== 'status');
  if (changed.length > 0) {
    const position = lastChange(past, changed);
    return { ...draft, obstacles: [{ bookingId: id, cause: 'changed', unit: 'status', position }] };
  }
  for (const field of ['checkinDate', 'checkoutDate'] as const) {
    if (before && before[field] !== after[field]) draft.units.set(field, { [field]: before[field] });
  }
  return { ...draft, options: [{ patch: { status: 'cancelled' } }, UNCHANGED] };
}

/** What a booking should get back; the obstacle are fields that others have changed since. */
function draftOf(past: BookingPast): ReversalDraft {
  const { id, before, after, current } = past;
  const goal: Reservation = before ?? { ...after, status: 'cancelled' };
  if (goal.status === 'cancelled' && after.status === 'active') return cancellingDraft(past);
  const wanted = differences(goal, after).filter((field) => current[field] !== goal[field]);
  const changedSince = wanted.filter((field) => current[field] !== after[field]);
  const blocked = new Set(changedSince.map(unitOf).filter((unit) => unit !== 'place'));
  const free = wanted.filter((field) => !changedSince.includes(field) && !blocked.has(unitOf(field)));
  const ofPlace = free.filter((field) => unitOf(field) === 'place' || field === 'status');
  const units = new Map<string, Partial<Reservation>>();
  for (const field of free.filter((field) => !ofPlace.includes(field))) {
    units.set(unitOf(field), { ...units.get(unitOf(field)), ...pick(goal, [field]) });
  }
  const obstacles: Obstacle[] =
    changedSince.length === 0
      ? []
      : [{ bookingId: id, cause: 'changed', unit: null, position: lastChange(past, changedSince) }];
  return { past, units, options: placeOptions(current, pick(goal, ofPlace)), obstacles };
}

/** The booking as the draft would leave it, its group apart. */
function finalOf({ past, units, options }: ReversalDraft): Reservation {
  return Object.assign({}, past.current, options[0]?.patch, ...units.values());
}

/** All bookings as the drafts would leave them. */
function resultOf(drafts: readonly ReversalDraft[], { neighbours }: ReversalFacts): Reservation[] {
  const all = new Map(neighbours.map((booking) => [booking.id, booking]));
  for (const draft of drafts) all.set(draft.past.id, finalOf(draft));
  return [...all.values()];
}

function violationsOf(drafts: readonly ReversalDraft[], facts: ReversalFacts): Obstacle[] {
  const all = resultOf(drafts, facts);
  return drafts.flatMap((draft) => findViolations(draft.past, finalOf(draft), all, facts));
}

const KIND = ['roomType', 'priority', 'smokingStatus', 'corporate'] as const;

function isSameKind(room: Room, other: Room, stay: Stay): boolean {
  const months = roomMonthsOfStay(room, stay);
  const others = roomMonthsOfStay(other, stay);
  if (!months || !others) return false;
  return months.every((month, index) => KIND.every((field) => month[field] === others[index]?.[field]));
}

/**
 * Another room of the same kind that is free for the stay, the first in display order; null when there is none, or when
 * the booking's present room is of that kind as well.
 */
function otherRoom(
  booking: Reservation,
  current: Reservation,
  all: readonly Reservation[],
  { rooms, isTaken }: ReversalFacts,
): string | null {
  const stay = stayOf(booking);
  const room = rooms.byNumber.get(booking.roomNumber);
  const present = rooms.byNumber.get(current.roomNumber);
  if (!room) return null;
  if (current.status === 'active' && present && isSameKind(room, present, stay)) return null;
  const isFree = (number: string): boolean =>
    !isTaken(number, stay) && !all.some((other) => other.id !== booking.id && occupies(other, number, stay));
  const found = [...rooms.byNumber.values()].filter(
    (other) =>
      other !== room &&
      isSameKind(room, other, stay) &&
      isBookableFor(other, stay) &&
      isFree(other.roomNumber),
  );
  return found.map(({ roomNumber }) => roomNumber).sort(compareRoomNumbers)[0] ?? null;
}

/** Goes on to the next place that the booking may get. */
function tryNextPlace(draft: ReversalDraft, drafts: readonly ReversalDraft[], facts: ReversalFacts): void {
  draft.options = draft.options.slice(1);
  const [next] = draft.options;
  if (!next?.inOtherRoom) return;
  const roomNumber = otherRoom(finalOf(draft), draft.past.current, resultOf(drafts, facts), facts);
  if (roomNumber === null) tryNextPlace(draft, drafts, facts);
  else next.patch = { ...next.patch, roomNumber };
}

function restoreNothing(draft: ReversalDraft): void {
  draft.units.clear();
  draft.options = [UNCHANGED];
}

/** Removes from each draft what violates a rule. */
function removeViolations(
  drafts: readonly ReversalDraft[],
  violations: readonly Obstacle[],
  facts: ReversalFacts,
): void {
  for (const draft of drafts) {
    const own = violations.filter(({ bookingId }) => bookingId === draft.past.id);
    if (own.length === 0) continue;
    const sizeBefore = draft.units.size + draft.options.length;
    const units = new Set(own.map(({ unit }) => unit));
    if (units.has(null) || units.has('status')) restoreNothing(draft);
    for (const unit of units) if (unit !== null) draft.units.delete(unit);
    if (units.has('place') && draft.options.length > 1) {
      tryNextPlace(draft, drafts, facts);
      // A booking that stays cancelled is not changed otherwise.
      if (finalOf(draft).status === 'cancelled') restoreNothing(draft);
    }
    // The violated unit was not part of the draft: it conflicts with what the draft changes.
    if (draft.units.size + draft.options.length === sizeBefore) restoreNothing(draft);
  }
}

/** A booking that is back in its former room was not moved, if it had not been before. */
function withChangedRoom({ before, current }: BookingPast, final: Reservation): Reservation {
  if (final.roomNumber === current.roomNumber) return final;
  const wasUnmoved = before?.changedRoom === 0 && final.roomNumber === before.roomNumber;
  return { ...final, changedRoom: wasUnmoved ? 0 : 1 };
}

/**
 * Plans how what a request did to bookings is reversed: by compensating events that restore every booking's state
 * before the request, as far as nobody else has changed it since and the rules allow it (spec 4 and 5).
 */
export function planReversal(pasts: readonly BookingPast[], facts: ReversalFacts): ReversalPlan {
  const drafts = pasts.map(draftOf);
  let violations = violationsOf(drafts, facts);
  const obstacles = [...drafts.flatMap((draft) => draft.obstacles), ...violations];
  while (violations.length > 0) {
    removeViolations(drafts, violations, facts);
    violations = violationsOf(drafts, facts);
  }
  const finals = new Map(drafts.map((draft) => [draft.past.id, withChangedRoom(draft.past, finalOf(draft))]));
  const known = new Map(facts.neighbours.map((booking) => [booking.id, booking]));
  for (const { id, place } of restoreGroups(pasts, facts.neighbours, finals)) {
    const booking = finals.get(id) ?? known.get(id);
    if (booking) finals.set(id, { ...booking, ...place });
  }
  const bookings = [...finals].map(([id, final]): BookingReversal => {
    const past = pasts.find((one) => one.id === id);
    const current = past?.current ?? known.get(id) ?? final;
    const isWhole = !obstacles.some(({ bookingId }) => bookingId === id);
    const record = past?.record?.changed && (current.status !== final.status || isWhole) ? past.record : null;
    const events = compensate(
      current,
      final,
      record ? 'ReservationReturnedToAutoFail' : 'ReservationCancelled',
    );
    return { id, current, final, events, recordEvent: record && reverseRegistration(record) };
  });
  return { obstacles, bookings: bookings.filter(({ events }) => events.length > 0) };
}
