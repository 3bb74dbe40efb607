import { decideReservation } from '@domain/reservation/decide.js';
import type { ReservationCommand, ReservationFacts } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Injectable } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import { EventStore } from '../../event-store/event-store.js';
import { streamName } from '../../event-store/event-stream.js';
import { requireKey } from '../../event-store/personal-data.js';
import type { DataRequirement, UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { appendDecision, type CommandContext, factsOf, storedReservation } from '../decisions.public.js';
import { requireAdjacentStays } from '../reservation.loaders.js';

/** A command on one stored booking, answered with its first night's record; 404 for an unknown id, 409 for an old version. */
export abstract class BookingCommand extends Command<BookingRecord> {
  constructor(
    readonly id: number,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** One step of a unit of work on a booking: the data it requires, and what it appends (throws the refusal). */
export type BookingChange = {
  requirements: DataRequirement[];
  apply(unit: UnitOfWork, context: CommandContext): Reservation;
};

/** Requires the key of a booking's personal data, for events that hold some. */
export function requireKeyOf(id: number): DataRequirement {
  return requireKey(streamName(reservationStream, id));
}

/** Decides a domain command on a booking and appends its events; throws the refusal. */
export function decideAndAppend(
  unit: UnitOfWork,
  stored: Reservation,
  command: ReservationCommand,
  { request, clock, leaving }: CommandContext,
): Reservation {
  const decision = decideReservation(command, stored, factsOf(unit, clock, leaving));
  return appendDecision(unit, stored.id, decision, request.write);
}

/** Makes the change that the domain decides from the stored booking and its neighbours alone. */
export function changeOf(
  id: number,
  command: ReservationCommand | ((facts: ReservationFacts) => ReservationCommand),
  requirements: readonly DataRequirement[] = [],
): BookingChange {
  return {
    requirements: [requireAdjacentStays({ id }), ...requirements],
    apply(unit, context) {
      const stored = storedReservation(unit, id, context.request);
      const wanted = typeof command === 'function' ? command(factsOf(unit, context.clock)) : command;
      return decideAndAppend(unit, stored, wanted, context);
    },
  };
}

/** Runs changes of bookings as commands of the event store. */
@Injectable()
export class BookingWriter {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** Answers the first night's record as it is after the change, with `more`; throws the refusal. */
  write<More = unknown>(
    { requirements, apply }: BookingChange,
    request: RequestContext,
    more?: More,
  ): Promise<BookingRecord & More> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements,
      decide: (unit) => {
        const booking = apply(unit, { request, clock: this.clock });
        return Object.assign(bookingRecord(booking, unit.reference.rooms), more);
      },
    });
  }
}
