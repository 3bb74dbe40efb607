import { RecordDayHandler } from '../../../backend/calendar/commands/record-day.handler.js';
import type { EventStore } from '../../../backend/event-store/event-store.js';
import type { Clock } from '../../../backend/platform/clock.js';
import type { RequestContext } from '../../../backend/platform/http/request-context.js';
import { AmendReservationHandler } from '../../../backend/reservations/commands/amend-reservation.handler.js';
import { ChangeBookingsHandler } from '../../../backend/reservations/commands/change-bookings.handler.js';
import { ChangeReservationHandler } from '../../../backend/reservations/commands/change-reservation.handler.js';
import { CreateReservationHandler } from '../../../backend/reservations/commands/create-reservation.handler.js';
import { ReturnToAutoFailHandler } from '../../../backend/reservations/commands/return-to-auto-fail.handler.js';
import { ReverseRequestHandler } from '../../../backend/reservations/reversal/reverse-request.handler.js';
import { DefineRoomMonthsHandler } from '../../../backend/rooms/commands/define-room-months.handler.js';

/** The product's own command handlers over a store, and what a request says of itself. */
export function openDesk(door: Pick<EventStore, 'execute'>, clock: Clock) {
  const store = door as EventStore;
  return {
    store,
    clock,
    create: new CreateReservationHandler(store, clock),
    amend: new AmendReservationHandler(store, clock),
    batch: new ChangeBookingsHandler(store, clock),
    change: new ChangeReservationHandler(store, clock),
    returned: new ReturnToAutoFailHandler(store, clock),
    reverse: new ReverseRequestHandler(store, clock),
    define: new DefineRoomMonthsHandler(store),
    // No day is asked for by its id, which alone would need the database.
    day: new RecordDayHandler(store, null as never),
  };
}

export type Handlers = ReturnType<typeof openDesk>;
export type Desk = Handlers & { context: RequestContext };
