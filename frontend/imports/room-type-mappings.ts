import type { RoomTypeMappingRecord, RoomTypeMappings } from '@wire/csv-actions.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { store } from '../shared/store.js';
import { fetchRoomTypeMappings, saveRoomTypeMapping } from './room-type-mappings-api.js';

/** The room type mapping; null until it was read. */
export const roomTypeMappingsAtom = atom<RoomTypeMappings | null>(null);

let latest = 0;

/** Reads the mapping; a failure is only logged (spec 8). */
export async function loadRoomTypeMappings(): Promise<void> {
  const ticket = ++latest;
  try {
    const mappings = await fetchRoomTypeMappings();
    if (ticket === latest) store.set(roomTypeMappingsAtom, mappings);
  } catch (error) {
    console.error('room-type-mappings', error);
  }
}

/** Reads the mapping anew, if it was read before. */
export async function reloadRoomTypeMappings(): Promise<void> {
  if (store.get(roomTypeMappingsAtom) !== null) await loadRoomTypeMappings();
}

/** Says what a room type means, of a new one or anew; false when the server refused, which is alerted. */
export async function defineRoomType(
  mapping: RoomTypeMappingRecord | null,
  body: Pick<RoomTypeMappingRecord, 'room_type' | 'categories'>,
): Promise<boolean> {
  try {
    await saveRoomTypeMapping(mapping, body);
  } catch (error) {
    await alertFailure(error);
    return false;
  }
  await loadRoomTypeMappings();
  return true;
}
