import type { Corporate, Payment, RoomTypeMapping, Staff } from './masters/masters.js';
import type { BlacklistEntry } from './reservation/blacklist.js';
import type { RoomDirectory } from './room/room-directory.js';

/** The master data that decisions look at. */
export type HotelReference = {
  rooms: RoomDirectory;
  corporates: ReadonlyMap<number, Corporate>;
  payments: ReadonlyMap<number, Payment>;
  blacklist: ReadonlyMap<number, BlacklistEntry>;
  staff: ReadonlyMap<number, Staff>;
  roomTypeMappings: ReadonlyMap<number, RoomTypeMapping>;
};
