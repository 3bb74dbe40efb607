import { type BrokenRule, conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { stayText } from '../calendar/stay-text.js';
import { daysBetween, type Stay } from '../dates.js';
import { occupies, type Reservation } from '../reservation/reservation.js';
import { MAX_NIGHTS } from '../reservation/save-rules.js';
import {
  closureText,
  closureWord,
  type RoomClosure,
  type RoomClosureDetails,
  type RoomClosureEvent,
} from './room-closure.js';
import { closureOver, type RoomDirectory } from './room-directory.js';

/** Facts of a closure's decision; `bookings` are those in its room on the nights concerned, others are passed over. */
export type ClosureFacts = { rooms: RoomDirectory; bookings: readonly Reservation[] };

/** The bookings that have nights of a closure. */
function bookingsOver(
  { roomNumber, ...stay }: Stay & { roomNumber: string },
  bookings: readonly Reservation[],
): Reservation[] {
  return bookings.filter((booking) => occupies(booking, roomNumber, stay));
}

const MOST_NAMED = 5;

/**
 * Returns the rules that nights break which a room is not to be sold on, named by `word`: of a known room, 1 to 366, over no booking
 * and none that is closed, its own apart.
 */
export function brokenNightRules(
  details: Stay & { roomNumber: string },
  word: '売り止め' | '仮予約',
  ownId: number | null,
  facts: ClosureFacts,
): BrokenRule[] {
  const { roomNumber, start, end } = details;
  const room = facts.rooms.byNumber.get(roomNumber);
  if (!room) return [invalid('room_missing', 'room_number', '部屋が見つかりません。')];
  if (end <= start) {
    return [invalid('closure_end', 'end_date', `${word}の終了日は開始日より後の日付を選択してください。`)];
  }
  if (daysBetween(start, end) > MAX_NIGHTS) {
    return [invalid('closure_too_long', 'end_date', `${word}は${MAX_NIGHTS}泊以内で入力してください。`)];
  }
  const other = closureOver(room, { start, end }, ownId);
  if (other) {
    const text = (namesGuest: boolean) =>
      `すでに${closureWord(other)}があります: ${closureText(other, namesGuest)}`;
    return [conflict('closure_overlap', 'start_date', text(true), text(false))];
  }
  const booked = bookingsOver(details, facts.bookings);
  if (booked.length === 0) return [];
  const text = (namesGuests: boolean) =>
    `${roomNumber}にはこの期間に予約があります。先に部屋を移してください: ${bookedText(booked, namesGuests)}`;
  return [conflict('closure_over_bookings', 'start_date', text(true), text(false))];
}

/** Lists bookings by their nights, the first few, with their guests or without. */
function bookedText(booked: readonly Reservation[], namesGuests: boolean): string {
  const named = booked
    .slice(0, MOST_NAMED)
    .map(({ guestName1, stayStart, stayEnd }) => {
      const guest = namesGuests && guestName1 ? `${guestName1}様` : '予約';
      return `${guest} ${stayText({ start: stayStart, end: stayEnd })}`;
    })
    .join('、');
  return booked.length > MOST_NAMED ? `${named}、ほか${booked.length - MOST_NAMED}件` : named;
}

/** Decides a new closure: of a known room, 1 to 366 nights, over no booking and no other closure. */
export function decideClosure(
  details: RoomClosureDetails,
  staffId: number | null,
  facts: ClosureFacts,
): Decided<RoomClosureEvent[]> {
  const broken = brokenNightRules(details, '売り止め', null, facts);
  if (broken.length > 0) return refused(...broken);
  return decided([{ type: 'RoomClosureStarted', data: { ...details, staffId } }]);
}

const ENDED = conflict('closure_ended', null, 'この売り止めは取り消されています。');

/** Decides other dates or another reason of a closure; no event when nothing differs. */
export function decideClosureChange(
  change: Partial<Stay & { reason: string }>,
  stored: RoomClosure,
  facts: ClosureFacts,
): Decided<RoomClosureEvent[]> {
  if (stored.isEnded) return refused(ENDED);
  const { start = stored.start, end = stored.end, reason = stored.reason } = change;
  if (start === stored.start && end === stored.end && reason === stored.reason) return decided([]);
  const wanted = { roomNumber: stored.roomNumber, start, end };
  const broken = brokenNightRules(wanted, '売り止め', stored.id, facts);
  if (broken.length > 0) return refused(...broken);
  return decided([{ type: 'RoomClosureChanged', data: { start, end, reason } }]);
}

/** Decides that a closure is taken back: all its nights can be sold again. */
export function decideClosureEnd(stored: RoomClosure): Decided<RoomClosureEvent[]> {
  return stored.isEnded ? refused(ENDED) : decided([{ type: 'RoomClosureEnded', data: {} }]);
}
