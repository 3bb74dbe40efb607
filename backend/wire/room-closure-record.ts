import type { Day, Stay } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import type { RoomClosure, Tentative } from '@domain/room/room-closure.js';

/** The guest that a room is held for (仮予約), and the moment, RFC 3339 in UTC, at which that ends by itself. */
export type TentativeRecord = { guest_name: string; tel: string; remark: string; until: string };

/**
 * A room out of order for the nights from `start_date` to before `end_date` (売り止め); `is_ended` once taken back. With
 * `tentative` it is held for a guest instead (仮予約), and has no reason.
 */
export type RoomClosureRecord = {
  id: number;
  version: number;
  room_number: string;
  start_date: Day;
  end_date: Day;
  reason: string;
  is_ended: 0 | 1;
  staff_id: number | null;
  tentative?: TentativeRecord;
};

function encodeTentative({ guestName, tel, remark, until }: Tentative): TentativeRecord {
  return { guest_name: guestName, tel, remark, until };
}

function decodeTentative({ guest_name, tel, remark, until }: TentativeRecord): Tentative {
  return { guestName: guest_name, tel, remark, until };
}

/** Encodes a closure. */
export function encodeRoomClosure(closure: RoomClosure): RoomClosureRecord {
  const { id, version, roomNumber, start, end, reason, isEnded, staffId, tentative } = closure;
  return {
    ...{ id, version, room_number: roomNumber, start_date: start, end_date: end, reason },
    ...{ is_ended: isEnded ? 1 : 0, staff_id: staffId },
    ...(tentative && { tentative: encodeTentative(tentative) }),
  };
}

/** The record of a closure for who may not see guests: that it is held and until when, but not for whom. */
export function withoutGuest(record: RoomClosureRecord): RoomClosureRecord {
  const { tentative } = record;
  return tentative ? { ...record, tentative: { ...tentative, guest_name: '', tel: '', remark: '' } } : record;
}

/** Decodes a closure's record; the days that it had before are not in it. */
export function decodeRoomClosure(record: RoomClosureRecord): RoomClosure {
  const { id, version, room_number: roomNumber, start_date: start, end_date: end, reason } = record;
  const nights: Stay & { firstDay: Day; lastDay: Day } = { start, end, firstDay: start, lastDay: end };
  return {
    ...{ id, version, roomNumber, reason, ...nights },
    isEnded: record.is_ended === 1,
    staffId: record.staff_id,
    tentative: record.tentative ? decodeTentative(record.tentative) : null,
    isErased: record.tentative?.guest_name === ERASED,
  };
}
