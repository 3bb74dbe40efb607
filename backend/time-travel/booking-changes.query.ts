import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { Injectable } from '@nestjs/common';
import type { BookingChange, BookingChanges, ChangeKind, LogMoment } from '@wire/looking-back.js';
import { bookingChanges, originOf } from '../event-log/field-changes.public.js';
import type { RecordedEvent } from '../event-store/event.js';
import { EventStore } from '../event-store/event-store.js';
import { bookingRecord } from '../reservations/booking-answer.public.js';
import { reservationStream } from '../reservations/reservation.stream.js';
import { type Days, PastViews } from './past-views.public.js';

/** A booking at two moments. */
type Pair = { before: Reservation | null; after: Reservation };

function kindOf({ before, after }: Pair): ChangeKind {
  if (!before) return 'added';
  if (after.status !== before.status) return after.status === 'active' ? 'added' : 'cancelled';
  const stays = ['roomNumber', 'stayStart', 'stayEnd'] as const;
  return stays.some((field) => before[field] !== after[field]) ? 'moved' : 'changed';
}

function liesIn({ stayStart, stayEnd }: Reservation, { start, end }: Days): boolean {
  return stayStart <= end && stayEnd > start;
}

/** Whether it stood in the days at either moment; one that came and went in between never did. */
function concerns({ before, after }: Pair, days: Days): boolean {
  if (!before && after.status === 'cancelled') return false;
  return liesIn(after, days) || (before !== null && liesIn(before, days));
}

const newest = ({ events }: BookingChange): number => events[0]?.position ?? 0;

/** What became of the bookings of a range of days since a moment (GET /api/booking-changes). */
@Injectable()
export class BookingChangesSince {
  constructor(
    private readonly store: EventStore,
    private readonly past: PastViews,
  ) {}

  /** Everything between the moment and the end of the log that it knows, newest change first. */
  async of(days: Days, moment: LogMoment): Promise<BookingChanges> {
    const { reference } = await this.store.current();
    const pairs = (await this.pairs(days, moment)).filter((pair) => concerns(pair, days));
    const rooms = await this.roomsThen(pairs, moment.position);
    const histories = await this.store.eventsOf(
      reservationStream,
      pairs.map(({ after }) => after),
    );
    const changes = pairs.map((pair, index) => {
      const since = (histories[index] ?? []).filter(
        ({ position }) => position > moment.position && position <= moment.head,
      );
      return this.told(pair, since, { roomsThen: rooms, reference });
    });
    const telling = changes.filter((change) => change.changes.length > 0);
    return { ...moment, changes: telling.sort((a, b) => newest(b) - newest(a)) };
  }

  /** Those of then are read last: a booking that is written to in between is among them as well. */
  private async pairs(days: Days, { position, head }: LogMoment): Promise<Pair[]> {
    const after = await this.past.bookings(days, head, position);
    const before = await this.past.bookings(days, position, position);
    const byId = new Map(before.map((booking) => [booking.id, booking]));
    return after.map((booking) => ({ before: byId.get(booking.id) ?? null, after: booking }));
  }

  private async roomsThen(pairs: readonly Pair[], position: number): Promise<RoomDirectory | null> {
    const starts = pairs.flatMap(({ before }) => before?.stayStart ?? []).sort();
    const [start, end] = [starts[0], starts.at(-1)];
    return start && end ? this.past.rooms({ start, end }, position) : null;
  }

  private told(
    { before, after }: Pair,
    since: readonly RecordedEvent[],
    { roomsThen, reference }: { roomsThen: RoomDirectory | null; reference: HotelReference },
  ): BookingChange {
    return {
      kind: kindOf({ before, after }),
      booking_id: after.id,
      before: before && roomsThen && bookingRecord(before, roomsThen),
      after: bookingRecord(after, reference.rooms),
      before_room: before?.roomNumber ?? null,
      after_room: after.roomNumber,
      changes: bookingChanges(before, after, reference),
      events: since.map((event) => originOf(event, reference)).reverse(),
    };
  }
}
