import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomDirectory } from '@domain/room/room-directory.js';
import { Injectable } from '@nestjs/common';
import { bookingRecord } from '@wire/booking-record.js';
import type { BookingChange, BookingChanges, ChangeKind, LogMoment } from '@wire/time-travel.js';
import { bookingChanges, originOf } from '../event-log/event-log.public.js';
import { EventStore } from '../event-store/event-store.js';
import type { RecordedEvent } from '../event-store/event-stream.js';
import { inTimeSlices } from '../platform/time-slices.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { type Days, PastViews } from './past-views.js';

/** A booking at two moments; null when it was made later. */
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

/** Returns whether a booking lay in the days at either moment; one made and cancelled in between did not. */
function isAffected({ before, after }: Pair, days: Days): boolean {
  if (!before && after.status === 'cancelled') return false;
  return liesIn(after, days) || (before !== null && liesIn(before, days));
}

const newestPosition = ({ events }: BookingChange): number => events[0]?.position ?? 0;

/** Encodes the changes step by step; those that changed nothing in all are left out. */
function* visibleChanges(
  pairs: readonly Pair[],
  encode: (pair: Pair, index: number) => BookingChange,
): Generator<void, BookingChange[]> {
  const visible: BookingChange[] = [];
  for (const [index, pair] of pairs.entries()) {
    const change = encode(pair, index);
    if (change.changes.length > 0) visible.push(change);
    yield;
  }
  return visible;
}

/** The changes to the bookings of a range of days since a moment (GET /api/booking-changes). */
@Injectable()
export class BookingChangesSince {
  constructor(
    private readonly store: EventStore,
    private readonly past: PastViews,
  ) {}

  /** Changes between the moment and the end of the log as of which it was read, newest first. */
  async of(days: Days, moment: LogMoment): Promise<BookingChanges> {
    const { reference } = await this.store.current();
    const pairs = (await this.pairs(days, moment)).filter((pair) => isAffected(pair, days));
    const roomsThen = await this.roomsThen(pairs, moment.position);
    const histories = await this.store.eventsOf(
      reservationStream,
      pairs.map(({ after }) => after),
    );
    const encode = (pair: Pair, index: number): BookingChange => {
      const since = (histories[index] ?? []).filter(
        ({ position }) => position > moment.position && position <= moment.head,
      );
      return this.encode(pair, since, roomsThen, reference);
    };
    const changes = await inTimeSlices(visibleChanges(pairs, encode));
    return { ...moment, changes: changes.sort((a, b) => newestPosition(b) - newestPosition(a)) };
  }

  /** The earlier states are read last, so that bookings written to in between are among them. */
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

  private encode(
    { before, after }: Pair,
    since: readonly RecordedEvent[],
    roomsThen: RoomDirectory | null,
    reference: HotelReference,
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
