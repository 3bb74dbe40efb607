import type { BookingPast, RecordPast } from '@domain/reservation/reversal/booking-past.js';
import type { EventStep, Versioned } from '../../event-store/stream-definition.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { csvReservationStream } from '../../imports/csv-reservation.stream.js';
import type { WriteContext } from '../../platform/write-context.js';
import { reservationStream } from '../reservation.stream.js';
import { type RequestPast, requestKey } from './request-past.loader.js';

/** What a request did to one stream: the states around it, and what followed. */
function deedsOf<State extends Versioned>(request: WriteContext, steps: readonly EventStep<State>[]) {
  const own = steps.filter(({ event }) => requestKey(event) === requestKey(request));
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return null;
  return { before: first.before, after: last.after, later: steps.slice(steps.indexOf(last) + 1) };
}

/** What a request did to an imported record; null when there is no such record. */
export function recordOf(
  unit: UnitOfWork,
  request: WriteContext,
  id: number | null,
  known: RequestPast,
): RecordPast | null {
  const current = id === null ? null : unit.get(csvReservationStream, id);
  if (id === null || !current) return null;
  const deeds = deedsOf(request, known.records.get(id) ?? []);
  const { before, after } = deeds ?? { before: null, after: null };
  return { current, changed: before && after && { before, after } };
}

/** The bookings that a request touched, as it found and left them and as they are now. */
export function readPasts(unit: UnitOfWork, request: WriteContext, known: RequestPast): BookingPast[] {
  return [...known.bookings].flatMap(([id, steps]): BookingPast[] => {
    const deeds = deedsOf(request, steps);
    const current = unit.get(reservationStream, id);
    if (!deeds || !current) return [];
    const later = deeds.later.flatMap(({ event: { position }, before, after }) =>
      before ? [{ position, before, after }] : [],
    );
    return [
      { id, ...deeds, current, later, record: recordOf(unit, request, current.csvReservationId, known) },
    ];
  });
}
