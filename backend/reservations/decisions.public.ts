import type { Decided } from '@domain/broken-rule.js';
import type { ReservationDecision, ReservationFacts } from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { UnitOfWork } from '../event-store/unit-of-work.js';
import type { Clock } from '../platform/clock.js';
import { notFound, refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import type { WriteContext } from '../platform/write-context.js';
import { reservationStream } from './reservation.stream.js';

const NOBODY: ReadonlySet<number> = new Set();

/** What a reservation's decision may look at, as the batch sees it; who is leaving stands in nobody's way. */
export function factsOf(
  unit: UnitOfWork,
  clock: Clock,
  leaving: ReadonlySet<number> = NOBODY,
): ReservationFacts {
  const { rooms, corporates, payments, blacklist } = unit.reference;
  return {
    today: clock.today(),
    rooms,
    neighbours: unit.all(reservationStream),
    leaving,
    knownCorporates: corporates,
    knownPayments: payments,
    knownBlacklistEntries: blacklist,
  };
}

/** The stored reservation in the version that the request is meant for; 404 or 409 otherwise. */
export function storedReservation(unit: UnitOfWork, id: number, request: RequestContext): Reservation {
  const stored = unit.get(reservationStream, id);
  if (!stored) throw notFound('予約が見つかりません。');
  if (request.expectedVersion !== null && request.expectedVersion !== stored.version) throw staleVersion();
  return stored;
}

/** Appends what was decided, for the reservation and the groups it touches; throws the refusal otherwise. */
export function appendDecision(
  unit: UnitOfWork,
  id: number,
  result: Decided<ReservationDecision>,
  write: WriteContext,
): Reservation {
  if (!result.ok) throw refusal(result.broken);
  for (const event of result.value.events) unit.append(reservationStream, id, event, write);
  for (const { id: other, place } of result.value.regrouped) {
    unit.append(reservationStream, other, { type: 'ReservationAmended', data: place }, write);
  }
  const after = unit.get(reservationStream, id);
  if (!after) throw new Error(`reservation ${id} has no events`);
  return after;
}
