import { addDays, day, daysFromTo } from '@domain/dates.js';
import type {
  AmendReservation,
  CreateReservation,
  ReservationCommand,
} from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCreate, anAmend, codesOf, roomIdOf } from '../../support/builders.js';
import {
  checkCounts,
  checkNoNightTwice,
  checkOverlapTold,
  checkRefusal,
  checkWholeGroups,
  checkWishKept,
} from './reservation-world.checks.js';
import { ReservationWorld, ROOM_IDS, SMALL_HOTEL } from './reservation-world.js';

const FIRST = day('2026-11-26');
const TODAY = day('2026-12-01');
const DAYS = daysFromTo(addDays(FIRST, -2), addDays(FIRST, 40));

type Step =
  | { kind: 'create'; command: CreateReservation }
  | { kind: 'continue'; which: number; nights: number }
  | { kind: 'act'; which: number; command: ReservationCommand };

const which = fc.nat({ max: 30 });
const dates = fc.nat({ max: 12 }).map((days) => addDays(FIRST, days));
const stays = fc
  .tuple(dates, fc.constantFrom(-1, 0, 1, 1, 2, 2, 3, 4))
  .map(([stayStart, nights]) => ({ stayStart, stayEnd: addDays(stayStart, nights) }));
const wishes = fc.constantFrom(0 as const, 1 as const, undefined, undefined);
const flags = fc.constantFrom(0 as const, 1 as const);
const changes = fc.oneof(
  stays,
  dates.map((stayEnd) => ({ stayEnd })),
  fc.constantFrom(...ROOM_IDS).map((roomId) => ({ roomId })),
  flags.map((roomMoveLock) => ({ roomMoveLock })),
  fc.tuple(stays, fc.constantFrom(...ROOM_IDS)).map(([stay, roomId]) => ({ ...stay, roomId })),
);

const creations: fc.Arbitrary<Step> = fc
  .tuple(stays, fc.constantFrom(...ROOM_IDS), wishes)
  .map(([stay, roomId, sameAsDayBefore]) => ({
    kind: 'create',
    command: aCreate({ ...stay, roomId }, { sameAsDayBefore }),
  }));
const commands: fc.Arbitrary<ReservationCommand> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(changes, wishes)
      .map(([draft, sameAsDayBefore]) => anAmend(draft, { sameAsDayBefore })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<ReservationCommand>(
      { type: 'cancel' },
      { type: 'return-to-auto-fail' },
      { type: 'revert-check-in' },
      { type: 'revert-check-out' },
      { type: 'record-payment', paymentType: 1, paymentFlag: 1 },
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('check-in' as const, 'check-out' as const), dates)
      .map(([type, date]) => ({ type, date })),
  },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    creations,
    fc.record({ kind: fc.constant('continue' as const), which, nights: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('act' as const), which, command: commands }),
  ),
  { minLength: 10, maxLength: 50, size: 'max' },
);

/** Books the nights after a stay for the same guest. */
const continuing = (stay: Reservation, nights: number): CreateReservation =>
  aCreate(
    { roomId: roomIdOf(stay.roomNumber), stayStart: stay.stayEnd, stayEnd: addDays(stay.stayEnd, nights) },
    { sameAsDayBefore: 1 },
  );

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
