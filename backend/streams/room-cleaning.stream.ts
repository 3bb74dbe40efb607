import {
  CLEANING_STATES,
  evolveRoomCleaning,
  type RoomCleaning,
  type RoomCleaningEvent,
} from '@domain/cleaning/room-cleaning.js';
import { z } from 'zod';
import { eventDay, eventId, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';

const roomNumber = z.string().min(1);

/** The cleaning of the rooms, one stream a room number; a remark may name a guest and is encrypted. */
export const roomCleaningStream: StreamDefinition<RoomCleaning, RoomCleaningEvent> = {
  category: 'room-cleaning',
  table: 'room_cleanings',
  key: { column: 'id', type: 'integer' },
  row: (state) => ({ room_number: state.roomNumber }),
  evolve: evolveRoomCleaning,
  events: {
    RoomCleaningStateSet: onlyVersion(
      z.strictObject({ roomNumber, state: z.enum(CLEANING_STATES), day: eventDay, position: eventId }),
    ),
    RoomCleaningRemarked: onlyVersion(z.strictObject({ roomNumber, remark: z.string() })),
  },
  personalFields: ['remark'],
};
