import { Module } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { BookingController, BookingsController } from './booking.controller.js';
import { ChangeBookingsHandler } from './commands/change-bookings.handler.js';
import { ChangeReservationHandler, ReturnToAutoFailHandler } from './commands/change-reservation.handlers.js';
import { CreateReservationHandler } from './commands/save-reservation.handler.js';
import { FrontDeskController } from './front-desk.controller.js';
import { BookingListCache } from './nights/booking-list-cache.js';
import { BookingReader } from './queries/booking-reader.query.js';
import { BookingSearch } from './queries/booking-search.query.js';
import { FrontDeskQuery } from './queries/front-desk.query.js';
import { ReturningGuests } from './queries/returning-guests.query.js';
import { RoomProposalFinder } from './queries/room-proposals.query.js';
import { ReversalsController } from './reversal/reversals.controller.js';
import { ReverseRequestHandler } from './reversal/reverse-request.handler.js';

/** Taking, changing, ending and finding reservations. */
@Module({
  imports: [TimeTravelModule],
  controllers: [BookingController, BookingsController, FrontDeskController, ReversalsController],
  providers: [
    CreateReservationHandler,
    ChangeReservationHandler,
    ReturnToAutoFailHandler,
    ChangeBookingsHandler,
    ReverseRequestHandler,
    BookingListCache,
    BookingReader,
    BookingSearch,
    FrontDeskQuery,
    ReturningGuests,
    RoomProposalFinder,
  ],
})
export class ReservationsModule {
  constructor(registry: Registry, lists: BookingListCache) {
    new Gauge({
      name: 'hotel_kept_lists_bytes',
      help: 'Memory used by cached booking lists',
      registers: [registry],
      collect() {
        this.set(lists.bytes);
      },
    });
  }
}
