import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { Inject, Injectable } from '@nestjs/common';
import type { EventPage, EventRecord } from '@wire/event-record.js';
import {
  type EventHistoryReader,
  type EventWithStates,
  isReadable,
  type UnreadableEvent,
} from '../event-store/event-history-reader.js';
import { EventStore } from '../event-store/event-store.js';
import { csvReservationStream } from '../imports/csv-reservation.stream.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import type { TextContext } from './describers.js';
import type { EventQuery } from './event-query.js';
import { type BookingsOfImports, eventRecord, unreadableRecord } from './event-records.js';
import { type LogRange, searchFor } from './event-search.js';
import { positionsAround } from './period.js';

const DEFAULT_PAGE = 100;
/** So many events are told at a time: what an answer of any length holds in memory. */
const BATCH = 250;

/** Reads the log for auditors. */
@Injectable()
export class EventReader {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: HotelDatabase,
  ) {}

  /** A page, oldest or newest first. */
  async page(query: EventQuery, signal: AbortSignal): Promise<EventPage> {
    const limit = query.limit ?? DEFAULT_PAGE;
    const { head, range, context } = await this.prepare(query);
    const search = await searchFor(this.database, query.filter, range, signal);
    const found = await search(range, limit + 1);
    const shown = found.slice(0, limit);
    const teller = this.store.tell();
    const events: EventRecord[] = [];
    for (let at = 0; at < shown.length; at += BATCH) {
      signal.throwIfAborted();
      const records = await this.records(teller, shown.slice(at, at + BATCH), context);
      events.push(...(range.direction === 'desc' ? records.reverse() : records));
    }
    return { events, next: found.length > limit ? (shown.at(-1) ?? null) : null, head };
  }

  /** Every event that is wanted, oldest first, batch by batch. */
  async *batches(query: EventQuery, signal: AbortSignal): AsyncGenerator<EventRecord[]> {
    const { range: whole, context } = await this.prepare(query);
    const range: LogRange = { ...whole, direction: 'asc' };
    const search = await searchFor(this.database, query.filter, range, signal);
    const teller = this.store.tell();
    let left = query.limit ?? Number.MAX_SAFE_INTEGER;
    for (let { after } = range; left > 0; ) {
      signal.throwIfAborted();
      const found = await search({ ...range, after }, Math.min(BATCH, left));
      const last = found.at(-1);
      if (last === undefined) return;
      yield await this.records(teller, found, context);
      left -= found.length;
      after = last;
    }
  }

  /** The part of the log that is asked for, up to where the log ends now. */
  private async prepare({ after, before, period }: EventQuery) {
    const { position: head, reference } = await this.store.current();
    const around = await positionsAround(this.database, period);
    const end = typeof before === 'number' ? Math.min(before, head + 1) : head + 1;
    const range: LogRange = {
      after: Math.max(after, around.after),
      before: Math.min(end, around.before),
      direction: before === null ? 'asc' : 'desc',
    };
    const context: TextContext = { ...reference, timezone: this.clock.timezone };
    return { head, range, context };
  }

  private async records(
    teller: EventHistoryReader,
    positions: readonly number[],
    context: TextContext,
  ): Promise<EventRecord[]> {
    const told = await teller.tell(positions);
    const bookings = await this.bookingsOf(told.filter(isReadable));
    return told.map((one) => this.record(one, context, bookings));
  }

  /** One event; also one whose data is not what its type promises, which nothing but the log itself can have let in. */
  private record(
    one: EventWithStates | UnreadableEvent,
    context: TextContext,
    bookings: BookingsOfImports,
  ): EventRecord {
    if (!isReadable(one)) return unreadableRecord(one, context);
    try {
      return eventRecord(one, context, bookings);
    } catch (error) {
      return unreadableRecord({ row: one.row, reason: (error as Error).message }, context);
    }
  }

  /** What imported records became, for those that had become nothing yet. */
  private async bookingsOf(told: readonly EventWithStates[]): Promise<Map<number, number>> {
    const ids = told
      .filter(({ definition }) => definition === csvReservationStream)
      .map(({ after }) => after as CsvReservation)
      .flatMap(({ id, bookingId }) => (bookingId === null ? id : []));
    if (ids.length === 0) return new Map();
    const rows = await this.database
      .selectFrom('csv_reservations')
      .select(['id', 'booking_id'])
      .where('id', 'in', [...new Set(ids)])
      .where('booking_id', 'is not', null)
      .execute();
    return new Map(rows.map(({ id, booking_id }) => [id, Number(booking_id)]));
  }
}
