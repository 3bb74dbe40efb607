import type { Reservation } from '@domain/reservation/reservation.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { BookingRecord } from '@wire/booking-record.js';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { notFound } from '../../platform/errors.js';
import { DATABASE } from '../../platform/platform.module.js';
import { bookingRecord } from '../booking-answer.public.js';

/** One booking as its first night's record (contract 4, GET /api/booking/{id}). */
export class BookingById extends Query<BookingRecord> {
  constructor(readonly id: number) {
    super();
  }
}

/** The stored reservation; 404 when there is none. */
export async function findReservation(database: HotelDatabase, id: number): Promise<Reservation> {
  const row = await database.selectFrom('bookings').select('state').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('予約が見つかりません。');
  return row.state;
}

@QueryHandler(BookingById)
export class BookingByIdHandler implements IQueryHandler<BookingById> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  async execute({ id }: BookingById): Promise<BookingRecord> {
    const booking = await findReservation(this.database, id);
    const { reference } = await this.store.current();
    return bookingRecord(booking, reference.rooms);
  }
}
