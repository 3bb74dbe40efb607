import { dayText, yenText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, daysBetween, type Stay } from '@domain/dates.js';
import { nightFee } from '@domain/reservation/extend-stay.js';
import { roomText } from '@domain/room/room-number.js';
import { halfWidth } from '@domain/typed-text.js';
import type { ProposedMove, RoomProposals } from '@wire/room-proposals.js';
import type { ActedBooking } from './booking-actions.js';
import { storedReservation } from './stored-reservation.js';

/** The end and the room that a drag has said already of how a guest goes on. */
export type Wish = { stayEnd?: Day; roomNumber?: string };

/** A room that a guest can go on in, and the bookings that move out of it first. */
export type RoomChoice = {
  roomNumber: string;
  roomId: number;
  label: string;
  moves: readonly ProposedMove[];
};

/** The nights that a guest goes on for, the rooms for them, the best first, and the proposed fee in whole yen; null is not asked. */
export type GoOn = { stay: Stay; rooms: readonly RoomChoice[]; fee: number | null };

/** The nights that a following stay is for: one more, unless a drag said more. */
export function followingNights({ record }: ActedBooking, { stayEnd }: Wish): Stay {
  return { start: record.stay_end, end: stayEnd ?? addDays(record.stay_end, 1) };
}

const movesText = (moves: readonly ProposedMove[]) =>
  moves
    .map(({ from_room, to, guest_name_1 }) => `${guest_name_1}様を${from_room}→${to.room_number}`)
    .join('、');

/** The rooms that can be had for nights, the guest's own first, then those that suit; with moves where none is free. */
function roomChoices(own: string, { rooms, moves }: RoomProposals): RoomChoice[] {
  const free = rooms.map(({ room_number, room_id, room_type, smoking_status, suits }) => ({
    roomNumber: room_number,
    roomId: room_id,
    label: [`${room_number} ${room_type}・${smoking_status}`, suits === 0 && '（条件外）']
      .filter(Boolean)
      .join(''),
    moves: [],
  }));
  const freed = moves.map(({ room, moves: others }) => ({
    roomNumber: room.room_number,
    roomId: room.room_id,
    label: `${room.room_number}（${movesText(others)}へ移して空ける）`,
    moves: others,
  }));
  const all: RoomChoice[] = [...free, ...freed];
  const isOwn = ({ roomNumber }: RoomChoice) => roomNumber === own;
  return [...all.filter(isOwn), ...all.filter((choice) => !isOwn(choice))];
}

/** Returns how a guest can stay on, in words for the question. */
export function extensionOffer(booking: ActedBooking, wish: Wish, proposals: RoomProposals): GoOn {
  const stay = followingNights(booking, wish);
  const fee = nightFee(storedReservation(booking)) * daysBetween(stay.start, stay.end);
  return { stay, rooms: roomChoices(booking.roomNumber, proposals), fee };
}

/** Returns why the guest cannot simply stay in the room; null where that can be. */
export function ownRoomTaken({ roomNumber }: ActedBooking, { stay, rooms }: GoOn): string | null {
  const [first] = rooms;
  if (first?.roomNumber === roomNumber && first.moves.length === 0) return null;
  return `${roomText(roomNumber)}は${dayText(stay.start)}から空いていません。`;
}

/** Returns a fee as it was typed, in whole yen; null for none. */
export function typedFee(text: string): number | null {
  const digits = halfWidth(text).replace(/[,，\s円¥]/g, '');
  return /^\d{1,8}$/.test(digits) ? Number(digits) : null;
}

/** The deed: `2泊延泊（¥16,000）`, with the room where it is another one. */
export function extendedText(own: string, { stay }: GoOn, room: RoomChoice, fee: number): string {
  const moved = room.roomNumber === own ? '' : `${room.roomNumber}に移って`;
  return `${moved}${dayText(stay.end)}まで${daysBetween(stay.start, stay.end)}泊延泊（${yenText(fee)}）`;
}

/** Returns the nights that a guest in the house has left from today on. */
export function nightsLeft({ record }: ActedBooking, _wish: Wish, today: Day): Stay {
  return { start: today, end: record.stay_end };
}

/** Offers the rooms for the nights that are left; the guest's own is none of them. */
export function moveOffer(booking: ActedBooking, today: Day, proposals: RoomProposals): GoOn {
  const rooms = roomChoices(booking.roomNumber, proposals).filter(
    ({ roomNumber }) => roomNumber !== booking.roomNumber,
  );
  return { stay: nightsLeft(booking, {}, today), rooms, fee: null };
}

/** The deed: `今日から511に部屋移動`. */
export const movedText = (roomNumber: string): string => `今日から${roomNumber}に部屋移動`;
