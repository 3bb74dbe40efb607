import type { Month } from '@domain/dates.js';
import { groupBy } from '@domain/group-by.js';
import { keysOf } from '@domain/records.js';
import { GENDER_PRIORITIES, RESERVABLE_STATUSES, SMOKING_STATUSES } from '@domain/room/room-month.js';
import { floorOf, isArrangeable, roomColours } from '@domain/room/room-order.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { atom } from 'jotai';
import { type Answer, get } from '../shared/api/request.js';
import { Resource } from '../shared/resource.js';
import { store } from '../shared/store.js';

/** Path of the room-months. */
export const ROOM_MONTHS_PATH = '/api/room-months';

/** Every room of a month, in display order. */
export function fetchRoomMonths(month: Month, signal?: AbortSignal): Promise<Answer<ManagedRoomMonth[]>> {
  return get(ROOM_MONTHS_PATH, { year_month: month }, signal);
}

/** Returns the path of the file of a month's rooms. */
export function roomMonthsCsvAddress(month: Month): string {
  return `${ROOM_MONTHS_PATH}.csv?${new URLSearchParams({ year_month: month })}`;
}

/** The rooms of the month that is shown. */
export const roomMonths = new Resource<Month, readonly ManagedRoomMonth[]>('room-months', fetchRoomMonths);

/** Values of a room-month that can be changed. */
export type RoomValues = Pick<
  ManagedRoomMonth,
  'room_type' | 'room_label' | 'priority' | 'smoking_status' | 'reservable_status' | 'corporate'
>;
export type RoomField = keyof RoomValues;

/** Label of a field, and its choices if it has some. */
type FieldKind = { label: string; choices?: readonly { value: string | number; text: string }[] };

const same = (values: readonly string[]) => values.map((value) => ({ value, text: value || 'なし' }));

/** The fields of a room-month in the order of the columns. */
export const ROOM_FIELDS: Readonly<Record<RoomField, FieldKind>> = {
  room_type: { label: '部屋タイプ' },
  room_label: { label: '表示名' },
  priority: { label: '性別の優先', choices: same(GENDER_PRIORITIES) },
  smoking_status: { label: '喫煙区分', choices: same(SMOKING_STATUSES) },
  reservable_status: { label: '予約の可否', choices: same(RESERVABLE_STATUSES) },
  corporate: {
    label: '法人専用',
    choices: [
      { value: 0, text: 'なし' },
      { value: 1, text: '法人専用' },
    ],
  },
};
export const ROOM_FIELD_NAMES = keysOf(ROOM_FIELDS);

/** A field's value in words; a value that is nothing special is left blank. */
export function roomFieldText(field: RoomField, values: RoomValues): string {
  const value = values[field];
  if (value === '' || value === 0) return '';
  return ROOM_FIELDS[field].choices?.find((choice) => choice.value === value)?.text ?? String(value);
}

/** A chosen or typed text as a field's value. */
export function roomFieldValue(field: RoomField, text: string): Partial<RoomValues> {
  return { [field]: field === 'corporate' ? Number(text) : text };
}

/** Only the values that differ from a room's own. */
export function differing(room: RoomValues, values: Partial<RoomValues>): Partial<RoomValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => room[field as RoomField] !== value),
  );
}

/** Filter of the rooms; an empty text lets all of them through. */
export type RoomFilter = { floor: string; type: string; reservable: string };
export const NO_FILTER: RoomFilter = { floor: '', type: '', reservable: '' };

export const roomFilterAtom = atom<RoomFilter>(NO_FILTER);

/** True if some rooms of the month may be hidden. */
export const isRoomFilteredAtom = atom((get) => Object.values(get(roomFilterAtom)).some(Boolean));

/** The floor of a room in words. */
const floorNameOf = ({ room_number }: ManagedRoomMonth): string => {
  const floor = floorOf(room_number);
  return floor === null ? 'その他' : `${floor}階`;
};

const NO_ROOMS: readonly ManagedRoomMonth[] = [];
const roomsAtom = atom((get) => get(roomMonths.atom).value ?? NO_ROOMS);

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The rooms that staff have put in an order of their own. */
const ARRANGED = '並べた順';

/** The heading that a room is listed under: its floor, or that it has a place of its own. */
export const groupNameOf = (room: ManagedRoomMonth): string =>
  room.position === undefined ? floorNameOf(room) : ARRANGED;

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

/** The shown rooms by heading. */
export const groupedRoomsAtom = atom((get) => groupBy(get(visibleRoomsAtom), groupNameOf));

/** The colour of each room of the month, 1 to 10. */
export const roomColoursAtom = atom((get) =>
  roomColours(get(roomsAtom).map(({ room_number }) => room_number)),
);

const numbersAtom = atom((get) => new Set(get(roomsAtom).map(({ room_number }) => room_number)));

/** The numbers of the rooms that can be given another place. */
export const arrangeableAtom = atom((get) => {
  const numbers = get(numbersAtom);
  return new Set([...numbers].filter((number) => isArrangeable(numbers, number)));
});

/** The ids of the rooms that were chosen, shown or not. */
export const chosenIdsAtom = atom<ReadonlySet<number>>(new Set<number>());

/** The chosen rooms that are shown: only these are changed. */
export const chosenRoomsAtom = atom((get) => {
  const chosen = get(chosenIdsAtom);
  return get(visibleRoomsAtom).filter(({ id }) => chosen.has(id));
});

/** The room that was chosen last: a range reaches from it. */
const anchorAtom = atom<number | null>(null);

/** Chooses rooms, or chooses them no longer. */
export function setChosen(ids: readonly number[], on: boolean): void {
  store.set(chosenIdsAtom, (before) => {
    const after = new Set(before);
    for (const id of ids) {
      if (on) after.add(id);
      else after.delete(id);
    }
    return after;
  });
}

/** Chooses a room, or no longer; ranges begin at it. */
export function toggleRoom(id: number): void {
  store.set(anchorAtom, id);
  setChosen([id], !store.get(chosenIdsAtom).has(id));
}

/** Chooses every shown room from one to another. */
export function chooseBetween(from: number, to: number): void {
  const ids = store.get(visibleRoomsAtom).map(({ id }) => id);
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  store.set(anchorAtom, a < 0 ? to : from);
  setChosen(a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1), true);
}

/** Chooses every shown room from the one that was chosen last to this one. */
export function chooseUpTo(id: number): void {
  chooseBetween(store.get(anchorAtom) ?? id, id);
}

/** Chooses all of these rooms; when all of them are chosen already, none. */
export function toggleAll(ids: readonly number[]): void {
  const chosen = store.get(chosenIdsAtom);
  setChosen(ids, !ids.every((id) => chosen.has(id)));
}

/** Chooses no room. */
export function chooseNone(): void {
  store.set(anchorAtom, null);
  store.set(chosenIdsAtom, new Set<number>());
}
