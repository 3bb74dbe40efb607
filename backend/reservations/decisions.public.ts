import type { Decided } from '@domain/broken-rule.js';
import { dayIn } from '@domain/dates.js';
import { inUse } from '@domain/masters/masters.js';
import { countingDay } from '@domain/payment/day-close.js';
import { exemptionsOf } from '@domain/payment/lodging-tax.js';
import { eventsOf } from '@domain/reservation/decided-events.js';
import type { ReservationDecision, ReservationFacts } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { Clock } from '../platform/clock.js';
import { refusal } from '../platform/errors.js';
import { inVersion, type RequestContext } from '../platform/http/request-context.js';
import type { WriteContext } from '../platform/write-context.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { assessLodgingTax } from './lodging-tax.public.js';

/** The request behind a command; `leaving` are reservations that a later change of the same batch moves or cancels. */
export type CommandContext = { request: RequestContext; clock: Clock; leaving?: ReadonlySet<number> };

/** The facts that a reservation's decision rests on, as this batch sees them. */
export function factsOf(unit: UnitOfWork, clock: Clock, leaving?: ReadonlySet<number>): ReservationFacts {
  const { rooms, corporates, payments, blacklist, lodgingTaxRules, cancellationRules, lastClosedDay } =
    unit.reference;
  return {
    today: clock.today(),
    get paymentDay() {
      return countingDay(dayIn(clock.timezone, new Date(unit.head.clock)), lastClosedDay);
    },
    rooms,
    neighbours: unit.all(reservationStream),
    leaving: leaving ?? new Set(),
    knownCorporates: corporates,
    knownPayments: payments,
    knownBlacklistEntries: blacklist,
    exemptions: exemptionsOf(lodgingTaxRules),
    cancellationRules: inUse(cancellationRules.values()),
  };
}

/** The stored reservation in the version that the request is meant for; 404 or 409 otherwise. */
export function storedReservation(unit: UnitOfWork, id: number, request: RequestContext): Reservation {
  return inVersion(unit.get(reservationStream, id), request, '予約が見つかりません。');
}

/** Appends the decided events, those of regrouped reservations included; throws the refusal. */
export function appendDecision(
  unit: UnitOfWork,
  id: number,
  decision: Decided<ReservationDecision>,
  write: WriteContext,
): Reservation {
  if (!decision.ok) throw refusal(decision.broken);
  const { also = [] } = decision.value;
  for (const [of, event] of eventsOf(id, decision.value)) unit.append(reservationStream, of, event, write);
  for (const part of also) assessLodgingTax(unit, part.id, write);
  const after = assessLodgingTax(unit, id, write);
  if (!after) throw new Error(`reservation ${id} has no events`);
  return after;
}
