import type { RoomTypeMappingRecord, RoomTypeMappings } from '@wire/csv-actions.js';
import { get, write } from '../shared/api/request.js';

/** The room type mapping as of now. */
export const fetchRoomTypeMappings = async () =>
  (await get<RoomTypeMappings>('/api/room-type-mappings')).data;

/** Says what a room type means: of a new one, or anew. */
export function saveRoomTypeMapping(
  mapping: RoomTypeMappingRecord | null,
  body: Pick<RoomTypeMappingRecord, 'room_type' | 'categories'>,
): Promise<unknown> {
  return mapping === null
    ? write('POST', '/api/room-type-mappings', body)
    : write('PUT', `/api/room-type-mappings/${mapping.id}`, body, { version: mapping.version });
}
