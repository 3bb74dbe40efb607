import type { Day } from '@domain/dates.js';
import { MAX_GUESTS } from '@domain/reservation/save-rules.js';
import { SMOKING_STATUSES, type SmokingStatus } from '@domain/room/room-month.js';
import type { z } from 'zod';
import { choice, dayField, idField, wholeNumber } from './fields.js';

/** Query of `GET /api/room-proposals`: the party, its stay, and its booking if it has one. */
export const roomProposalsQuery = {
  stay_start: dayField('チェックイン日'),
  stay_end: dayField('チェックアウト日'),
  mens_count: wholeNumber('男性の人数', 0, MAX_GUESTS),
  womens_count: wholeNumber('女性の人数', 0, MAX_GUESTS),
  smoking_status: choice('喫煙区分', SMOKING_STATUSES),
  corporateID: wholeNumber('法人', 0, 2_147_483_647),
  booking_id: idField('予約').optional(),
};

/** The query's fields. */
export type RoomProposalsQuery = z.output<z.ZodObject<typeof roomProposalsQuery>>;

/** A room on some nights; `room_id` is its room-month of the first of them. */
export type ProposedRoom = { room_number: string; room_id: number; stay_start: Day; stay_end: Day };

/** A booking that would move, with unchanged dates, from one room to another. */
export type ProposedMove = {
  id: number;
  version: number;
  guest_name_1: string;
  from_room: string;
  to: ProposedRoom;
};

/** Moves of other bookings that make a room free. */
export type ProposedMoves = { room: ProposedRoom; moves: ProposedMove[] };

/** A free room, and if it suits the party by the rules of 部屋検索. */
export type FreeRoom = ProposedRoom & { room_type: string; smoking_status: SmokingStatus; suits: 0 | 1 };

/**
 * Free rooms, those that suit first; and proposals when no room is free for the whole stay: the fewest moves of others, or
 * a split over two rooms.
 */
export type RoomProposals = {
  rooms: FreeRoom[];
  moves: ProposedMoves[];
  splits: { parts: [ProposedRoom, ProposedRoom] }[];
};

/** Proposals for who may not see guests: which bookings would move, but not whose. */
export function withoutGuests(proposals: RoomProposals): RoomProposals {
  const unnamed = (move: ProposedMove): ProposedMove => ({ ...move, guest_name_1: '' });
  const moves = proposals.moves.map((each) => ({ ...each, moves: each.moves.map(unnamed) }));
  return { ...proposals, moves };
}
