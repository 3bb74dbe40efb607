import { categoriesSold } from '@domain/imports/record-details.js';
import type { RoomTypeMapping } from '@domain/masters/masters.js';
import type { RoomTypeMappingRecord, RoomTypeMappings } from '@wire/csv-actions.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { get, write } from '../shared/api/request.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';
import { failedRecordsAtom } from './queue-view.js';
import { retryRecords } from './record-actions.js';

const PATH = '/api/room-type-mappings';

/** The room type mapping; why it could not be read is only logged (spec 8). */
export const roomTypeMappings = new Resource<null, RoomTypeMappings>('room-type-mappings', (_all, signal) =>
  get(PATH, {}, signal),
);

/** Says what a room type means, and tries again what waited for it; false when the server refused, which is alerted. */
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
  const isMapped = store.get(isMappedAtom);
  const waiting = store.get(waitingAtom).filter(isMapped);
  if (waiting.length > 0) void retryRecords(waiting, `「${body.room_type}」の対応を保存し、待っていた`);
  return true;
}

/** A room type without a meaning, and how many failed records wait for it. */
export type UndefinedType = { roomType: string; name: string; waiting: number };

type Sold = Pick<CsvRecord, 'room_symbol' | 'room_name'>;

/** True if a room type means something. */
const isMappedAtom = atom((get) => {
  const records = get(roomTypeMappings.atom).value?.mappings ?? [];
  const mappings = new Map(
    records.map(({ id, version, room_type, categories }): [number, RoomTypeMapping] => [
      id,
      { id, version, roomType: room_type, categories },
    ]),
  );
  return ({ room_symbol: roomSymbol, room_name: roomName }: Sold): boolean =>
    categoriesSold({ roomSymbol, roomName }, mappings).length > 0;
});

const waitingAtom = atom((get) =>
  (get(failedRecordsAtom) ?? []).filter(({ reason }) => reason === '部屋タイプ未定義'),
);

/** The room types that came and mean nothing yet, those that most records wait for first. */
export const unmappedTypesAtom = atom((get): UndefinedType[] => {
  const isMapped = get(isMappedAtom);
  const types = new Map<string, UndefinedType>();
  const add = ({ room_symbol, room_name }: Sold, count: number) => {
    const roomType = room_symbol || room_name;
    const before = types.get(roomType)?.waiting ?? 0;
    const name = room_symbol === '' ? '' : room_name;
    types.set(roomType, { roomType, name, waiting: before + count });
  };
  for (const seen of get(roomTypeMappings.atom).value?.unmapped ?? []) if (!isMapped(seen)) add(seen, 0);
  for (const record of get(waitingAtom)) if (!isMapped(record)) add(record, 1);
  return [...types.values()].filter(({ roomType }) => roomType !== '').sort((a, b) => b.waiting - a.waiting);
});
