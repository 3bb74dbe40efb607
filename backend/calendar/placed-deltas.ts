import { type CountDelta, countDeltas, roomMonthDeltas } from '@domain/calendar/count-deltas.js';
import { type Month, monthsOfStay } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { MonthsOfRooms } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { DocumentChange } from '../event-store/document-change.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { roomMonthStream } from '../rooms/room-month.stream.js';

/** By how much an event changed a count. */
export type PlacedDelta = CountDelta & { position: number };

/** What an event changed, with its place. */
export function placed(deltas: readonly CountDelta[], { position }: DocumentChange): PlacedDelta[] {
  return deltas.map((delta) => ({ ...delta, position }));
}

/** What a step of a booking or an imported record changes, with the rooms as they are. */
export function stepDeltas(step: DocumentChange, rooms: MonthsOfRooms): PlacedDelta[] {
  if (step.definition === reservationStream) {
    return placed(countDeltas(rooms, { bookings: [step as DocumentChange<Reservation>] }), step);
  }
  if (step.definition === csvReservationStream) {
    return placed(countDeltas(rooms, { imports: [step as DocumentChange<CsvReservation>] }), step);
  }
  return [];
}

type RoomStep = DocumentChange<RoomMonth>;

/** What room-months were at any position of the log, from every step of theirs. */
class RoomsOverTime {
  private readonly steps: ReadonlyMap<string, readonly RoomStep[]>;

  constructor(masters: readonly DocumentChange[]) {
    const rooms = masters.filter(({ definition }) => definition === roomMonthStream) as RoomStep[];
    this.steps = groupBy(rooms, ({ after }) => `${after.roomNumber} ${after.month}`);
  }

  /** The rooms as they were right before an event. */
  before(position: number): MonthsOfRooms {
    const get = (roomNumber: string) => ({
      months: {
        get: (month: Month) => this.of(roomNumber, month).findLast((step) => step.position < position)?.after,
      },
    });
    return { byNumber: { get } };
  }

  /** What happened to a room's months after one event and before another. */
  between(roomNumber: string, months: readonly Month[], after: number, before: number): RoomStep[] {
    return months.flatMap((month) =>
      this.of(roomNumber, month).filter(({ position }) => position > after && position < before),
    );
  }

  private of(roomNumber: string, month: Month): readonly RoomStep[] {
    return this.steps.get(`${roomNumber} ${month}`) ?? [];
  }
}

const isSamePlace = (one: Reservation | null, other: Reservation): boolean =>
  one !== null &&
  one.status === other.status &&
  one.roomNumber === other.roomNumber &&
  one.stayStart === other.stayStart &&
  one.stayEnd === other.stayEnd;

const isSameSale = (one: CsvReservation | null, other: CsvReservation): boolean =>
  one !== null &&
  one.status === other.status &&
  one.kind === other.kind &&
  one.soldCategories === other.soldCategories &&
  one.stayStart === other.stayStart &&
  one.stayEnd === other.stayEnd;

/** What a booking changed by an event, and what its rooms changed under it until the next. */
function bookingDeltas(
  step: DocumentChange<Reservation>,
  until: number,
  rooms: RoomsOverTime,
): PlacedDelta[] {
  const { before, after, position } = step;
  const own = isSamePlace(before, after) ? [] : stepDeltas(step, rooms.before(position));
  if (after.status !== 'active') return own;
  const changes = rooms.between(after.roomNumber, monthsOfStay(stayOf(after)), position, until);
  return [...own, ...changes.flatMap((change) => placed(roomMonthDeltas(change, [after]), change))];
}

function importDeltas(step: DocumentChange<CsvReservation>, rooms: RoomsOverTime): PlacedDelta[] {
  return isSameSale(step.before, step.after) ? [] : stepDeltas(step, rooms.before(step.position));
}

/**
 * Every change of a count over whole streams, each stream's steps one after another: the same as event by event, since each
 * booking is counted by the room-months as they were at its events, and anew at every change of theirs in between.
 */
export function historyDeltas(
  steps: readonly DocumentChange[],
  masters: readonly DocumentChange[],
): PlacedDelta[] {
  const rooms = new RoomsOverTime(masters);
  return steps.flatMap((step, index) => {
    if (step.definition === csvReservationStream)
      return importDeltas(step as DocumentChange<CsvReservation>, rooms);
    if (step.definition !== reservationStream) return [];
    const next = steps[index + 1];
    const isSameStream = next?.definition === step.definition && next.key === step.key;
    return bookingDeltas(step as DocumentChange<Reservation>, isSameStream ? next.position : Infinity, rooms);
  });
}
