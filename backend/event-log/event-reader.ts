import { Inject, Injectable } from '@nestjs/common';
import type { EventPage, EventRecord, FieldChange } from '@wire/event-record.js';
import {
  type EventHistoryReader,
  type EventWithStates,
  isReadable,
  type UnreadableEvent,
} from '../event-store/event-history.js';
import { EventStore } from '../event-store/event-store.js';
import { isOf } from '../event-store/event-stream.js';
import { Clock } from '../platform/clock.js';
import type { HotelDatabase } from '../platform/database.js';
import { DATABASE } from '../platform/platform.module.js';
import { messageOf } from '../platform/thrown.js';
import { csvReservationStream } from '../streams/csv-reservation.stream.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { asText, changesBetween, erasureReason, valuesBefore } from './changes.js';
import { describerFor, type TextContext } from './describers.js';
import { originOf } from './event-log.public.js';
import { type EventQuery, positionsAround } from './event-query.js';
import { type LogRange, searchFor } from './event-search.js';

const DEFAULT_PAGE = 100;
/** Events read at a time, which bounds the memory of a long export. */
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
    const history = this.store.eventHistory();
    const events: EventRecord[] = [];
    for (let at = 0; at < shown.length; at += BATCH) {
      signal.throwIfAborted();
      const records = await this.records(history, shown.slice(at, at + BATCH), context);
      events.push(...(range.direction === 'desc' ? records.reverse() : records));
    }
    return { events, next: found.length > limit ? (shown.at(-1) ?? null) : null, head };
  }

  /** All events that match, oldest first, in batches. */
  async *batches(query: EventQuery, signal: AbortSignal): AsyncGenerator<EventRecord[]> {
    const { range: whole, context } = await this.prepare(query);
    const range: LogRange = { ...whole, direction: 'asc' };
    const search = await searchFor(this.database, query.filter, range, signal);
    const history = this.store.eventHistory();
    let remaining = query.limit ?? Number.MAX_SAFE_INTEGER;
    for (let { after } = range; remaining > 0; ) {
      signal.throwIfAborted();
      const found = await search({ ...range, after }, Math.min(BATCH, remaining));
      const last = found.at(-1);
      if (last === undefined) return;
      yield await this.records(history, found, context);
      remaining -= found.length;
      after = last;
    }
  }

  /** The part of the log asked for, up to its current end. */
  private async prepare({ after, before, period }: EventQuery) {
    const { position: head, reference } = await this.store.current();
    const bounds = await positionsAround(this.database, period);
    const end = typeof before === 'number' ? Math.min(before, head + 1) : head + 1;
    const range: LogRange = {
      after: Math.max(after, bounds.after),
      before: Math.min(end, bounds.before),
      direction: before === null ? 'asc' : 'desc',
    };
    const context: TextContext = { ...reference, timezone: this.clock.timezone };
    return { head, range, context };
  }

  private async records(
    history: EventHistoryReader,
    positions: readonly number[],
    context: TextContext,
  ): Promise<EventRecord[]> {
    const events = await history.read(positions);
    const bookings = await this.bookingsOf(events.filter(isReadable));
    return events.map((event) => this.record(event, context, bookings));
  }

  /** The record of an event; unreadable ones and those that no text can be made of are shown as such. */
  private record(
    event: EventWithStates | UnreadableEvent,
    context: TextContext,
    bookings: BookingsOfImports,
  ): EventRecord {
    if (!isReadable(event)) return unreadableRecord(event, context);
    try {
      return {
        ...originOf(event.event, context),
        ...storedOf(event.row),
        subject: describerFor(event.definition.category).subject(event.after),
        ...linkOf(event, bookings),
        changes: changesOf(event, context),
        payload: event.event.data as Record<string, unknown>,
      };
    } catch (error) {
      return unreadableRecord({ row: event.row, reason: messageOf(error) }, context);
    }
  }

  /** The bookings that imported records became later than the events. */
  private async bookingsOf(events: readonly EventWithStates[]): Promise<Map<number, number>> {
    const ids = events
      .flatMap((step) => (isOf(csvReservationStream, step) ? step.after : []))
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

/** The booking that each imported record became, by the record's id. */
type BookingsOfImports = ReadonlyMap<number, number>;

type BookingLink = Pick<EventRecord, 'booking_id' | 'booking_number'>;

function linkOf(step: EventWithStates, bookings: BookingsOfImports): BookingLink {
  if (isOf(reservationStream, step)) {
    const { id, bookingNumber } = step.after;
    return { booking_id: id, booking_number: bookingNumber || null };
  }
  if (!isOf(csvReservationStream, step)) return { booking_id: null, booking_number: null };
  const { id, bookingId, bookingNumber } = step.after;
  return { booking_id: bookingId ?? bookings.get(id) ?? null, booking_number: bookingNumber || null };
}

function changesOf(
  { event, definition, before, after }: EventWithStates,
  context: TextContext,
): FieldChange[] {
  const { facts, texts } = describerFor(definition.category);
  const earlier = valuesBefore(event.type, before && facts(before, context));
  const changes = changesBetween(texts, earlier, facts(after, context), context);
  return asText([...erasureReason(event), ...changes]);
}

/** Returns what is stored of an event, readable or not. */
function storedOf(row: UnreadableEvent['row']) {
  return {
    stream: row.stream,
    version: row.version,
    schema_version: row.schemaVersion,
    request_id: row.requestId,
    stored: row.payload,
    hash: row.hash.toString('hex'),
  };
}

/** A row of the log that cannot be decoded, with what is stored and the reason. */
function unreadableRecord({ row, reason }: UnreadableEvent, context: TextContext): EventRecord {
  return {
    ...originOf({ ...row, requestId: row.requestId ?? '', data: {} }, context),
    ...storedOf(row),
    label: '読み取れない記録',
    subject: `記録番号 ${row.position} は読み取れません (${reason})`,
    booking_id: null,
    booking_number: null,
    changes: [],
    payload: {},
  };
}
