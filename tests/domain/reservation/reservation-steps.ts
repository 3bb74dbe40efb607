import { addDays, day } from '@domain/dates.js';
import type { CreateReservation, ReservationCommand } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import fc from 'fast-check';
import { aCreate, anAmend, roomIdOf } from '../../support/builders.js';
import { ROOM_IDS } from './reservation-world.js';

/** The first day that a stay begins on. */
export const FIRST = day('2026-11-26');

/** One thing that is asked of a hotel of random reservations. */
export type Step =
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
    arbitrary: fc.oneof(
      dates.map((date) => ({ type: 'check-in' as const, date })),
      fc.record({ type: fc.constant('check-out' as const), date: dates, freeNights: fc.boolean() }),
    ),
  },
);
/** Histories of such steps. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    creations,
    fc.record({ kind: fc.constant('continue' as const), which, nights: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('act' as const), which, command: commands }),
  ),
  { minLength: 10, maxLength: 50, size: 'max' },
);

/** Books the nights after a stay for the same guest. */
export const continuing = (stay: Reservation, nights: number): CreateReservation =>
  aCreate(
    { roomId: roomIdOf(stay.roomNumber), stayStart: stay.stayEnd, stayEnd: addDays(stay.stayEnd, nights) },
    { sameAsDayBefore: 1 },
  );
