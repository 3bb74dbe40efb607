import type { HotelReference } from '@domain/reference.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { EventOrigin, FieldChange } from '@wire/event-record.js';
import { allBookingChanges, originOf } from '../../event-log/event-log.public.js';
import type { RecordedEvent } from '../../event-store/event.js';
import { EventStore } from '../../event-store/event-store.js';
import { foldSteps } from '../../event-store/stream-definition.js';
import { notFound } from '../../platform/errors.js';
import { reservationStream } from '../reservation.stream.js';

/** What happened to a booking, oldest first (contract 4, GET /api/booking/{id}/history). */
export class BookingHistory extends Query<{ events: HistoryEntry[] }> {
  constructor(readonly id: number) {
    super();
  }
}

/** One event of a booking with the wire fields it changed. */
export type HistoryEntry = EventOrigin & { version: number; changes: FieldChange[] };

function entriesOf(events: readonly RecordedEvent[], reference: HotelReference): HistoryEntry[] {
  return foldSteps(reservationStream, events).map(({ event, before, after }) => {
    const { position, ...origin } = originOf(event, reference);
    return {
      position,
      version: event.version,
      ...origin,
      changes: allBookingChanges(event, before, after, reference),
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
    return { events: entriesOf(events, reference) };
  }
}
