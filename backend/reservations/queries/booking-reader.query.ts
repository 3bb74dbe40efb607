import { Inject, Injectable } from '@nestjs/common';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import type { EventOrigin, FieldChange } from '@wire/event-record.js';
import { allBookingChanges, originOf } from '../../event-log/event-log.public.js';
import { EventStore } from '../../event-store/event-store.js';
import { foldSteps } from '../../event-store/event-stream.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { readBooking, unknownBooking } from '../../streams/stored-booking.js';
import { type ReservationFormData, reservationFormData } from '../form-data.public.js';

/** One event of a booking with the wire fields it changed. */
export type HistoryEntry = EventOrigin & { version: number; changes: FieldChange[] };

/** Reads one booking: its record, its history, and what the form needs of it; 404 when there is none. */
@Injectable()
export class BookingReader {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  /** The first night's record (contract 4, GET /api/booking/{id}). */
  async byId(id: number): Promise<BookingRecord> {
    const booking = await readBooking(this.database, id);
    const { reference } = await this.store.current();
    return bookingRecord(booking, reference.rooms);
  }

  /** The booking with how far it could reach in its room (spec 7, fetch-reservation-data). */
  async formData(id: number): Promise<ReservationFormData> {
    const booking = await readBooking(this.database, id);
    const { reference } = await this.store.current();
    return reservationFormData(this.database, reference.rooms, booking);
  }

  /** Returns what happened to the booking, oldest first (contract 4, GET /api/booking/{id}/history). */
  async history(id: number): Promise<{ events: HistoryEntry[] }> {
    const events = await this.store.readStream(reservationStream, id);
    if (events.length === 0) throw unknownBooking();
    const { reference } = await this.store.current();
    const entries = foldSteps(reservationStream, events).map(({ event, before, after }) => {
      const { position, ...origin } = originOf(event, reference);
      const changes = allBookingChanges(event, before, after, reference);
      return { position, version: event.version, ...origin, changes };
    });
    return { events: entries };
  }
}
