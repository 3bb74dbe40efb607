import { evolveRoomClosure, type RoomClosure, type RoomClosureEvent } from '@domain/room/room-closure.js';
import { z } from 'zod';
import {
  eventDay,
  eventId,
  noData,
  onlyVersion,
  type StreamDefinition,
} from '../event-store/event-stream.js';

const nights = { start: eventDay, end: eventDay, reason: z.string().min(1) };

/** A room out of order for some nights (売り止め). It is master data: each decision about a room must know it. */
export const roomClosureStream: StreamDefinition<RoomClosure, RoomClosureEvent> = {
  category: 'room-closure',
  table: 'room_closures',
  key: { column: 'id', type: 'integer' },
  row: ({ firstDay, lastDay }) => ({ first_day: firstDay, last_day: lastDay }),
  evolve: evolveRoomClosure,
  events: {
    RoomClosureStarted: onlyVersion(
      z.strictObject({ roomNumber: z.string().min(1), ...nights, staffId: eventId.nullable() }),
    ),
    RoomClosureChanged: onlyVersion(z.strictObject(nights)),
    RoomClosureEnded: onlyVersion(noData),
  },
  isReference: true,
};
