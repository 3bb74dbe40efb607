import type { Day } from '@domain/dates.js';

/** A move of a booking to another room, from the log (GET /api/front-desk/room-changes); instants are RFC 3339 in UTC. */
export type RoomChange = {
  position: number;
  recorded_at: string;
  staff_name: string | null;
  terminal: string | null;
  booking_id: number;
  guest_name: string;
  stay_start: Day;
  stay_end: Day;
  from_room: string;
  to_room: string;
};
