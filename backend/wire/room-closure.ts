import type { Day } from '@domain/dates.js';
import { MAX_REASON } from '@domain/limits.js';
import { z } from 'zod';
import { dayField, idField, readOnly, requiredText } from './fields.js';
import type { ProposedMove } from './room-proposals.js';

const START = '売り止めの開始日';
const END = '売り止めの終了日';
const reason = requiredText('理由', MAX_REASON);

const MOVES_WRONG = '部屋移動の指定が正しくありません。';
/** The most bookings that one closure moves to other rooms. */
const MOST_MOVES = 20;

const move = z.strictObject(
  { id: idField('予約'), version: idField('版').optional(), room_id: idField('部屋') },
  { error: MOVES_WRONG },
);

const moves = z
  .array(move, { error: MOVES_WRONG })
  .max(MOST_MOVES, { error: `部屋移動は${MOST_MOVES}件までです。` })
  .optional();

/** Body of `POST /api/room-closures`: the nights from `start_date` to before `end_date`, and bookings that move first. */
export const roomClosureShape = {
  room_number: requiredText('部屋番号', 20),
  start_date: dayField(START),
  end_date: dayField(END),
  reason,
  moves,
};

/** Body of `PUT /api/room-closures/{id}`: what is left out stays, and bookings that move first. */
export const roomClosureChangeShape = {
  ...readOnly({
    id: true,
    version: true,
    room_number: true,
    is_ended: true,
    staff_id: true,
  }),
  start_date: dayField(START).optional(),
  end_date: dayField(END).optional(),
  reason: reason.optional(),
  moves,
};

/** Query of `GET /api/room-closures/proposals`. */
export const closureProposalsQuery = {
  room_number: requiredText('部屋番号', 20),
  start_date: dayField(START),
  end_date: dayField(END),
};

/** A move of a booking that makes place for a closure. */
export type ClosureMove = { id: number; version: number | null; roomId: number };

/** Bookings in the way of a closure, and where they could go: `moves` is null where not all of them can be moved. */
export type ClosureProposals = {
  bookings: { id: number; guest_name_1: string; stay_start: Day; stay_end: Day }[];
  moves: ProposedMove[] | null;
};
