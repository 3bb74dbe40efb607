import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { addDays, type Day, day, daysFromTo, nightsOf, type Stay } from '@domain/dates.js';
import { balanceOf, owedOf, prepaidOf, takenOf } from '@domain/reservation/account.js';
import type { ReservationCommand } from '@domain/reservation/reservation.commands.js';
import { groupIdOf, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { RESTORABLE } from '@domain/reservation/reversal/booking-past.js';
import type { ReversalPlan } from '@domain/reservation/reversal/plan-reversal.js';
import { roomMonthOf } from '@domain/room/room-directory.js';
import { CATEGORIES, categoryOf } from '@domain/room/room-month.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCreate, codesOf, month, roomIdOf } from '#tests/support/builders.js';
import { type SeenReservation, withoutHistory } from '#tests/support/seen-reservation.js';
import { runs, seed } from '#tests/support/trial-size.js';
import { type Asked, FIRST, ReservationWorld, SMALL_HOTEL, steps } from './reservation-world.js';

const TODAY = day('2026-12-01');
const DAYS = daysFromTo(addDays(FIRST, -2), addDays(FIRST, 40));

/** Number of times that there was something to check. */
const asked = {
  created: 0,
  amended: 0,
  refused: 0,
  cancelled: 0,
  grouped: 0,
  split: 0,
  merged: 0,
  extended: 0,
  moved: 0,
  elsewhere: 0,
};
const takenBack = { all: 0, nearest: 0, nothing: 0, otherRoom: 0 };
const reversed = { undone: 0, redone: 0, regrouped: 0 };

const nightsIn = (roomNumber: string, stay: Stay): string[] =>
  nightsOf(stay).map((night) => `${roomNumber} ${night}`);

/** No two active bookings share a night of a room. */
function checkNoNightTwice(world: ReservationWorld): void {
  const nights = world.active().flatMap((booking) => nightsIn(booking.roomNumber, stayOf(booking)));
  strictEqual(new Set(nights).size, nights.length, `a night twice in ${nights.join()}`);
}

/** Groups are adjacent stays of one room, but where the guest changed it; the first is the base, and all know the end of the last. */
function checkWholeGroups(world: ReservationWorld): void {
  const groups = new Map<number, Reservation[]>();
  for (const member of world.reservations.values()) {
    if (member.status === 'cancelled') {
      deepStrictEqual([member.baseBookingId, member.groupEndDate], [0, null], 'a cancelled member');
    } else groups.set(groupIdOf(member), [...(groups.get(groupIdOf(member)) ?? []), member]);
  }
  for (const [id, members] of groups) {
    const chain = members.sort((a, b) => (a.stayStart < b.stayStart ? -1 : 1));
    const end = chain.length > 1 ? chain.at(-1)?.stayEnd : null;
    strictEqual(chain[0]?.id, id, 'the base is the first');
    chain.forEach((member, index) => {
      const previous = chain[index - 1];
      strictEqual(member.baseBookingId, previous ? id : 0, 'members know their base');
      strictEqual(member.groupEndDate, end, 'members know the end');
      if (previous) {
        if (member.continues !== previous.id) strictEqual(member.roomNumber, previous.roomNumber, 'one room');
        strictEqual(member.stayStart, previous.stayEnd, 'adjacent');
      }
    });
  }
}

/** The changes of the counts add up to what a fresh count gives. */
function checkCounts(world: ReservationWorld): void {
  const summed = new Map<string, number>();
  for (const { date, category, actual } of world.deltas) {
    summed.set(`${date} ${category}`, (summed.get(`${date} ${category}`) ?? 0) + actual);
  }
  for (const date of DAYS) {
    const staying = world.active().filter(({ stayStart, stayEnd }) => stayStart <= date && date < stayEnd);
    const fresh = staying.map(({ roomNumber }) => {
      const room = SMALL_HOTEL.byNumber.get(roomNumber);
      return room ? categoryOf(roomMonthOf(room, date)) : null;
    });
    for (const category of CATEGORIES) {
      const count = fresh.filter((counted) => counted === category).length;
      strictEqual(summed.get(`${date} ${category}`) ?? 0, count, `${date} ${category}`);
    }
  }
}

/** Two stays that touch are grouped if they were before, but for the one that asked to join or to leave. */
function checkWishKept(world: ReservationWorld, { before: known, command, stored, id }: Asked): void {
  const asked = 'sameAsDayBefore' in command ? command.sameAsDayBefore : undefined;
  const wish = command.type === 'extend' || command.type === 'move' ? 1 : asked;
  const grouped = (reservations: ReadonlyMap<number, Reservation>, ids: [number, number]): boolean => {
    const [first, second] = ids.map((one) => reservations.get(one));
    return first !== undefined && second !== undefined && groupIdOf(first) === groupIdOf(second);
  };
  const active = world.active();
  // Who goes on in another room is followed by nobody in the room that was left.
  const isContinuedElsewhere = (at: number): boolean =>
    active.some(
      ({ continues, stayStart }) => continues === at && stayStart === world.reservations.get(at)?.stayEnd,
    );
  for (const member of active) {
    const before = active.filter(({ stayEnd }) => stayEnd === member.stayStart);
    const previous =
      before.find(({ id }) => id === member.continues) ??
      before.find(({ id: at, roomNumber }) => roomNumber === member.roomNumber && !isContinuedElsewhere(at));
    if (!previous) continue;
    // Who went on from a stay goes on from its new part.
    const formerId = command.type === 'move' && previous.id === id ? stored?.id : previous.id;
    const pair: [number, number] = [member.id, previous.id];
    const former: [number, number] = [member.id, formerId ?? 0];
    const expected = member.id === id && wish !== undefined ? wish === 1 : grouped(known, former);
    strictEqual(grouped(world.reservations, pair), expected, 'grouped as wished');
  }
}

/** A refusal leaves all as it was and says why: overlap exactly when one of the nights asked for is another's. */
function checkRefusal(world: ReservationWorld, { before, command, stored, decision }: Asked): void {
  const codes = codesOf(decision);
  ok(codes.length > 0, 'a refusal says why');
  deepStrictEqual([...world.reservations.keys()], [...before.keys()]);
  for (const [id, reservation] of before) ok(world.reservations.get(id) === reservation, 'nothing changed');
  if (!('draft' in command) || stored?.status === 'cancelled') return;
  const { stayStart: start, stayEnd: end, roomId } = { ...stored, ...command.draft };
  const roomNumber = roomId ? SMALL_HOTEL.byId.get(roomId)?.roomNumber : stored?.roomNumber;
  const wanted = start && end ? nightsIn(roomNumber ?? '', { start, end }) : [];
  const others = world.active().filter(({ id }) => id !== stored?.id);
  const taken = new Set(others.flatMap((other) => nightsIn(other.roomNumber, stayOf(other))));
  const overlap = wanted.some((night) => taken.has(night));
  strictEqual(codes.includes('overlap'), overlap, 'overlap told');
}

/** The parts of a stay have the fee, the points and the money that it had, and what was paid is paid. */
function checkDivided(world: ReservationWorld, { stored, id }: Asked): void {
  const parts = [stored?.id ?? 0, id].flatMap((one) => world.reservations.get(one) ?? []);
  const sum = (figure: (one: Reservation) => number) => parts.reduce((total, one) => total + figure(one), 0);
  if (!stored) return;
  strictEqual(
    sum(({ totalFee }) => totalFee),
    stored.totalFee,
    'fee',
  );
  strictEqual(
    sum(({ usedPoints }) => usedPoints),
    stored.usedPoints,
    'points',
  );
  for (const figure of [owedOf, takenOf, prepaidOf, balanceOf])
    strictEqual(sum(figure), figure(stored), figure.name);
  if (stored.paymentFlag === 1)
    deepStrictEqual(
      parts.map(({ paymentFlag }) => paymentFlag),
      [1, 1],
      'paid',
    );
}

function checkAsked(world: ReservationWorld, request: Asked): void {
  const { command, decision } = request;
  if (!decision.ok) {
    asked.refused += 1;
    checkRefusal(world, request);
    return;
  }
  checkWishKept(world, request);
  if (command.type === 'create') asked.created += 1;
  if (command.type === 'amend') asked.amended += 1;
  if (command.type === 'cancel') asked.cancelled += 1;
  if (command.type === 'extend') asked.extended += 1;
  if (command.type === 'move') {
    asked.moved += 1;
    checkDivided(world, request);
  }
  if (world.active().some(({ continues, baseBookingId }) => continues && baseBookingId > 0))
    asked.elsewhere += 1;
  const { regrouped } = decision.value;
  if (regrouped.some(({ place }) => place.groupEndDate === null)) asked.split += 1;
  if (regrouped.length > 2) asked.merged += 1;
  if (world.active().some(({ baseBookingId }) => baseBookingId > 0)) asked.grouped += 1;
}

/** A booking that its request began is there no more: cancelled and alone. */
const CANCELLED = { status: 'cancelled', baseBookingId: 0, groupEndDate: null } as const;
/** Check-in and check-out of a booking that came with a request: none. */
const ABSENT = { checkinDate: null, checkoutDate: null } as const;
/** The state without its request: the money that a part of a stay got with it is back where it was, and nothing is due. */
const gone = ({ money, ...state }: SeenReservation): SeenReservation => {
  const [isPrepaid, taken, lines] = JSON.parse(money) as [boolean, string[], string[]];
  const settled = taken.length > 0 ? { paymentFlag: 1 as const } : {};
  const without = JSON.stringify([isPrepaid, [], lines]);
  return { ...state, ...CANCELLED, ...ABSENT, ...settled, money: without };
};

/** Checks that what is given back is what was there before, and that the rest is as it is. */
function checkGivenBack(world: ReservationWorld, request: number, plan: ReversalPlan): void {
  for (const { id, before, after, current } of world.pasts(request)) {
    const final = plan.bookings.find((booking) => booking.id === id)?.final ?? current;
    if (![current.roomNumber, before?.roomNumber].includes(final.roomNumber)) takenBack.otherRoom += 1;
    if (final.status !== current.status && final.status === 'cancelled') {
      const isLeft = RESTORABLE.every((field) => field === 'status' || current[field] === after[field]);
      ok(isLeft, 'nobody worked on what is cancelled');
    }
    for (const field of RESTORABLE) {
      const goal: Reservation = before ?? { ...after, ...CANCELLED, ...ABSENT };
      // Where a cancelled booking would lie is of no interest to anybody.
      const isKept = goal.status === 'cancelled' && field !== 'status';
      const isChanged = goal[field] !== after[field] && !isKept;
      const isOpen = field === 'roomNumber' && plan.obstacles.length > 0;
      // It follows from the account.
      if (field === 'paymentFlag' && final.account) continue;
      if (isChanged && plan.obstacles.length === 0)
        strictEqual(final[field], goal[field], `${field} is back`);
      else if (!isOpen)
        ok(final[field] === current[field] || final[field] === goal[field], `${field} is kept`);
    }
  }
}

/** Takes back one of the requests, whatever was asked since. */
function takeBack(world: ReservationWorld, request: number): void {
  const plan = world.plan(request);
  checkGivenBack(world, request, plan);
  takenBack[plan.obstacles.length === 0 ? 'all' : plan.bookings.length > 0 ? 'nearest' : 'nothing'] += 1;
  world.reverse(plan);
  for (const { id, final } of plan.bookings) {
    const state = world.reservations.get(id) as Reservation;
    const expected = final.status === 'active' ? final : { ...final, ...CANCELLED };
    deepStrictEqual(withoutHistory(state), withoutHistory(expected));
  }
}

/** Closed rooms take nobody back: there, and only there, the last request may not be taken back whole. */
const isHindered = ({ obstacles }: ReversalPlan): boolean => {
  const others = obstacles.filter(({ cause }) => cause !== 'room_closed');
  deepStrictEqual(others, [], 'only closed rooms hinder');
  return obstacles.length > 0;
};

it('a guest who was missed and came after all is missed again when the check-in is taken back, and in when that is', () => {
  const world = new ReservationWorld(TODAY);
  const act = (command: ReservationCommand) => world.step({ kind: 'act', which: 0, command });
  world.step({ kind: 'create', command: aCreate({ stayStart: FIRST, stayEnd: addDays(FIRST, 2) }) });
  act({ type: 'mark-no-show' });
  const missed = world.states();
  act({ type: 'check-in', date: FIRST });
  const arrived = world.states();
  expect(world.reverse(world.plan(2))).toBe(true);
  expect(world.states()).toEqual(missed);
  expect(world.reverse(world.plan(3))).toBe(true);
  expect(world.states()).toEqual(arrived);
});

it('who paid the fee of a second no-show and is awaited again owes the stay, as the plan foresees', () => {
  const world = new ReservationWorld(TODAY);
  const act = (command: ReservationCommand) => world.step({ kind: 'act', which: 0, command });
  const missed = () => act({ type: 'mark-no-show', fee: { amount: 1, reason: '', taxRate: 10 } });
  world.step({ kind: 'create', command: aCreate({ stayStart: FIRST, stayEnd: addDays(FIRST, 2) }) });
  missed();
  act({ type: 'revert-no-show' });
  missed();
  act({ type: 'record-payment', paymentType: 1, paymentFlag: 1 });
  const plan = world.plan(1);
  expect(plan.bookings.map(({ final }) => final.paymentFlag)).toEqual([0]);
  expect(world.reverse(plan)).toBe(true);
  expect(world.active().map(({ paymentFlag }) => paymentFlag)).toEqual([0]);
});

it('a stay that was shortened to before the check-in is so again when its former dates are taken back', () => {
  const world = new ReservationWorld(TODAY);
  const act = (command: ReservationCommand) => world.step({ kind: 'act', which: 0, command });
  world.step({ kind: 'create', command: aCreate({ stayStart: FIRST, stayEnd: addDays(FIRST, 3) }) });
  act({ type: 'check-in', date: addDays(FIRST, 2) });
  act({ type: 'amend', draft: { stayEnd: addDays(FIRST, 1) }, sameAsDayBefore: 0, unreadable: [] });
  const shortened = world.states();
  expect(world.reverse(world.plan(2))).toBe(true);
  expect(world.reverse(world.plan(3))).toBe(true);
  expect(world.states()).toEqual(shortened);
});

it('the stay goes on as before when a move is taken back whose room the next part already was in', () => {
  const world = new ReservationWorld(TODAY);
  const roomId = roomIdOf('1001', month('2026-11'));
  const [stayStart, stayEnd] = [addDays(TODAY, -2), addDays(TODAY, 2)];
  world.step({ kind: 'create', command: aCreate({ stayStart, stayEnd, roomId }) });
  world.step({ kind: 'act', which: 0, command: { type: 'check-in', date: stayStart } });
  const other = roomIdOf('1002', month('2026-12'));
  world.step({ kind: 'extend', which: 0, extension: { roomId: other } });
  const extended = world.states();
  world.step({ kind: 'move', which: 0, move: { from: addDays(TODAY, 1), roomId: other } });
  expect(world.active().map(({ baseBookingId }) => baseBookingId)).toEqual([0, 1, 1]);
  expect(world.reverse(world.plan(3))).toBe(true);
  expect([...world.states()].slice(0, 2)).toEqual([...extended]);
});

it('a move out of the first part is taken back though the next part was checked in before it', () => {
  const world = new ReservationWorld(TODAY);
  const stayStart = addDays(TODAY, -3);
  world.step({
    kind: 'create',
    command: aCreate({ stayStart, stayEnd: TODAY, roomId: roomIdOf('1001', month('2026-11')) }),
  });
  world.step({ kind: 'continue', which: 0, nights: 1 });
  const checkIn = (which: number, date: Day) =>
    world.step({ kind: 'act', which, command: { type: 'check-in', date } });
  checkIn(1, TODAY);
  checkIn(0, stayStart);
  const before = world.states();
  const request = world.step({
    ...{ kind: 'move', which: 0 },
    move: { from: addDays(stayStart, 1), roomId: roomIdOf('1003', month('2026-11')) },
  } as const);
  expect(request).not.toBeNull();
  const plan = world.plan(world.requests.length - 1);
  expect(plan.obstacles).toEqual([]);
  expect(world.reverse(plan)).toBe(true);
  for (const [id, state] of before) expect(world.states().get(id)).toEqual(state);
});

describe('any history of commands', () => {
  it('books no night twice, keeps groups whole and gives back only what was, whatever is taken back when; its changes of the counts add up', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.nat(60), { minLength: 10, maxLength: 60 }), (history, which) => {
        const world = new ReservationWorld(TODAY);
        for (const [index, step] of history.entries()) {
          const request = world.step(step);
          if (request) checkAsked(world, request);
          const isReversed = which[0] !== undefined && which[0] % 2 === 0 && index % 2 === 0;
          const { length } = world.requests;
          if (isReversed && length > 0) takeBack(world, (which[index % which.length] as number) % length);
          checkNoNightTwice(world);
          checkWholeGroups(world);
        }
        checkCounts(world);
      }),
      { numRuns: runs(2_000), seed },
    );
    expect(Math.min(...Object.values(asked))).toBeGreaterThan(0);
    expect(Math.min(...Object.values(takenBack))).toBeGreaterThan(0);
  });

  it('gives back the former states one after the other, and the later ones when that is taken back', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const world = new ReservationWorld(TODAY);
        const former: ReturnType<ReservationWorld['states']>[] = [];
        for (const step of history) {
          const before = world.states();
          world.step(step);
          if (world.requests.length > former.length) former.push(before);
        }
        const takeLastBack = () => world.reverse(world.plan(world.requests.length - 1));
        for (const [request, before] of [...former.entries()].reverse()) {
          const later = world.states();
          const plan = world.plan(request);
          if (isHindered(plan)) return;
          ok(world.reverse(plan), 'something is taken back');
          const expected = [...later].map(([id, state]) => [id, before.get(id) ?? gone(state)] as const);
          deepStrictEqual(world.states(), new Map(expected));
          reversed.undone += 1;
          if (plan.bookings.length > 1) reversed.regrouped += 1;
          const undone = world.states();
          if (isHindered(world.plan(world.requests.length - 1))) return;
          ok(takeLastBack(), 'something is done again');
          deepStrictEqual(world.states(), later);
          reversed.redone += 1;
          ok(takeLastBack(), 'and taken back again');
          deepStrictEqual(world.states(), undone);
        }
      }),
      { numRuns: runs(1_000), seed },
    );
    expect(Math.min(...Object.values(reversed))).toBeGreaterThan(0);
  });
});
