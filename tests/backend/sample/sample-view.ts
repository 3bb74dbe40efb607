import { addDays, type Day, nightsOf } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { RecordedEvent, Versioned } from '#backend/event-store/event-stream.js';
import { streamName } from '#backend/event-store/event-stream.js';
import type { DocumentChange } from '#backend/event-store/projection.js';
import { csvReservationStream } from '#backend/streams/csv-reservation.stream.js';
import { reservationStream } from '#backend/streams/reservation.stream.js';
import { roomMonthStream } from '#backend/streams/room-month.stream.js';
import { unitAt } from '#backend/tools/sample/desk.js';
import { recordSampleHotel, SEED } from '#backend/tools/sample/sample-hotel.js';

/** The sample hotel as it is at one instant of a day, read from the log alone. */
export class SampleView {
  private readonly byKind = new Map<string, Map<string, Versioned>>();
  readonly bookings: Reservation[];
  readonly active: Reservation[];
  readonly records: CsvReservation[];
  readonly rooms: RoomMonth[];
  private readonly months: ReadonlyMap<string, RoomMonth>;
  /** The nights that active bookings have, as `room night`. */
  readonly taken = new Map<string, Reservation>();

  constructor(
    readonly today: Day,
    readonly events: readonly RecordedEvent[],
    readonly steps: readonly DocumentChange[],
  ) {
    for (const { definition, key, after } of steps) {
      const { category } = definition;
      if (!this.byKind.has(category)) this.byKind.set(category, new Map());
      this.byKind.get(category)?.set(key, after);
    }
    this.bookings = this.all(reservationStream);
    this.active = this.bookings.filter(({ status }) => status === 'active');
    this.records = this.all(csvReservationStream);
    this.rooms = this.all(roomMonthStream);
    this.months = new Map(this.rooms.map((room) => [`${room.roomNumber} ${room.month}`, room]));
    for (const booking of this.active) {
      for (const night of nightsOf(stayOf(booking)))
        this.taken.set(`${booking.roomNumber} ${night}`, booking);
    }
  }

  all<State extends Versioned>({ category }: { category: string }): State[] {
    return [...(this.byKind.get(category)?.values() ?? [])] as State[];
  }

  get<State extends Versioned>({ category }: { category: string }, key: number | string): State {
    const state = this.byKind.get(category)?.get(String(key));
    if (!state) throw new Error(`no ${streamName({ category }, key)}`);
    return state as State;
  }

  day = (ahead: number): Day => addDays(this.today, ahead);

  roomOf = (roomNumber: string, month: Day): RoomMonth | undefined =>
    this.months.get(`${roomNumber} ${month}`);

  /** Returns whether nobody has the room from `first` until the night before `end`. */
  isFree(roomNumber: string, first: Day, end: Day): boolean {
    return nightsOf({ start: first, end }).every((night) => !this.taken.has(`${roomNumber} ${night}`));
  }

  /** The states of bookings before and after the last events, the newest change first. */
  changesSince(events: number): { before: Reservation | null; after: Reservation }[] {
    const changes = new Map<string, { before: Reservation | null; after: Reservation; position: number }>();
    for (const { definition, key, position, ...states } of this.steps.slice(-events)) {
      if (definition !== reservationStream) continue;
      const { before, after } = states as { before: Reservation | null; after: Reservation };
      const first = changes.get(key);
      changes.set(key, { before: first ? first.before : before, after, position });
    }
    return [...changes.values()].sort((a, b) => b.position - a.position);
  }
}

/** The sample hotel of a day at these instants, in their order: it is made once, up to the last of them. */
export function viewsAt(today: Day, instants: readonly string[], seed = SEED): SampleView[] {
  const unit = unitAt(0);
  recordSampleHotel(unit, { today, now: instants.at(-1) ?? '', seed });
  unit.commit();
  const { events, steps } = unit;
  return instants.map((now) => {
    const later = events.findIndex(({ recordedAt }) => recordedAt > now.replace('Z', '999Z'));
    const end = later === -1 ? events.length : later;
    return new SampleView(today, events.slice(0, end), steps.slice(0, end));
  });
}
