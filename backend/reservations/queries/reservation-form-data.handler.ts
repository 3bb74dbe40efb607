import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { roomEdges } from '@domain/reservation/room-edges.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { bookingRecord } from '../booking-answer.catalog.js';
import { findReservation } from './booking-by-id.handler.js';

/** A booking for the form, with how far it could reach in its room (spec 7, fetch-reservation-data). */
export class ReservationFormData {
  constructor(readonly id: number) {}
}

/** The edges are days, null where no neighbour bounds the stay (contract 2). */
export type FormData = BookingRecord & {
  start_day_edge: Day | null;
  end_day_edge: Day | null;
  borderRoom: string;
};

@QueryHandler(ReservationFormData)
export class ReservationFormDataHandler implements IQueryHandler<ReservationFormData> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  async execute({ id }: ReservationFormData): Promise<FormData> {
    const booking = await findReservation(this.database, id);
    const { reference } = await this.store.current();
    const { startDayEdge, endDayEdge, borderRoom } = roomEdges(booking, await this.neighbours(booking));
    return {
      ...bookingRecord(booking, reference.rooms),
      start_day_edge: startDayEdge,
      end_day_edge: endDayEdge,
      borderRoom,
    };
  }

  /** The booking of the last night claimed before the stay, and that of the first claimed after it. */
  private async neighbours(booking: Reservation): Promise<Reservation[]> {
    const nights = this.database
      .selectFrom('room_claims')
      .select('reservation_id')
      .where('room_number', '=', booking.roomNumber)
      .limit(1);
    const [before, after] = await Promise.all([
      nights.where('night', '<', booking.stayStart).orderBy('night', 'desc').executeTakeFirst(),
      nights.where('night', '>=', booking.stayEnd).orderBy('night').executeTakeFirst(),
    ]);
    const ids = [before, after].flatMap((claim) => claim?.reservation_id ?? []);
    return Promise.all(ids.map((id) => findReservation(this.database, id)));
  }
}
