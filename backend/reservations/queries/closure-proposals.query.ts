import { addDays, type Stay } from '@domain/dates.js';
import { occupies, type Reservation } from '@domain/reservation/reservation.js';
import { proposeMovesFrom } from '@domain/room/propose-moves.js';
import { Inject, Injectable } from '@nestjs/common';
import type { ClosureProposals } from '@wire/room-closure.js';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { inTimeSlices } from '../../platform/time-slices.js';
import { activeWithin, DAYS_AROUND, proposedMove } from './room-proposals.query.js';

/** Finds where the bookings in the way of a 売り止め could go (GET /api/room-closures/proposals). */
@Injectable()
export class ClosureProposalFinder {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  /** The bookings on these nights of the room, and the fewest moves that make it free; null for none. */
  async find(roomNumber: string, stay: Stay): Promise<ClosureProposals> {
    const { rooms, corporates } = (await this.store.current()).reference;
    const known = { start: addDays(stay.start, -DAYS_AROUND), end: addDays(stay.end, DAYS_AROUND) };
    const bookings = await activeWithin(this.database, known, null);
    const inTheWay = bookings.filter((booking) => occupies(booking, roomNumber, stay));
    const facts = { rooms, corporates, bookings, known };
    const [proposed] = await inTimeSlices(proposeMovesFrom(roomNumber, stay, facts));
    const byId = new Map<number, Reservation>(bookings.map((booking) => [booking.id, booking]));
    return {
      bookings: inTheWay.map(({ id, guestName1, stayStart, stayEnd }) => ({
        ...{ id, guest_name_1: guestName1, stay_start: stayStart, stay_end: stayEnd },
      })),
      moves: proposed ? proposed.moves.map((move) => proposedMove(rooms, byId, move)) : null,
    };
  }
}
