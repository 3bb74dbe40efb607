import { atom } from 'jotai';
import { failedRecordsAtom } from './queue-view.js';
import { roomTypeMappingsAtom } from './room-type-mappings.js';

/** A room type without a meaning, and how many failed records wait for it. */
export type UndefinedType = { roomType: string; name: string; waiting: number };

/** The room types that came and mean nothing yet, those that most records wait for first. */
export const unmappedTypesAtom = atom((get): UndefinedType[] => {
  const { mappings = [], unmapped = [] } = get(roomTypeMappingsAtom) ?? {};
  const waiting = (get(failedRecordsAtom) ?? []).filter(({ reason }) => reason === '部屋タイプ未定義');
  const known = new Set(mappings.map(({ room_type }) => room_type));
  const types = new Map<string, UndefinedType>();
  const add = (symbol: string, name: string, count: number) => {
    const roomType = symbol || name;
    if (roomType === '' || known.has(symbol) || known.has(name)) return;
    const before = types.get(roomType)?.waiting ?? 0;
    types.set(roomType, { roomType, name: symbol === '' ? '' : name, waiting: before + count });
  };
  for (const { room_symbol, room_name } of unmapped) add(room_symbol, room_name, 0);
  for (const { room_symbol, room_name } of waiting) add(room_symbol, room_name, 1);
  return [...types.values()].sort((a, b) => b.waiting - a.waiting);
});

/** Whether a record failed for a room type that means something now. */
export const definedTypesWaitingAtom = atom((get): boolean => {
  const known = new Set((get(roomTypeMappingsAtom)?.mappings ?? []).map(({ room_type }) => room_type));
  return (get(failedRecordsAtom) ?? []).some(
    ({ reason, room_symbol, room_name }) =>
      reason === '部屋タイプ未定義' && (known.has(room_symbol) || known.has(room_name)),
  );
});
