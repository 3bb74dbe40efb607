import { CLEANING_STATES, type CleaningState } from '@domain/cleaning/room-cleaning.js';
import { floorOf } from '@domain/room/room-order.js';
import type { CleaningContent, CleaningRoom } from '@wire/cleaning.js';
import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { recordCleaning, remarkCleaning } from '../shared/api/cleaning-api.js';
import type { WriteGuards } from '../shared/api/request.js';
import { cleaningOfRoomAtom, readCleaning, takeCleaning } from '../shared/cleaning.js';
import { inEachStore, store } from '../shared/store.js';

/** The word for a room of whose cleaning nothing is known. */
export const UNRECORDED = '未記録';

/** A state that the list can be filtered by. */
type ShownState = CleaningState | typeof UNRECORDED;
const SHOWN_STATES: readonly ShownState[] = [...CLEANING_STATES, UNRECORDED];

/** The filter of the list: rooms of a floor (its number as a text, empty for all) and of a state, null for all. */
type CleaningFilter = { floor: string; state: ShownState | null };

/** The floor of rooms whose number has none. */
const OTHER_FLOOR = 'ほか';

/** The filter, and the rooms changed here since it was chosen, which stay in sight. */
export const cleaningFilterAtom = atom<CleaningFilter>({ floor: '', state: null });
const keptAtom = atom<ReadonlySet<string>>(new Set<string>());

/** Chooses what the list shows. */
export function chooseFilter(change: Partial<CleaningFilter>): void {
  store.set(keptAtom, new Set<string>());
  store.set(cleaningFilterAtom, (filter) => ({ ...filter, ...change }));
}

const floorText = ({ room_number }: CleaningRoom): string => String(floorOf(room_number) ?? OTHER_FLOOR);

/** Returns the floors of rooms, in their order. */
export const floorsOf = (rooms: readonly CleaningRoom[]): string[] => [...new Set(rooms.map(floorText))];

/** Returns the name of a floor: `10階`. */
export const floorName = (floor: string): string => (floor === OTHER_FLOOR ? floor : `${floor}階`);

/** Returns the rooms of a floor. */
export const onFloor = (rooms: readonly CleaningRoom[], floor: string): readonly CleaningRoom[] =>
  floor === '' ? rooms : rooms.filter((room) => floorText(room) === floor);

const isIn = (room: CleaningRoom, state: ShownState): boolean => (room.state ?? UNRECORDED) === state;

/** Counts the rooms in each state, and those of which nothing is known where there are some. */
export function countsOf(rooms: readonly CleaningRoom[]): { state: ShownState; count: number }[] {
  const counts = SHOWN_STATES.map((state) => ({
    state,
    count: rooms.filter((room) => isIn(room, state)).length,
  }));
  return counts.filter(({ state, count }) => state !== UNRECORDED || count > 0);
}

/** Returns the rooms that the list shows. */
export function shownRooms(
  rooms: readonly CleaningRoom[],
  { floor, state }: CleaningFilter,
  kept: ReadonlySet<string>,
): readonly CleaningRoom[] {
  const here = onFloor(rooms, floor);
  return state === null ? here : here.filter((room) => isIn(room, state) || kept.has(room.room_number));
}

/** The rooms that stay in sight whatever their state. */
export const keptRoomsAtom = atom((get) => get(keptAtom));

/** The last write of each room that is under way. */
const underWay = new Map<string, Promise<boolean>>();

inEachStore(() => {
  store.set(keptAtom, new Set<string>());
  underWay.clear();
});

async function write(room: CleaningRoom, work: Work): Promise<boolean> {
  try {
    takeCleaning(await work(room, { version: room.version }));
    return true;
  } catch (error) {
    void readCleaning();
    await alertFailure(error);
    return false;
  }
}

type Work = (room: CleaningRoom, guards: WriteGuards) => Promise<CleaningContent>;

/** Writes a change of a room after those under way; false when it was refused, which is alerted. */
function change(shown: CleaningRoom, work: Work): Promise<boolean> {
  const { room_number } = shown;
  store.set(keptAtom, (kept) => new Set([...kept, room_number]));
  const before = underWay.get(room_number);
  const newest = () => store.get(cleaningOfRoomAtom(room_number)) ?? shown;
  const done = before ? before.then(() => write(newest(), work)) : write(shown, work);
  underWay.set(room_number, done);
  void done.finally(() => underWay.get(room_number) === done && underWay.delete(room_number));
  return done;
}

/** Records a room's state. */
export function setCleaning(room: CleaningRoom, to: CleaningState): Promise<boolean> {
  return change(room, ({ room_number, state }, guards) => recordCleaning(room_number, to, state, guards));
}

/** Writes a room's remark. */
export function setRemark(room: CleaningRoom, remark: string): Promise<boolean> {
  return change(room, ({ room_number }, guards) => remarkCleaning(room_number, remark, guards));
}
