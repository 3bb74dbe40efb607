import {
  evolveRoomMonth,
  GENDER_PRIORITIES,
  RESERVABLE_STATUSES,
  type RoomMonth,
  type RoomMonthEvent,
  SMOKING_STATUSES,
} from '@domain/room/room-month.js';
import { z } from 'zod';
import {
  type EventVersions,
  eventDay,
  eventFlag,
  type StreamDefinition,
} from '../event-store/event-stream.js';

const firstDefined = z.strictObject({
  roomNumber: z.string().min(1),
  month: eventDay,
  roomType: z.string(),
  roomLabel: z.string(),
  priority: z.enum(GENDER_PRIORITIES),
  smokingStatus: z.enum(SMOKING_STATUSES),
  reservableStatus: z.enum(RESERVABLE_STATUSES),
  corporate: eventFlag,
});

// In version 1 a room's place followed from its number.
const roomMonthDefined: EventVersions = {
  schemas: [firstDefined, firstDefined.extend({ position: z.int().min(1).nullable() })],
  upcasters: [(old) => ({ ...old, position: null })],
};

/** One room in one month (contract 2). */
export const roomMonthStream: StreamDefinition<RoomMonth, RoomMonthEvent> = {
  category: 'room-month',
  table: 'room_months',
  key: { column: 'id', type: 'integer' },
  row: (state) => ({ room_number: state.roomNumber, month: state.month }),
  evolve: evolveRoomMonth,
  events: { RoomMonthDefined: roomMonthDefined },
  isReference: true,
};
