import type { Day, Stay } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';

/** A room out of order for the nights from `start_date` to before `end_date` (売り止め); `is_ended` once taken back. */
export type RoomClosureRecord = {
  id: number;
  version: number;
  room_number: string;
  start_date: Day;
  end_date: Day;
  reason: string;
  is_ended: 0 | 1;
  staff_id: number | null;
};

/** Encodes a closure. */
export function encodeRoomClosure(closure: RoomClosure): RoomClosureRecord {
  const { id, version, roomNumber, start, end, reason, isEnded, staffId } = closure;
  return {
    ...{ id, version, room_number: roomNumber, start_date: start, end_date: end, reason },
    ...{ is_ended: isEnded ? 1 : 0, staff_id: staffId },
  };
}

/** Decodes a closure's record; the days that it had before are not in it. */
export function decodeRoomClosure(record: RoomClosureRecord): RoomClosure {
  const { id, version, room_number: roomNumber, start_date: start, end_date: end, reason } = record;
  const nights: Stay & { firstDay: Day; lastDay: Day } = { start, end, firstDay: start, lastDay: end };
  return {
    ...{ id, version, roomNumber, reason, ...nights },
    isEnded: record.is_ended === 1,
    staffId: record.staff_id,
  };
}
