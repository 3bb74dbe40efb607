import type { Day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { sql } from 'kysely';
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
    return {
      ...bookingRecord(booking, reference.rooms),
      ...(await this.edges(booking)),
      borderRoom: booking.roomNumber,
    };
  }

  /** The night before the stay that is claimed last ends the previous booking; the first one after begins the next. */
  private async edges(booking: Reservation): Promise<Pick<FormData, 'start_day_edge' | 'end_day_edge'>> {
    const nights = this.database.selectFrom('room_claims').where('room_number', '=', booking.roomNumber);
    const edges = await this.database
      .selectNoFrom([
        nights
          .where('night', '<', booking.stayStart)
          .select(sql<Day>`max(night) + 1`.as('edge'))
          .as('start_day_edge'),
        nights
          .where('night', '>=', booking.stayEnd)
          .select(sql<Day>`min(night)`.as('edge'))
          .as('end_day_edge'),
      ])
      .executeTakeFirstOrThrow();
    return edges;
  }
}
