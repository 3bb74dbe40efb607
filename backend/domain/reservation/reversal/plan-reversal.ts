import type { Day } from '../../dates.js';
import type { CsvReservationEvent } from '../../imports/csv-reservation.js';
import { reverseRegistration } from '../../imports/decide-registration.js';
import { keysOf } from '../../records.js';
import { isBookableFor, isSameKind, type Room } from '../../room/room-directory.js';
import { inDisplayOrder } from '../../room/room-order.js';
import { cancellationFeeOf, flagOf, hasEndedFee, withoutCancellationFee } from '../account.js';
import { chargedAgain } from '../cancellation-fee.js';
import { isAdjacent, type PlaceChange, regroupBy } from '../grouping.js';
import type { ReservationEvent } from '../reservation.events.js';
import { type Flag, groupIdOf, occupies, type Reservation, stayOf } from '../reservation.js';
import {
  type AccountReversal,
  accountAfter,
  accountKey,
  accountReversal,
  reverseAccount,
  transferReversal,
} from './account-reversal.js';
import {
  type BookingPast,
  differences,
  findViolations,
  lastChange,
  lastMoneyChange,
  type Obstacle,
  RESTORABLE,
  type ReversalFacts,
  unitOf,
} from './booking-past.js';

/** Restoration of one booking; `recordEvent` restores its imported record, null when that stays as it is. */
export type BookingReversal = {
  id: number;
  current: Reservation;
  final: Reservation;
  events: ReservationEvent[];
  recordEvent: CsvReservationEvent | null;
};

/** The whole reversal when there are no obstacles; otherwise those, and the nearest that the rules allow. */
export type ReversalPlan = { obstacles: Obstacle[]; bookings: BookingReversal[] };

type AmendedData = Extract<ReservationEvent, { type: 'ReservationAmended' }>['data'];

type Place = Partial<Pick<Reservation, 'roomNumber' | 'stayStart' | 'stayEnd' | 'status'>>;

/** Room, dates and status that a booking may get; another room is searched for when the option is tried. */
type PlaceOption = { place: Place; inOtherRoom?: true };

/** One booking while it is planned: what is still to be restored of it. */
type ReversalDraft = {
  past: BookingPast;
  /** The fields besides room, dates and status. */
  details: Partial<Reservation>;
  /** The first is tried; the last leaves everything as it is. */
  options: PlaceOption[];
  obstacles: Obstacle[];
  /** Money that is taken back; null for none. */
  money: AccountReversal | null;
};

const UNCHANGED: PlaceOption = { place: {} };

function byId(bookings: readonly Reservation[]): Map<number, Reservation> {
  return new Map(bookings.map((booking) => [booking.id, booking]));
}

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
  const options: PlaceOption[] = [{ place: former }];
  if (hasBoth) options.push({ place: rest });
  if (isMoved || status === 'active') {
    options.push({ place: { ...former, roomNumber: roomNumber ?? current.roomNumber }, inOtherRoom: true });
  }
  if (hasBoth) options.push({ place: status === undefined ? { roomNumber } : { roomNumber, status } });
  return [...options, UNCHANGED];
}

/** A booking that the request created or reinstated is cancelled, unless others have changed it since. */
function cancellingDraft(past: BookingPast): ReversalDraft {
  const { id, before, after, current } = past;
  const draft: ReversalDraft = { past, details: {}, options: [UNCHANGED], obstacles: [], money: null };
  if (current.status === 'cancelled') return draft;
  const changed = differences(after, current).filter((field) => field !== 'status');
  if (changed.length > 0 || accountKey(after) !== accountKey(current)) {
    const position = lastChange(past, changed) ?? lastMoneyChange(past);
    return { ...draft, obstacles: [{ bookingId: id, cause: 'changed', unit: 'status', position }] };
  }
  const dates = (['checkinDate', 'checkoutDate'] as const).filter(
    (date) => (before?.[date] ?? null) !== after[date],
  );
  const details = before ? pick(before, dates) : Object.fromEntries(dates.map((date) => [date, null]));
  // The fee of the cancellation is charged again with it.
  const money = before ? accountReversal(past) : transferReversal(past);
  return { ...draft, details, money, options: [{ place: { status: 'cancelled' } }, UNCHANGED] };
}

/** Returns what a booking should get back; the obstacle are fields that others have changed since. */
function draftOf(past: BookingPast): ReversalDraft {
  const { id, before, after, current } = past;
  const goal: Reservation = before ?? { ...after, status: 'cancelled' };
  if (goal.status === 'cancelled' && after.status === 'active') return cancellingDraft(past);
  const money = accountReversal(past);
  const isOfMoney = (field: string): boolean =>
    (field === 'paymentFlag' && (goal.account ?? after.account) !== undefined) ||
    (field === 'paymentType' && money !== null && current.paymentType !== after.paymentType);
  const wanted = differences(goal, after).filter(
    (field) => current[field] !== goal[field] && !isOfMoney(field),
  );
  const changedSince = wanted.filter((field) => current[field] !== after[field]);
  const blocked = changedSince.map(unitOf).filter((unit) => unit !== 'place');
  const free = wanted.filter((field) => !changedSince.includes(field) && !blocked.includes(unitOf(field)));
  const ofPlace = free.filter((field) => unitOf(field) === 'place' || field === 'status');
  const details = free.filter((field) => !ofPlace.includes(field));
  const position = lastChange(past, changedSince);
  return {
    past,
    details: pick(goal, details),
    options: placeOptions(current, pick(goal, ofPlace)),
    obstacles: changedSince.length > 0 ? [{ bookingId: id, cause: 'changed', unit: null, position }] : [],
    money,
  };
}

/** The payment flag as the draft would leave it: it follows from the money where that or the fee changes. */
function finalFlag({ past: { current }, money }: ReversalDraft, final: Reservation): Flag {
  const isOtherSum =
    final.status === 'active' &&
    (['totalFee', 'usedPoints', 'status', 'isNoShow'] as const).some(
      (field) => current[field] !== final[field],
    );
  const hasAccount = (current.account ?? final.account) !== undefined;
  return hasAccount && (money !== null || isOtherSum) ? flagOf(final) : final.paymentFlag;
}

/** The booking as the draft would leave it, its group apart. */
function finalOf(draft: ReversalDraft): Reservation {
  const { past, details, options, money } = draft;
  const final = { ...past.current, ...options[0]?.place, ...details };
  if (money) final.account = accountAfter(past.current, money);
  const isCheckedInAgain = past.current.checkinDate === null && final.checkinDate !== null;
  if (!final.isNoShow || isCheckedInAgain) delete final.isNoShow;
  if (hasEndedFee(final)) final.account = withoutCancellationFee(final.account);
  if (!final.account) delete final.account;
  if (final.continues === undefined) delete final.continues;
  final.paymentFlag = finalFlag(draft, final);
  return final;
}

/** All bookings as the drafts would leave them. */
function resultOf(drafts: readonly ReversalDraft[], { neighbours }: ReversalFacts): Reservation[] {
  return [...byId([...neighbours, ...drafts.map(finalOf)]).values()];
}

function violationsOf(drafts: readonly ReversalDraft[], facts: ReversalFacts): Obstacle[] {
  const all = resultOf(drafts, facts);
  return drafts.flatMap((draft) => {
    const violations = findViolations(draft.past, finalOf(draft), all, facts);
    return violations.map((violation) => ({ bookingId: draft.past.id, ...violation }));
  });
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
  const isAlike = (other: Room): boolean =>
    other !== room && isSameKind(room, other, stay) && isBookableFor(other, stay) && isFree(other.roomNumber);
  return inDisplayOrder(rooms).find(isAlike)?.roomNumber ?? null;
}

/** The places that a booking may get instead of the first; another room only where one is free. */
function nextPlaces(
  { past, options: [, next, ...rest] }: ReversalDraft,
  all: readonly Reservation[],
  facts: ReversalFacts,
): PlaceOption[] {
  if (!next) return [UNCHANGED];
  if (!next.inOtherRoom) return [next, ...rest];
  const { current } = past;
  const roomNumber = otherRoom({ ...current, ...next.place }, current, all, facts);
  return roomNumber === null ? rest : [{ place: { ...next.place, roomNumber } }, ...rest];
}

/** Returns what remains to be restored without the units that violate a rule. */
function withoutUnits(
  draft: ReversalDraft,
  units: ReadonlySet<string | null>,
  all: readonly Reservation[],
  facts: ReversalFacts,
): Partial<ReversalDraft> {
  const nothing = { details: {}, options: [UNCHANGED], money: null };
  if (units.has('account')) return draft.money ? { money: null } : nothing;
  if (units.has(null) || units.has('status')) return nothing;
  const fields = keysOf(draft.details);
  const allowed = fields.filter((field) => !units.has(unitOf(field)));
  const movesOn = units.has('place') && draft.options.length > 1;
  // The violated unit was not part of the draft: it conflicts with what the draft changes.
  if (!movesOn && allowed.length === fields.length) return nothing;
  const details = pick(finalOf(draft), allowed);
  const options = movesOn ? nextPlaces(draft, all, facts) : draft.options;
  // A booking that stays cancelled is not changed otherwise.
  const isCancelled = finalOf({ ...draft, details, options }).status === 'cancelled';
  return movesOn && isCancelled ? nothing : { details, options };
}

/** Takes from the drafts what violates a rule, until nothing does; returns the violations of the whole reversal. */
function removeViolations(drafts: readonly ReversalDraft[], facts: ReversalFacts): Obstacle[] {
  const violations = violationsOf(drafts, facts);
  for (let left = violations; left.length > 0; left = violationsOf(drafts, facts)) {
    for (const draft of drafts) {
      const own = left.filter(({ bookingId }) => bookingId === draft.past.id);
      const units = new Set(own.map(({ unit }) => unit));
      if (units.size > 0) Object.assign(draft, withoutUnits(draft, units, resultOf(drafts, facts), facts));
    }
  }
  return violations;
}

/** A booking that is back in its former room was not moved, if it had not been before. */
function withChangedRoom({ before, current }: BookingPast, final: Reservation): Reservation {
  if (final.roomNumber === current.roomNumber) return final;
  const wasUnmoved = before?.changedRoom === 0 && final.roomNumber === before.roomNumber;
  return { ...final, changedRoom: wasUnmoved ? 0 : 1 };
}

function areLinked(earlier: Reservation | undefined, later: Reservation | undefined): boolean {
  if (earlier?.status !== 'active' || later?.status !== 'active') return false;
  return groupIdOf(earlier) === groupIdOf(later) && isAdjacent(earlier, later);
}

/**
 * The places in groups that change: links that the request made are removed, links that it removed are restored where
 * the stays are still adjacent, and links that others changed since stay as they are.
 */
function restoredGroups(
  pasts: readonly BookingPast[],
  neighbours: readonly Reservation[],
  finals: readonly Reservation[],
): PlaceChange[] {
  const now = byId(neighbours);
  // A booking that the request did not change was the same before and after.
  const others = neighbours.filter(({ id }) => !pasts.some((past) => past.id === id));
  const before = byId([...others, ...pasts.flatMap((past) => past.before ?? [])]);
  const after = byId([...others, ...pasts.map((past) => past.after)]);
  const groups = new Set(finals.map(groupIdOf));
  const members = [...byId([...neighbours, ...finals]).values()].filter((one) => groups.has(groupIdOf(one)));
  return regroupBy(members, (member, previous) => {
    const [was, became, is] = [before, after, now].map((states) =>
      areLinked(states.get(previous.id), states.get(member.id)),
    );
    return (was === became ? is : was) === true;
  });
}

const FIELDS_OF_OTHER_EVENTS: readonly string[] = [
  'status',
  'checkinDate',
  'checkoutDate',
  'isNoShow',
  'taxExemption',
  'continues',
  'paymentFlag',
];

const DIVIDED: readonly string[] = ['stayEnd', 'totalFee', 'usedPoints'];

/** The details and the place in a group in which two states differ. */
function amendedData(current: Reservation, final: Reservation, money: AccountReversal | null): AmendedData {
  const isMoneyMoved = money !== null;
  // They change with the money that goes to another part of the stay, and are no other price.
  const isDivided = money?.entries.some(({ isTransfer }) => isTransfer) === true;
  const isPaymentRecorded = current.paymentFlag !== final.paymentFlag && !final.account;
  const fields = [...RESTORABLE, 'baseBookingId', 'groupEndDate'] as const;
  const changed = fields.filter(
    (field) =>
      current[field] !== final[field] &&
      !FIELDS_OF_OTHER_EVENTS.includes(field) &&
      !((isPaymentRecorded || isMoneyMoved) && field === 'paymentType') &&
      !(isDivided && DIVIDED.includes(field)),
  );
  const isFlagLeft = final.account && !isMoneyMoved && current.paymentFlag !== final.paymentFlag;
  const data: AmendedData = pick(final, isFlagLeft ? [...changed, 'paymentFlag'] : changed);
  return data.roomNumber !== undefined && final.changedRoom === 0 ? { ...data, changedRoom: 0 } : data;
}

/** The fee of a no-show that begins anew on other dates: the one before ended with them. */
function feeAgain(current: Reservation, final: Reservation): ReservationEvent[] {
  const fee = current.isNoShow && cancellationFeeOf(current) ? cancellationFeeOf(final) : null;
  const event = fee && chargedAgain(fee, final.paymentFlag);
  return event ? [event] : [];
}

/** The events that lead from one state of a booking to another; `ending` is the one that cancels it. */
function compensate(
  current: Reservation,
  final: Reservation,
  ending: 'ReservationCancelled' | 'ReservationReturnedToAutoFail',
  { paymentDay, money }: { paymentDay: Day; money: AccountReversal | null },
): ReservationEvent[] {
  const events: ReservationEvent[] = [];
  const checksInAgain = current.checkinDate !== final.checkinDate;
  const checksOutAgain = current.checkoutDate !== final.checkoutDate || checksInAgain;
  if (current.status === 'cancelled' && final.status === 'active') {
    events.push({ type: 'ReservationReinstated', data: {} });
  }
  if (current.checkoutDate !== null && checksOutAgain) events.push({ type: 'CheckOutReverted', data: {} });
  if (current.checkinDate !== null && checksInAgain) events.push({ type: 'CheckInReverted', data: {} });
  const data = final.status === 'active' ? amendedData(current, final, money) : {};
  if (Object.keys(data).length > 0) events.push({ type: 'ReservationAmended', data });
  // New dates and a check-in end a no-show.
  const isKept = current.isNoShow && data.stayStart === undefined;
  if (final.isNoShow && !isKept) events.push({ type: 'GuestNoShow', data: {} }, ...feeAgain(current, final));
  if (isKept && !final.isNoShow && final.checkinDate === null)
    events.push({ type: 'NoShowReverted', data: {} });
  if (current.taxExemption !== final.taxExemption) {
    events.push({ type: 'LodgingTaxExempted', data: { exemption: final.taxExemption ?? null } });
  }
  if (current.continues !== final.continues) {
    events.push({ type: 'StayContinued', data: { continues: final.continues ?? null } });
  }
  if (final.checkinDate !== null && checksInAgain) {
    events.push({ type: 'GuestCheckedIn', data: { date: final.checkinDate } });
  }
  if (final.checkoutDate !== null && checksOutAgain) {
    events.push({ type: 'GuestCheckedOut', data: { date: final.checkoutDate } });
  }
  if (current.status === 'active' && final.status === 'cancelled') events.push({ type: ending, data: {} });
  if (money) events.push(...reverseAccount(money, current, final, paymentDay));
  else if (current.paymentFlag !== final.paymentFlag && data.paymentFlag === undefined) {
    const { paymentType, paymentFlag } = final;
    const nothing = { moved: [], isPrepaid: final.account?.isPrepaid === true, reverses: [] };
    events.push({ type: 'PaymentRecorded', data: { paymentType, paymentFlag, paymentDay, ...nothing } });
  }
  return events;
}

/** The lines by which nights were given up. */
const givenUp = (state: Reservation | null): number =>
  (state?.account?.charges ?? []).filter(({ nights }) => nights !== undefined).length;

/**
 * Returns true for a part of a stay that came or went with the request, and for nights that were given up for money: all is
 * restored, or nothing.
 */
function isWhole({ before, after }: BookingPast): boolean {
  const isPart = after.continues !== undefined && before?.status !== after.status;
  return isPart || givenUp(before) !== givenUp(after);
}

/**
 * Plans how what a request did to bookings is reversed: by compensating events that restore every booking's state
 * before the request, as far as nobody else has changed it since and the rules allow it (spec 4 and 5).
 */
export function planReversal(pasts: readonly BookingPast[], facts: ReversalFacts): ReversalPlan {
  const drafts = pasts.map(draftOf);
  const obstacles = [...drafts.flatMap((draft) => draft.obstacles), ...removeViolations(drafts, facts)];
  if (obstacles.length > 0 && pasts.some(isWhole)) return { obstacles, bookings: [] };
  const known = byId([...facts.neighbours, ...pasts.map(({ current }) => current)]);
  const finals = byId(drafts.map((draft) => withChangedRoom(draft.past, finalOf(draft))));
  for (const { id, place } of restoredGroups(pasts, facts.neighbours, [...finals.values()])) {
    const booking = finals.get(id) ?? known.get(id);
    if (booking) finals.set(id, { ...booking, ...place });
  }
  const bookings = [...finals].map(([id, final]): BookingReversal => {
    const past = pasts.find((one) => one.id === id);
    const current = known.get(id) ?? final;
    const isComplete = !obstacles.some(({ bookingId }) => bookingId === id);
    const record =
      past?.record?.changed && (current.status !== final.status || isComplete) ? past.record : null;
    const ending = record ? 'ReservationReturnedToAutoFail' : 'ReservationCancelled';
    const money = drafts.find((draft) => draft.past.id === id)?.money ?? null;
    const { paymentDay } = facts;
    const events = compensate(current, final, ending, { paymentDay, money });
    return { id, current, final, events, recordEvent: record && reverseRegistration(record) };
  });
  return { obstacles, bookings: bookings.filter(({ events }) => events.length > 0) };
}
