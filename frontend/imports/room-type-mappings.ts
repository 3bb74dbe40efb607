import type { RoomTypeMappingRecord, RoomTypeMappings } from '@wire/csv-actions.js';
import { alertFailure } from '../shared/alert-failure.js';
import { get, write } from '../shared/api/request.js';
import { Resource } from '../shared/resource.js';

const PATH = '/api/room-type-mappings';

/** The room type mapping; why it could not be read is only logged (spec 8). */
export const roomTypeMappings = new Resource<null, RoomTypeMappings>('room-type-mappings', (_all, signal) =>
  get(PATH, {}, signal),
);

/** Says what a room type means, of a new one or anew; false when the server refused, which is alerted. */
export async function defineRoomType(
  mapping: RoomTypeMappingRecord | null,
  body: Pick<RoomTypeMappingRecord, 'room_type' | 'categories'>,
): Promise<boolean> {
  try {
    if (mapping === null) await write('POST', PATH, body);
    else await write('PUT', `${PATH}/${mapping.id}`, body, { version: mapping.version });
  } catch (error) {
    await alertFailure(error);
    return false;
  }
  await roomTypeMappings.load(null);
  return true;
}
