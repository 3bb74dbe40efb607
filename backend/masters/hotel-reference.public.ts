import type { BlacklistRecord, Corporate, Payment, RoomTypeMapping, Staff } from '@domain/masters/masters.js';
import type { HotelReference } from '@domain/reference.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { ReferenceLoader } from '../event-store/reference-cache.js';

const TABLES = ['room_months', 'corporates', 'payments', 'blacklist_entries', 'staff', 'room_type_mappings'];
const EVERYTHING = TABLES.map((table) => `select '${table}' as kind, state from ${table}`).join(
  ' union all ',
);

const byId = <Record extends { id: number }>(records: Record[]): Map<number, Record> =>
  new Map(records.sort((a, b) => a.id - b.id).map((record) => [record.id, record]));

/** Loads all rooms and masters in one query. */
export const loadHotelReference: ReferenceLoader = async (client): Promise<HotelReference> => {
  const { rows } = await client.query(EVERYTHING);
  const ofKind = <State>(kind: string): State[] =>
    rows.filter((row) => row.kind === kind).map((row) => row.state);
  return {
    rooms: roomDirectory(ofKind<RoomMonth>('room_months')),
    corporates: byId(ofKind<Corporate>('corporates')),
    payments: byId(ofKind<Payment>('payments')),
    blacklist: byId(ofKind<BlacklistRecord>('blacklist_entries')),
    staff: byId(ofKind<Staff>('staff')),
    roomTypeMappings: byId(ofKind<RoomTypeMapping>('room_type_mappings')),
  };
};
