import { Module } from '@nestjs/common';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { BookingController } from './booking.controller.js';
import { BookingsController } from './bookings.controller.js';
import { AmendReservationHandler } from './commands/amend-reservation.handler.js';
import { ChangeBookingsHandler } from './commands/change-bookings.handler.js';
import { ChangeReservationHandler } from './commands/change-reservation.handler.js';
import { CreateReservationHandler } from './commands/create-reservation.handler.js';
import { ReturnToAutoFailHandler } from './commands/return-to-auto-fail.handler.js';
import { BookingListCache } from './nights/booking-list-cache.public.js';
import { BookingByIdHandler } from './queries/booking-by-id.handler.js';
import { BookingHistoryHandler } from './queries/booking-history.handler.js';
import { BookingSearchHandler } from './queries/booking-search.handler.js';
import { BookingsAsOfHandler } from './queries/bookings-as-of.handler.js';
import { FrontDeskHandler } from './queries/front-desk.handler.js';
import { OlderUnpaidPageHandler } from './queries/older-unpaid.handler.js';
import { ReservationFormDataHandler } from './queries/reservation-form-data.handler.js';
import { RoomProposalsHandler } from './queries/room-proposals.handler.js';
import { PreviewReversalHandler } from './reversal/preview-reversal.handler.js';
import { ReversalsController } from './reversal/reversals.controller.js';
import { ReverseRequestHandler } from './reversal/reverse-request.handler.js';
import { RoomProposalsController } from './room-proposals.controller.js';

/** Taking, changing, ending and finding reservations. */
@Module({
  imports: [TimeTravelModule],
  controllers: [BookingController, BookingsController, RoomProposalsController, ReversalsController],
  providers: [
    CreateReservationHandler,
    AmendReservationHandler,
    ChangeReservationHandler,
    ChangeBookingsHandler,
    ReturnToAutoFailHandler,
    ReverseRequestHandler,
    PreviewReversalHandler,
    BookingListCache,
    BookingsAsOfHandler,
    BookingByIdHandler,
    BookingHistoryHandler,
    BookingSearchHandler,
    FrontDeskHandler,
    OlderUnpaidPageHandler,
    ReservationFormDataHandler,
    RoomProposalsHandler,
  ],
  exports: [BookingListCache],
})
export class ReservationsModule {}
