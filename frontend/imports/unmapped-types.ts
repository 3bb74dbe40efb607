import { categoriesSold } from '@domain/imports/record-details.js';
import type { RoomTypeMapping } from '@domain/masters/masters.js';
import type { CsvRecord } from '@wire/csv-record.js';
import { atom } from 'jotai';
import { failedRecordsAtom } from './queue-view.js';
import { roomTypeMappings } from './room-type-mappings.js';

/** A room type without a meaning, and how many failed records wait for it. */
export type UndefinedType = { roomType: string; name: string; waiting: number };

type Sold = Pick<CsvRecord, 'room_symbol' | 'room_name'>;

/** Whether a room type means something. */
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

/** How many records failed for 部屋タイプ未定義, and whether some of their room types mean something now. */
export const undefinedTypesAtom = atom((get) => {
  const waiting = get(waitingAtom);
  return { waiting: waiting.length, defined: waiting.some(get(isMappedAtom)) };
});
