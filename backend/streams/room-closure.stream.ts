import { evolveRoomClosure, type RoomClosure, type RoomClosureEvent } from '@domain/room/room-closure.js';
import { z } from 'zod';
import {
  eventDay,
  eventId,
  noData,
  onlyVersion,
  personalDataErased,
  type StreamDefinition,
} from '../event-store/event-stream.js';

const stay = { start: eventDay, end: eventDay };
const nights = { ...stay, reason: z.string().min(1) };
const until = z.iso.datetime();
const tentative = { ...stay, guestName: z.string(), tel: z.string(), remark: z.string(), until };

/** A room that is not sold for some nights: out of order (売り止め), or held for a guest until a moment (仮予約). It is master data: each decision about a room must know it. */
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
    TentativeStayRecorded: onlyVersion(
      z.strictObject({ roomNumber: z.string().min(1), ...tentative, staffId: eventId.nullable() }),
    ),
    TentativeStayChanged: onlyVersion(z.strictObject(tentative)),
    TentativeStayReleased: onlyVersion(noData),
    TentativeStayExpired: onlyVersion(noData),
    TentativeStayBooked: onlyVersion(z.strictObject({ bookingId: eventId })),
    TentativeStayRestored: onlyVersion(z.strictObject({ until })),
    PersonalDataErased: personalDataErased,
  },
  personalFields: ['guestName', 'tel', 'remark'],
  isReference: true,
};
