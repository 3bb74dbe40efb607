import { addDays, type Day, type Stay } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { MOST_MOVES, proposeMoves } from '@domain/room/propose-moves.js';
import { proposeSplits } from '@domain/room/propose-splits.js';
import type { ProposalFacts } from '@domain/room/room-claim.js';
import { type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import type { RoomSearchRequest } from '@domain/room/room-search.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { ProposedRoom, RoomProposals, RoomProposalsQuery } from '@wire/room-proposals.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';

/** What could be done for a party that no room is free for (GET /api/room-proposals). */
export class FindRoomProposals {
  constructor(readonly query: RoomProposalsQuery) {}
}

/** Whose stay reaches further than this from the one wanted is left where it is. */
const FURTHEST_DAYS = 60;

function hullOf(stay: Stay, bookings: readonly Reservation[]): Stay {
  const starts = bookings.map(({ stayStart }) => stayStart);
  const ends = bookings.map(({ stayEnd }) => stayEnd);
  return {
    start: starts.reduce((least, one) => (one < least ? one : least), stay.start),
    end: ends.reduce((most, one) => (one > most ? one : most), stay.end),
  };
}

function within({ start, end }: Stay, bounds: Stay): Stay {
  return {
    start: start > bounds.start ? start : bounds.start,
    end: end < bounds.end ? end : bounds.end,
  };
}

function proposedRoom(rooms: RoomDirectory, roomNumber: string, { start, end }: Stay): ProposedRoom {
  const room = rooms.byNumber.get(roomNumber);
  const month = room && roomMonthOf(room, start);
  if (!month) throw new Error(`room ${roomNumber} has no month for ${start}`);
  return { room_number: roomNumber, room_id: month.id, stay_start: start, stay_end: end };
}

@QueryHandler(FindRoomProposals)
export class RoomProposalsHandler implements IQueryHandler<FindRoomProposals> {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  /** The fewest moves that free a room, and stays in two rooms; nothing of either when there is none. */
  async execute({ query }: FindRoomProposals): Promise<RoomProposals> {
    const { rooms, corporates } = (await this.store.current()).reference;
    const { mens_count, womens_count, smoking_status, corporateID } = query;
    const stay = { start: query.stay_start, end: query.stay_end };
    const corporate = corporateID === 0 ? null : (corporates.get(corporateID) ?? { corporateFlag: 0 });
    const request: RoomSearchRequest = {
      stay,
      mensCount: mens_count,
      womensCount: womens_count,
      smokingStatus: smoking_status,
      corporate,
    };
    const around = await this.bookingsAround(stay, query.booking_id ?? null);
    const facts: ProposalFacts = { rooms, corporates, ...around };
    const byId = new Map(facts.bookings.map((booking) => [booking.id, booking]));
    return {
      moves: proposeMoves(request, facts).map(({ roomNumber, moves }) => ({
        room: proposedRoom(rooms, roomNumber, stay),
        moves: moves.map(({ id, from, to }) => {
          const { version, guestName1, stayStart, stayEnd } = byId.get(id) as Reservation;
          const there = proposedRoom(rooms, to, { start: stayStart, end: stayEnd });
          return { id, version, guest_name_1: guestName1, from_room: from, to: there };
        }),
      })),
      splits: proposeSplits(request, facts).map(({ parts: [first, second] }) => ({
        parts: [
          proposedRoom(rooms, first.roomNumber, first.stay),
          proposedRoom(rooms, second.roomNumber, second.stay),
        ],
      })),
    };
  }

  /** All who could be asked to move: whose nights touch the stay, whose nights touch theirs, and so on. */
  private async bookingsAround(
    stay: Stay,
    except: number | null,
  ): Promise<Pick<ProposalFacts, 'bookings' | 'known'>> {
    const bounds = { start: addDays(stay.start, -FURTHEST_DAYS), end: addDays(stay.end, FURTHEST_DAYS) };
    let known = stay;
    let bookings = await this.activeWithin(known, except);
    for (let moves = 0; moves < MOST_MOVES; moves++) {
      const wider = within(hullOf(stay, bookings), bounds);
      if (wider.start === known.start && wider.end === known.end) break;
      known = wider;
      bookings = await this.activeWithin(known, except);
    }
    return { bookings, known };
  }

  private async activeWithin({ start, end }: Stay, except: number | null): Promise<Reservation[]> {
    const rows = await this.database
      .selectFrom('bookings')
      .select('state')
      .where(nightsTouch(start, end))
      .where('is_cancelled', '=', false)
      .where('id', '<>', except ?? 0)
      .orderBy('id')
      .execute();
    return rows.map(({ state }) => state);
  }
}

function nightsTouch(start: Day, end: Day) {
  return sql<boolean>`daterange(stay_start, stay_end) && daterange(${start}::date, ${end}::date)`;
}
