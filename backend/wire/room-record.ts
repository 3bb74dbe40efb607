import { firstOfMonth } from '@domain/dates.js';
import {
  GENDER_PRIORITIES,
  type PlannedRoom,
  RESERVABLE_STATUSES,
  type RoomMonth,
  SMOKING_STATUSES,
} from '@domain/room/room-month.js';
import { z } from 'zod';

/** A room-month on the wire (spec 3); `year` and `month` are numbers. */
export const roomRecordSchema = z.strictObject({
  id: z.int(),
  room_number: z.string(),
  year: z.int(),
  month: z.int(),
  room_type: z.string(),
  room_label: z.string(),
  priority: z.enum(GENDER_PRIORITIES),
  smoking_status: z.enum(SMOKING_STATUSES),
  reservable_status: z.enum(RESERVABLE_STATUSES),
  corporate: z.literal([0, 1]),
  /** The place that staff gave the room; left out where its number tells it. */
  position: z.int().optional(),
});
export type RoomRecord = z.output<typeof roomRecordSchema>;

/** A planned room as it is sent. */
export function encodePlannedRoom(room: PlannedRoom): Omit<RoomRecord, 'id' | 'year' | 'month' | 'position'> {
  return {
    room_number: room.roomNumber,
    room_type: room.roomType,
    room_label: room.roomLabel,
    priority: room.priority,
    smoking_status: room.smokingStatus,
    reservable_status: room.reservableStatus,
    corporate: room.corporate,
  };
}

/** A room-month as its wire record. */
export function encodeRoomMonth(room: RoomMonth): RoomRecord {
  return {
    id: room.id,
    year: Number(room.month.slice(0, 4)),
    month: Number(room.month.slice(5, 7)),
    ...encodePlannedRoom(room),
    ...(room.position !== null && { position: room.position }),
  };
}

/** A wire record as a room-month of the domain. */
export function decodeRoomMonth(record: RoomRecord): RoomMonth {
  const month = firstOfMonth(record.year, record.month);
  return {
    id: record.id,
    version: 0,
    roomNumber: record.room_number,
    month,
    roomType: record.room_type,
    roomLabel: record.room_label,
    priority: record.priority,
    smokingStatus: record.smoking_status,
    reservableStatus: record.reservable_status,
    corporate: record.corporate,
    position: record.position ?? null,
  };
}
