import { addDays, overlaps, type Stay } from '@domain/dates.js';
import { valueAt } from '@domain/records.js';
import type { HotelReference } from '@domain/reference.js';
import { type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { proposeMoves, type RoomMove } from '@domain/room/propose-moves.js';
import { proposeSplits } from '@domain/room/propose-splits.js';
import type { ProposalFacts } from '@domain/room/room-claim.js';
import { isBookableFor, type RoomDirectory, roomMonthOf } from '@domain/room/room-directory.js';
import { inDisplayOrder } from '@domain/room/room-order.js';
import { type RoomSearchRequest, searchRooms } from '@domain/room/room-search.js';
import { Inject, Injectable } from '@nestjs/common';
import type {
  FreeRoom,
  ProposedMove,
  ProposedRoom,
  RoomProposals,
  RoomProposalsQuery,
} from '@wire/room-proposals.js';
import { sql } from 'kysely';
import { EventStore } from '../../event-store/event-store.js';
import type { HotelDatabase } from '../../platform/database.js';
import { DATABASE } from '../../platform/platform.module.js';
import { inTimeSlices } from '../../platform/time-slices.js';

/** Stays that reach further than this from the wanted one are not moved. */
export const DAYS_AROUND = 21;

/** A room on some nights as it is sent; throws for one without a month for the first. */
export function proposedRoom(rooms: RoomDirectory, roomNumber: string, { start, end }: Stay): ProposedRoom {
  const room = rooms.byNumber.get(roomNumber);
  const month = room && roomMonthOf(room, start);
  if (!month) throw new Error(`room ${roomNumber} has no month for ${start}`);
  return { room_number: roomNumber, room_id: month.id, stay_start: start, stay_end: end };
}

/** The rooms that are free for the stay, those that suit the party first, each kind in display order. */
function freeRooms(request: RoomSearchRequest, { rooms, bookings }: ProposalFacts): FreeRoom[] {
  const { stay } = request;
  const taken = new Set(bookings.filter((one) => overlaps(stayOf(one), stay)).map((one) => one.roomNumber));
  const occupied = (roomNumber: string) => taken.has(roomNumber);
  const { candidates } = searchRooms({ ...request, rooms: [...rooms.byNumber.values()], occupied });
  const others = inDisplayOrder(rooms)
    .filter((room) => isBookableFor(room, stay) && !occupied(room.roomNumber))
    .map(({ roomNumber }) => roomNumber)
    .filter((roomNumber) => !candidates.includes(roomNumber));
  return [...candidates, ...others].flatMap((roomNumber) => {
    const room = rooms.byNumber.get(roomNumber);
    const month = room && roomMonthOf(room, stay.start);
    if (!month) return [];
    const { roomType: room_type, smokingStatus: smoking_status } = month;
    const suits = candidates.includes(roomNumber) ? 1 : 0;
    return [{ ...proposedRoom(rooms, roomNumber, stay), room_type, smoking_status, suits }];
  });
}

/** A proposed move as it is sent. */
export function proposedMove(
  rooms: RoomDirectory,
  bookings: ReadonlyMap<number, Reservation>,
  { id, from, to }: RoomMove,
): ProposedMove {
  const { version, guestName1, stayStart, stayEnd } = valueAt(bookings, id);
  const toRoom = proposedRoom(rooms, to, { start: stayStart, end: stayEnd });
  return { id, version, guest_name_1: guestName1, from_room: from, to: toRoom };
}

/** Reads the active bookings with a night of a stay, `except` apart, by their ids. */
export async function activeWithin(
  database: HotelDatabase,
  { start, end }: Stay,
  except: number | null,
): Promise<Reservation[]> {
  const rows = await database
    .selectFrom('bookings')
    .select('state')
    .where(sql<boolean>`daterange(stay_start, stay_end) && daterange(${start}::date, ${end}::date)`)
    .where('is_cancelled', '=', false)
    .where('id', '<>', except ?? 0)
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
}

/** Reads what proposals for a stay rest on; the booking `except` is about that stay itself, null for none. */
export async function proposalFacts(
  database: HotelDatabase,
  { rooms, corporates }: Pick<HotelReference, 'rooms' | 'corporates'>,
  stay: Stay,
  except: number | null,
): Promise<ProposalFacts> {
  const known = { start: addDays(stay.start, -DAYS_AROUND), end: addDays(stay.end, DAYS_AROUND) };
  return { rooms, corporates, known, bookings: await activeWithin(database, known, except) };
}

/** The numbers of the rooms that 部屋検索 finds for a request, in display order. */
export function foundRooms(request: RoomSearchRequest, { rooms, bookings }: ProposalFacts): string[] {
  const { stay } = request;
  const taken = new Set(bookings.filter((one) => overlaps(stayOf(one), stay)).map((one) => one.roomNumber));
  const occupied = (roomNumber: string) => taken.has(roomNumber);
  return searchRooms({ ...request, rooms: [...rooms.byNumber.values()], occupied }).candidates;
}

/** Proposes rooms for a party, and what frees one (GET /api/room-proposals). */
@Injectable()
export class RoomProposalFinder {
  constructor(
    @Inject(DATABASE) private readonly database: HotelDatabase,
    private readonly store: EventStore,
  ) {}

  /** The free rooms, the fewest moves that free one, and stays split over two rooms; each empty when there is none. */
  async find(query: RoomProposalsQuery): Promise<RoomProposals> {
    const { reference } = await this.store.current();
    const { rooms, corporates } = reference;
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
    const facts = await proposalFacts(this.database, reference, stay, query.booking_id ?? null);
    const byId = new Map(facts.bookings.map((booking) => [booking.id, booking]));
    const proposed = await inTimeSlices(proposeMoves(request, facts));
    return {
      rooms: freeRooms(request, facts),
      moves: proposed.map(({ roomNumber, moves }) => ({
        room: proposedRoom(rooms, roomNumber, stay),
        moves: moves.map((move) => proposedMove(rooms, byId, move)),
      })),
      splits: proposeSplits(request, facts).map(({ parts: [first, second] }) => ({
        parts: [
          proposedRoom(rooms, first.roomNumber, first.stay),
          proposedRoom(rooms, second.roomNumber, second.stay),
        ],
      })),
    };
  }
}
