import { addDays, day, daysFromTo } from '@domain/dates.js';
import type {
  AmendReservation,
  CreateReservation,
  ReservationCommand,
} from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codesOf } from '../../support/builders.js';
import { continuing, FIRST, steps } from './reservation-steps.js';
import {
  checkCounts,
  checkNoNightTwice,
  checkOverlapTold,
  checkRefusal,
  checkWholeGroups,
  checkWishKept,
  ReservationWorld,
  SMALL_HOTEL,
} from './reservation-world.js';

const TODAY = day('2026-12-01');
const DAYS = daysFromTo(addDays(FIRST, -2), addDays(FIRST, 40));

const seen = { created: 0, amended: 0, refused: 0, cancelled: 0, grouped: 0, split: 0, merged: 0 };

function book(world: ReservationWorld, command: CreateReservation): void {
  const before = new Map(world.reservations);
  const { id, decision } = world.create(command);
  if (decision.ok) {
    seen.created += 1;
    checkWishKept(world, before, id, command.sameAsDayBefore);
    return;
  }
  seen.refused += 1;
  const roomNumber = SMALL_HOTEL.byId.get(command.draft.roomId ?? 0)?.roomNumber;
  checkRefusal(world, before, codesOf(decision));
  checkOverlapTold(world, { ...command.draft, id: 0, roomNumber }, codesOf(decision));
}

function amendRefused(
  world: ReservationWorld,
  stored: Reservation,
  { draft }: AmendReservation,
  codes: string[],
): void {
  if (stored.status === 'cancelled') return;
  const roomNumber = draft.roomId ? SMALL_HOTEL.byId.get(draft.roomId)?.roomNumber : stored.roomNumber;
  const { stayStart = stored.stayStart, stayEnd = stored.stayEnd } = draft;
  checkOverlapTold(world, { id: stored.id, roomNumber, stayStart, stayEnd }, codes);
}

function act(world: ReservationWorld, stored: Reservation, command: ReservationCommand): void {
  const before = new Map(world.reservations);
  const decision = world.ask(stored.id, command);
  if (!decision.ok) {
    seen.refused += 1;
    checkRefusal(world, before, codesOf(decision));
    if (command.type === 'amend') amendRefused(world, stored, command, codesOf(decision));
    return;
  }
  if (command.type === 'cancel') seen.cancelled += 1;
  if (command.type === 'amend') seen.amended += 1;
  const { regrouped } = decision.value;
  if (regrouped.some(({ place }) => place.groupEndDate === null)) seen.split += 1;
  if (regrouped.length > 2) seen.merged += 1;
  checkWishKept(world, before, stored.id, command.type === 'amend' ? command.sameAsDayBefore : undefined);
}

describe('any history of commands', () => {
  it('books no night twice, keeps groups whole, and its changes of the counts add up', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const world = new ReservationWorld(TODAY);
        for (const step of history) {
          const known = [...world.reservations.values()];
          const chosen = step.kind === 'create' ? undefined : known[step.which % known.length];
          if (step.kind === 'create') book(world, step.command);
          else if (chosen && step.kind === 'act') act(world, chosen, step.command);
          else if (chosen && step.kind === 'continue') book(world, continuing(chosen, step.nights));
          checkNoNightTwice(world);
          checkWholeGroups(world);
        }
        checkCounts(world, DAYS);
        if (world.active().some(({ baseBookingId }) => baseBookingId > 0)) seen.grouped += 1;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });
});
