import { Module } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { TimeTravelModule } from '../time-travel/time-travel.module.js';
import { BookingController, BookingsController } from './booking.controller.js';
import { AddChargeHandler } from './commands/add-charge.handler.js';
import { AmendReservationHandler } from './commands/amend-reservation.handler.js';
import { BookingWriter } from './commands/booking-change.js';
import { CancelReservationHandler } from './commands/cancel-reservation.handler.js';
import { ChangeBookingsHandler } from './commands/change-bookings.handler.js';
import { ChargeCancellationFeeHandler } from './commands/charge-cancellation-fee.handler.js';
import { CheckInHandler } from './commands/check-in.handler.js';
import { CheckOutHandler } from './commands/check-out.handler.js';
import { ChangeRoomClosureHandler, CloseRoomHandler } from './commands/close-room.handler.js';
import { CreateReservationHandler } from './commands/create-reservation.handler.js';
import { ExemptFromLodgingTaxHandler } from './commands/exempt-from-lodging-tax.handler.js';
import { ExtendStayHandler } from './commands/extend-stay.handler.js';
import { LeaveEarlyHandler } from './commands/leave-early.handler.js';
import { MarkNoShowHandler } from './commands/mark-no-show.handler.js';
import { MoveStayHandler } from './commands/move-stay.handler.js';
import { RecordPaymentHandler } from './commands/record-payment.handler.js';
import { RefundPaymentHandler } from './commands/refund-payment.handler.js';
import { ReturnToAutoFailHandler } from './commands/return-to-auto-fail.handler.js';
import { RevertCheckInHandler } from './commands/revert-check-in.handler.js';
import { RevertCheckOutHandler } from './commands/revert-check-out.handler.js';
import { RevertNoShowHandler } from './commands/revert-no-show.handler.js';
import { TakePaymentHandler } from './commands/take-payment.handler.js';
import { FrontDeskController } from './front-desk.controller.js';
import { BookingListCache } from './nights/booking-list-cache.js';
import { BookingReader } from './queries/booking-reader.query.js';
import { BookingSearch } from './queries/booking-search.query.js';
import { CancellationFees } from './queries/cancellation-fees.query.js';
import { ClosureProposalFinder } from './queries/closure-proposals.query.js';
import { FrontDeskQuery } from './queries/front-desk.query.js';
import { ReturningGuests } from './queries/returning-guests.query.js';
import { RoomProposalFinder } from './queries/room-proposals.query.js';
import { ReversalsController } from './reversal/reversals.controller.js';
import { ReverseRequestHandler } from './reversal/reverse-request.handler.js';
import { RoomClosuresController } from './room-closures.controller.js';
import { TentativeExpiry } from './tentative/tentative-expiry.js';
import { ActOnTentativeStayHandler, HoldRoomHandler } from './tentative/tentative-stay.handlers.js';
import { TentativeStaysController } from './tentative/tentative-stays.controller.js';
import { ActOnWaitingHandler, AddWaitingHandler } from './waiting/change-waiting.handler.js';
import { FormerGuestsExpiry } from './waiting/former-guests-expiry.js';
import { WaitingFits } from './waiting/waiting-fits.js';
import { WaitingListController } from './waiting/waiting-list.controller.js';
import { WaitingList } from './waiting/waiting-list.query.js';

const USE_CASES = [
  CreateReservationHandler,
  AmendReservationHandler,
  CancelReservationHandler,
  ReturnToAutoFailHandler,
  CheckInHandler,
  RevertCheckInHandler,
  CheckOutHandler,
  RevertCheckOutHandler,
  MarkNoShowHandler,
  RevertNoShowHandler,
  ChargeCancellationFeeHandler,
  RecordPaymentHandler,
  AddChargeHandler,
  ExemptFromLodgingTaxHandler,
  ExtendStayHandler,
  LeaveEarlyHandler,
  MoveStayHandler,
  TakePaymentHandler,
  RefundPaymentHandler,
  ChangeBookingsHandler,
  CloseRoomHandler,
  ChangeRoomClosureHandler,
  HoldRoomHandler,
  ActOnTentativeStayHandler,
  AddWaitingHandler,
  ActOnWaitingHandler,
];

export { FormerGuestsExpiry };

/** Taking, changing, ending and finding reservations. */
@Module({
  imports: [TimeTravelModule],
  controllers: [
    BookingController,
    BookingsController,
    FrontDeskController,
    ReversalsController,
    RoomClosuresController,
    TentativeStaysController,
    WaitingListController,
  ],
  providers: [
    ...USE_CASES,
    BookingWriter,
    ReverseRequestHandler,
    BookingListCache,
    BookingReader,
    BookingSearch,
    CancellationFees,
    FrontDeskQuery,
    ReturningGuests,
    RoomProposalFinder,
    ClosureProposalFinder,
    TentativeExpiry,
    FormerGuestsExpiry,
    WaitingFits,
    WaitingList,
  ],
  exports: [FormerGuestsExpiry],
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
