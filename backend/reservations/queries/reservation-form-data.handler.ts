import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { type ReservationFormData as FormData, reservationFormData } from '../form-data.public.js';
import { findReservation } from './booking-by-id.handler.js';

/** A booking for the form, with how far it could reach in its room (spec 7, fetch-reservation-data). */
export class ReservationFormData extends Query<FormData> {
  constructor(readonly id: number) {
    super();
  }
}

@QueryHandler(ReservationFormData)
export class ReservationFormDataHandler implements IQueryHandler<ReservationFormData> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  async execute({ id }: ReservationFormData): Promise<FormData> {
    const booking = await findReservation(this.database, id);
    const { reference } = await this.store.current();
    return reservationFormData(this.database, reference.rooms, booking);
  }
}
