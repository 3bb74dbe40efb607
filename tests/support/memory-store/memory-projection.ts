import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import { type CountDelta, countDeltas, roomMonthDeltas } from '@domain/calendar/count-deltas.js';
import { addDays, type Day, monthOf, nightsOf } from '@domain/dates.js';
import type { HotelReference } from '@domain/reference.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { csvReservationStream } from '../../../backend/auto-registration/csv-reservation.stream.js';
import { type DocumentChange, stretchesOf, summedUp } from '../../../backend/event-store/document-change.js';
import { streamName } from '../../../backend/event-store/stream-definition.js';
import type { UnitOfWork } from '../../../backend/event-store/unit-of-work.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { roomMonthStream } from '../../../backend/rooms/room-month.stream.js';
import type { MemoryDatabase } from './memory-database.js';

function placesOf(booking: Reservation | null): string[] {
  if (booking?.status !== 'active') return [];
  return nightsOf(stayOf(booking)).map((night) => `${booking.roomNumber} ${night}`);
}

/** The places that changes give up, and those that they take, in the order in which they do. */
function claimsMoved(changes: readonly DocumentChange[]): {
  given: ReadonlySet<string>;
  taken: readonly [place: string, id: number][];
} {
  const bookings = changes.filter(({ definition }) => definition === reservationStream);
  const given = new Set(bookings.flatMap(({ before }) => placesOf(before as Reservation | null)));
  const taken = bookings.flatMap(({ after }) =>
    placesOf(after as Reservation).map((place) => [place, after.id] as [string, number]),
  );
  return { given, taken };
}

function deltasOf({ claims }: MemoryDatabase, step: DocumentChange, rooms: RoomDirectory): CountDelta[] {
  if (step.definition === reservationStream) {
    return countDeltas(rooms, { bookings: [step as DocumentChange<Reservation>] });
  }
  if (step.definition === csvReservationStream) {
    return countDeltas(rooms, { imports: [step as DocumentChange<CsvReservation>] });
  }
  if (step.definition !== roomMonthStream) return [];
  const change = step as DocumentChange<RoomMonth>;
  const { roomNumber, month } = change.after;
  const nights = [...claims.keys()].filter(
    (place) => place.startsWith(`${roomNumber} `) && monthOf(place.slice(-10) as Day) === month,
  );
  const booked = nights.map((place) => {
    const stayStart = place.slice(-10) as Day;
    return { status: 'active' as const, roomNumber, stayStart, stayEnd: addDays(stayStart, 1) };
  });
  return roomMonthDeltas(change, booked);
}

/** Adds what each step changes to the counts; the claims must be as they are after all of them. */
function addCounts(database: MemoryDatabase, steps: readonly DocumentChange[], rooms: RoomDirectory): void {
  for (const step of steps) {
    for (const { date, category, actual, tema } of deltasOf(database, step, rooms)) {
      const key = `${date} ${category}`;
      const count = database.counts.get(key) ?? { date, category, actual: 0, tema: 0, position: 0 };
      count.actual += actual;
      count.tema += tema;
      count.position = step.position;
      database.counts.set(key, count);
    }
  }
}

/** Whether a unit of work would give a room twice for a night; the guard below all decisions. */
export function givesTwice({ claims }: MemoryDatabase, { changes }: Pick<UnitOfWork, 'changes'>): boolean {
  const { given, taken } = claimsMoved(changes);
  const isTaken = (place: string): boolean => claims.has(place) && !given.has(place);
  return (
    new Set(taken.map(([place]) => place)).size < taken.length || taken.some(([place]) => isTaken(place))
  );
}

/** Brings the read models to what a unit of work left, stretch by stretch; `reference` reads master data anew. */
export async function project(
  database: MemoryDatabase,
  unit: UnitOfWork,
  reference: () => Promise<HotelReference>,
): Promise<void> {
  let { rooms } = unit.reference;
  for (const steps of stretchesOf(unit.steps)) {
    const changes = summedUp(steps);
    const { given, taken } = claimsMoved(changes);
    for (const place of given) database.claims.delete(place);
    for (const [place, id] of taken) database.claims.set(place, id);
    for (const { definition, key, after, position } of changes) {
      database.documents.set(streamName(definition, key), { definition, key, state: after, position });
    }
    addCounts(database, steps, rooms);
    const last = steps.at(-1);
    if (!last?.definition.isReference) continue;
    database.referencePosition = last.position;
    ({ rooms } = await reference());
  }
}
