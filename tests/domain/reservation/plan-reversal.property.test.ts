import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { addDays, day, daysFromTo } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { RESTORABLE } from '@domain/reservation/reversal/booking-past.js';
import type { ReversalPlan } from '@domain/reservation/reversal/plan-reversal.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../support/trial-size.js';
import { FIRST, steps } from './reservation-steps.js';
import { checkCounts, checkNoNightTwice, checkWholeGroups } from './reservation-world.js';
import { ReversalWorld } from './reversal-world.js';

const TODAY = day('2026-12-01');
const DAYS = daysFromTo(addDays(FIRST, -2), addDays(FIRST, 40));

const seen = { undone: 0, redone: 0, regrouped: 0, all: 0, nearest: 0, nothing: 0, otherRoom: 0 };

/** A booking that its request began is there no more: cancelled and alone. */
const gone = (state: object): object => ({
  ...state,
  status: 'cancelled',
  baseBookingId: 0,
  groupEndDate: null,
});

type States = ReturnType<ReversalWorld['states']>;

function formerly(former: States, now: States): Map<number, object> {
  return new Map([...now].map(([id, state]) => [id, former.get(id) ?? gone(state)]));
}

/** Closed rooms take nobody back: there, and only there, the last request may not be taken back whole. */
const isHindered = ({ obstacles }: ReversalPlan): boolean => {
  ok(
    obstacles.every(({ cause }) => cause === 'room_closed'),
    JSON.stringify(obstacles),
  );
  return obstacles.length > 0;
};

/** What is given back is what was there before, and the rest is as it is. */
function checkGivenBack(desk: ReversalWorld, deed: number, plan: ReversalPlan): void {
  for (const { id, before, after, current } of desk.pasts(deed)) {
    const final = plan.bookings.find((booking) => booking.id === id)?.final ?? current;
    if (final.roomNumber !== current.roomNumber && final.roomNumber !== before?.roomNumber)
      seen.otherRoom += 1;
    if (final.status !== current.status && final.status === 'cancelled') {
      const isLeft = RESTORABLE.every((field) => field === 'status' || current[field] === after[field]);
      ok(isLeft, 'nobody worked on what is cancelled');
    }
    for (const field of RESTORABLE) {
      const goal: Reservation = before ?? { ...after, status: 'cancelled' };
      // Where a cancelled booking would lie is of no interest to anybody.
      const isKept = goal.status === 'cancelled' && field !== 'status';
      const isChanged = goal[field] !== after[field] && !isKept;
      const isOpen = field === 'roomNumber' && plan.obstacles.length > 0;
      if (isChanged && plan.obstacles.length === 0)
        strictEqual(final[field], goal[field], `${field} is back`);
      else if (!isOpen)
        ok(final[field] === current[field] || final[field] === goal[field], `${field} is kept`);
    }
  }
}

describe('any history of commands, taken back', () => {
  it('gives back the former states one after the other, and the later ones when that is taken back', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const desk = new ReversalWorld(TODAY);
        const former: States[] = [];
        for (const step of history) {
          const before = desk.states();
          if (desk.step(step)) former.push(before);
        }
        for (let deed = former.length - 1; deed >= 0; deed--) {
          const later = desk.states();
          const plan = desk.plan(deed);
          if (isHindered(plan)) return;
          ok(desk.reverse(plan), 'something is taken back');
          deepStrictEqual(desk.states(), formerly(former[deed] as States, later));
          seen.undone += 1;
          if (plan.bookings.length > 1) seen.regrouped += 1;
          const undone = desk.states();
          const again = desk.plan(desk.deeds.length - 1);
          if (isHindered(again)) return;
          ok(desk.reverse(again), 'something is done again');
          deepStrictEqual(desk.states(), later);
          seen.redone += 1;
          ok(desk.reverse(desk.plan(desk.deeds.length - 1)), 'and taken back again');
          deepStrictEqual(desk.states(), undone);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('books no night twice, keeps groups whole and gives back only what was, whatever is taken back when', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.nat(60), { minLength: 10, maxLength: 60 }), (history, which) => {
        const desk = new ReversalWorld(TODAY);
        for (const [index, step] of history.entries()) {
          desk.step(step);
          const deed =
            desk.deeds.length === 0 ? -1 : (which[index % which.length] as number) % desk.deeds.length;
          if (deed < 0 || index % 2) continue;
          const plan = desk.plan(deed);
          checkGivenBack(desk, deed, plan);
          const kind = plan.obstacles.length === 0 ? 'all' : plan.bookings.length > 0 ? 'nearest' : 'nothing';
          seen[kind] += 1;
          desk.reverse(plan);
          for (const { id, final } of plan.bookings) {
            const { version, ...state } = desk.world.reservations.get(id) as Reservation;
            const expected = final.status === 'active' ? final : gone(final);
            deepStrictEqual({ version: 0, ...state }, { ...expected, version: 0 });
          }
          checkNoNightTwice(desk.world);
          checkWholeGroups(desk.world);
        }
        checkCounts(desk.world, DAYS);
      }),
      { numRuns: 200 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });
});
