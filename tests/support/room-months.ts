import { type Day, day, type Month } from '@domain/dates.js';
import { decideRoomMonths, type RoomMonthFacts } from '@domain/room/decide-room-months.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import {
  evolveRoomMonth,
  type RoomMonth,
  type RoomMonthDetails,
  type RoomMonthEvent,
} from '@domain/room/room-month.js';
import type { RoomMonthPlan } from '@domain/room/room-month-plans.js';
import { aRoomMonth } from './builders.js';

/** A month from `2026-11`. */
export const month = (text: string): Month => day(`${text}-01`) as Day as Month;

/** That a room is so in a month: a plain single unless told otherwise. */
export function defined(
  roomNumber: string,
  at: string,
  traits: Partial<RoomMonthDetails> = {},
): RoomMonthEvent {
  const { id, version, ...data } = aRoomMonth({ roomNumber, month: month(at), ...traits });
  return { type: 'RoomMonthDefined', data };
}

/** The rooms after these events; the id of each is the place of its first event, from 1. */
export function roomsAfter(events: readonly RoomMonthEvent[]): RoomMonth[] {
  const rooms = new Map<string, RoomMonth>();
  for (const [index, event] of events.entries()) {
    const key = `${event.data.roomNumber} ${event.data.month}`;
    const before = rooms.get(key) ?? null;
    rooms.set(key, evolveRoomMonth(before, event, before?.id ?? index + 1));
  }
  return [...rooms.values()];
}

/** Given events, what a plan makes happen. */
export function givenRooms(...events: RoomMonthEvent[]) {
  const rooms = roomDirectory(roomsAfter(events));
  return {
    when: (plan: RoomMonthPlan, facts: Partial<RoomMonthFacts> = {}) =>
      decideRoomMonths(plan, { rooms, bookings: [], acknowledged: new Set(), ...facts }),
  };
}
