import type { HotelReference } from '@domain/reference.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { Selectable } from 'kysely';
import type { ReferenceLoader } from '../event-store/projection.js';
import { queryRow } from '../platform/database.js';
import type { Database } from '../platform/database.types.js';

const TABLES = [
  'hotels',
  'setups',
  'room_months',
  'corporates',
  'payments',
  'blacklist_entries',
  'staff',
  'room_type_mappings',
] as const;

/** The states of all rooms and masters by table, in the order of their ids. */
type States = { [Table in (typeof TABLES)[number]]: Selectable<Database[Table]>['state'][] };

const statesOf = (table: string) =>
  `(select coalesce(json_agg(state order by id), '[]') from ${table}) as ${table}`;
const QUERY = `select ${TABLES.map(statesOf).join(', ')}`;

const byId = <Record extends { id: number }>(records: Record[]): Map<number, Record> =>
  new Map(records.map((record) => [record.id, record]));

/** Loads all rooms and masters in one query. */
export const loadHotelReference: ReferenceLoader = async (client): Promise<HotelReference> => {
  const states = await queryRow<States>(client, QUERY);
  return {
    hotel: states.hotels[0] ?? null,
    setup: states.setups[0] ?? null,
    rooms: roomDirectory(states.room_months),
    corporates: byId(states.corporates),
    payments: byId(states.payments),
    blacklist: byId(states.blacklist_entries),
    staff: byId(states.staff),
    roomTypeMappings: byId(states.room_type_mappings),
  };
};
