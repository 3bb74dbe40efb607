import { floorOf } from '@domain/room/room-order.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { atom } from 'jotai';
import { shownMonthAtom } from './room-months.js';

/** Which rooms are shown; an empty text lets all of them through. */
export type RoomFilter = { floor: string; type: string; reservable: string };
export const NO_FILTER: RoomFilter = { floor: '', type: '', reservable: '' };

export const roomFilterAtom = atom<RoomFilter>(NO_FILTER);

/** Whether some rooms of the month may be hidden. */
export const isRoomFilteredAtom = atom((get) => Object.values(get(roomFilterAtom)).some(Boolean));

/** The floor that a room is listed under. */
export const floorNameOf = ({ room_number }: ManagedRoomMonth): string => {
  const floor = floorOf(room_number);
  return floor === null ? 'その他' : `${floor}階`;
};

const NO_ROOMS: readonly ManagedRoomMonth[] = [];
const roomsAtom = atom((get) => get(shownMonthAtom).rooms ?? NO_ROOMS);

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The floors and room types of the month, to choose from. */
export const floorsAtom = atom((get) => distinct(get(roomsAtom).map(floorNameOf)));
export const roomTypesAtom = atom((get) => distinct(get(roomsAtom).map(({ room_type }) => room_type)));

/** The rooms that are shown, in display order. */
export const visibleRoomsAtom = atom((get): readonly ManagedRoomMonth[] => {
  const { floor, type, reservable } = get(roomFilterAtom);
  return get(roomsAtom).filter(
    (room) =>
      (floor === '' || floorNameOf(room) === floor) &&
      (type === '' || room.room_type === type) &&
      (reservable === '' || room.reservable_status === reservable),
  );
});

/** The shown rooms floor by floor. */
export const roomsByFloorAtom = atom((get) => {
  const floors = new Map<string, ManagedRoomMonth[]>();
  for (const room of get(visibleRoomsAtom)) {
    const name = floorNameOf(room);
    floors.set(name, [...(floors.get(name) ?? []), room]);
  }
  return [...floors].map(([name, rooms]) => ({ name, rooms }));
});

/** The ids of the rooms that were chosen, shown or not. */
export const chosenIdsAtom = atom<ReadonlySet<number>>(new Set<number>());

/** The chosen rooms that are shown: only these are changed. */
export const chosenRoomsAtom = atom((get) => {
  const chosen = get(chosenIdsAtom);
  return get(visibleRoomsAtom).filter(({ id }) => chosen.has(id));
});
