import { addDays, monthsFromTo, overlaps, type Stay } from '@domain/dates.js';
import { isBookableFor, type Room, roomMonthOf } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { displayOrder } from '@domain/room/room-order.js';
import { type RoomSearchRequest, type RoomSearchResult, searchRooms } from '@domain/room/room-search.js';
import type { CalendarSnapshot, ShownBooking } from '../shared/calendar-data/calendar-snapshot.js';

/** One choice of ルームタイプ: a room-month id and the words for it. */
export type RoomOption = { roomId: number; roomNumber: string; label: string };

/** Returns true if the months of a stay are loaded; of others only the server knows. */
export function isLoaded({ range }: CalendarSnapshot, stay: Stay): boolean {
  const months = monthsFromTo(range.first, range.last);
  return monthsFromTo(stay.start, addDays(stay.end, -1)).every((month) => months.includes(month));
}

/** Another active booking than `exceptId` that has one of the nights in this room; undefined for none. */
export function bookingInTheWay(
  snapshot: CalendarSnapshot,
  roomNumber: string,
  stay: Stay,
  exceptId: number | null,
): ShownBooking | undefined {
  const row = snapshot.byRoom.get(roomNumber) ?? [];
  return row.find(
    ({ id, stayStart, stayEnd }) => id !== exceptId && overlaps({ start: stayStart, end: stayEnd }, stay),
  );
}

/** 部屋検索 over the loaded calendar, and the other free rooms of the period (contract 7). */
export function findRooms(
  snapshot: CalendarSnapshot,
  request: RoomSearchRequest,
  exceptId: number | null,
): RoomSearchResult & { others: string[] } {
  const occupied = (roomNumber: string) =>
    bookingInTheWay(snapshot, roomNumber, request.stay, exceptId) !== undefined;
  const rooms = [...snapshot.rooms.byNumber.values()];
  const result = searchRooms({ ...request, rooms, occupied });
  const found = new Set(result.candidates);
  const others = rooms
    .filter((room) => !found.has(room.roomNumber) && isBookableFor(room, request.stay))
    .map(({ roomNumber }) => roomNumber)
    .filter((roomNumber) => !occupied(roomNumber));
  return { ...result, others: others.sort(displayOrder(snapshot.rooms.byNumber)) };
}

/** A room as one line of the choice. */
export function roomLabel({ roomNumber, roomType, smokingStatus, priority, corporate }: RoomMonth): string {
  const traits = [roomType, smokingStatus, priority && `${priority}優先`, corporate === 1 && '法人'];
  return `${roomNumber} ${traits.filter(Boolean).join('・')}`;
}

/** The choice of a room for a stay: its room-month of the first night. */
export function roomOption(room: Room | undefined, stay: Stay): RoomOption | null {
  const month = room && (roomMonthOf(room, stay.start) ?? room.months.values().next().value);
  return month ? { roomId: month.id, roomNumber: month.roomNumber, label: roomLabel(month) } : null;
}
