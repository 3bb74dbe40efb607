import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import type { RecordedEvent } from '../../event-store/event.js';
import { EventStore } from '../../event-store/event-store.js';
import { notFound } from '../../platform/errors.js';
import { bookingRecord } from '../booking-answer.catalog.js';
import { reservationStream } from '../reservation.stream.js';

/** What happened to a booking, oldest first (contract 4, GET /api/booking/{id}/history). */
export class BookingHistory {
  constructor(readonly id: number) {}
}

type FieldValue = BookingRecord[keyof BookingRecord] | null;

/** One event of a booking with the wire fields it changed. */
export type HistoryEntry = {
  position: number;
  version: number;
  type: string;
  recorded_at: string;
  staff_name: string | null;
  terminal: string | null;
  changes: { field: string; before: FieldValue; after: FieldValue }[];
};

function changedFields(before: BookingRecord | null, after: BookingRecord): HistoryEntry['changes'] {
  const fields = Object.keys(after) as (keyof BookingRecord)[];
  return fields
    .filter((field) => field !== 'version' && field !== 'id' && field !== 'date')
    .filter((field) => (before?.[field] ?? null) !== after[field])
    .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }));
}

function entriesOf(id: number, events: RecordedEvent[], reference: HotelReference): HistoryEntry[] {
  let state: Reservation | null = null;
  return events.map((event) => {
    const before: BookingRecord | null = state && bookingRecord(state, reference.rooms);
    state = reservationStream.evolve(state, event as never, id);
    return {
      position: event.position,
      version: event.version,
      type: event.type,
      recorded_at: event.recordedAt,
      staff_name: event.staffId === null ? null : (reference.staff.get(event.staffId)?.name ?? null),
      terminal: event.terminal,
      changes: changedFields(before, bookingRecord(state, reference.rooms)),
    };
  });
}

@QueryHandler(BookingHistory)
export class BookingHistoryHandler implements IQueryHandler<BookingHistory> {
  constructor(private readonly store: EventStore) {}

  async execute({ id }: BookingHistory): Promise<{ events: HistoryEntry[] }> {
    const events = await this.store.readStream(reservationStream, id);
    if (events.length === 0) throw notFound('予約が見つかりません。');
    const { reference } = await this.store.current();
    return { events: entriesOf(id, events, reference) };
  }
}
