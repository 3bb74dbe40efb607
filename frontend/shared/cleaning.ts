import { isReady, waitText } from '@domain/cleaning/room-cleaning.js';
import type { CleaningContent, CleaningList, CleaningRoom } from '@wire/cleaning.js';
import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { fetchCleaning } from './api/cleaning-api.js';
import { travellingAtom } from './calendar-data/past.js';
import { family } from './family.js';
import { hotelAtom, todayAtom } from './hotel.js';
import { connectionAtom, disconnectedAtAtom } from './live/connection.js';
import { type LiveView, liveSession } from './live/live-session.js';
import { cachedGuestList, cacheGuestList } from './offline-cache/cached-lists.js';
import { Resource } from './resource.js';
import { inEachStore, store } from './store.js';

/** True in a hotel that manages the cleaning of its rooms. */
export const managesCleaningAtom = atom((get) => get(hotelAtom)?.manages_cleaning === 1);

/** The name of the list in the cache; its remarks may name guests. */
const CACHED = 'cleaning';

/** Until when a list from the cache was current; null when the list was read. */
const cachedAtAtom = atom<Date | null>(null);

const cleaning = new Resource<'rooms', CleaningList>('cleaning', (_, signal) => fetchCleaning(signal), {
  keepPrevious: 'always',
  fallback: async () => {
    if (cleaning.state.value !== null) return null;
    const cached = await cachedGuestList<CleaningList>(CACHED);
    store.set(cachedAtAtom, cached?.at ?? null);
    return cached?.value ?? null;
  },
});

/** The list, and how it was read. */
export const cleaningStateAtom = cleaning.atom;

/** Until when the list is current while the line is down; null while it is kept current. */
export const cleaningAsOfAtom = atom((get) => get(cachedAtAtom) ?? get(disconnectedAtAtom));

const roomsAtom = atom(
  (get) => new Map((get(cleaning.atom).value?.rooms ?? []).map((room) => [room.room_number, room])),
);

/** The cleaning of a room; null where it is not managed, or not known. */
export const cleaningOfRoomAtom = family((roomNumber: string) =>
  atom((get) => (get(managesCleaningAtom) ? (get(roomsAtom).get(roomNumber) ?? null) : null)),
);

/** True where the cleaning is managed and could not be read. */
export const isCleaningUnknownAtom = atom((get) => {
  const { value, error } = get(cleaning.atom);
  return get(managesCleaningAtom) && value === null && error !== null;
});

/** The state of a room that is not ready for a guest; null for others, and while the past is shown. */
export const cleaningMarkAtom = family((roomNumber: string) =>
  atom((get) => {
    const state = get(travellingAtom) ? null : (get(cleaningOfRoomAtom(roomNumber))?.state ?? null);
    return isReady(state) ? null : state;
  }),
);

const A_MINUTE_MS = 60_000;

/** Returns how long a room has been in its state by a moment: `2時間`; empty where that is not known. */
export function waitedText({ since }: Pick<CleaningRoom, 'since'>, now: number): string {
  return since === null ? '' : waitText((now - Date.parse(since)) / A_MINUTE_MS);
}

/** Returns for how long a room has waited until now: `清掃前のまま 2時間`. */
export function waitingText(room: CleaningRoom): string {
  return `${room.state}のまま ${waitedText(room, Date.now())}`;
}

/** Returns how to wait for the rooms' cleaning where it is managed and still being read; null where it is known. */
export function cleaningComing(): Promise<unknown> | null {
  const isMissing = store.get(managesCleaningAtom) && cleaning.state.value === null;
  return isMissing && cleaning.state.status !== 'failed' ? cleaning.load('rooms') : null;
}

/** Shows what a write of this terminal answered, without waiting for its frame. */
export function takeCleaning(saved: CleaningContent): void {
  const taken = (room: CleaningRoom): CleaningRoom => {
    if (room.room_number !== saved.room_number || room.version > saved.version) return room;
    return { ...room, ...saved, since: room.state === saved.state ? room.since : new Date().toISOString() };
  };
  cleaning.update((list) => ({ ...list, rooms: list.rooms.map(taken) }));
}

/** Reads the list anew. */
export const readCleaning = (position?: number): Promise<number | null> => cleaning.reload(position);

/** Returns true if the list may change with a frame: rooms follow from the stays of guests who are here or due. */
function concerns({ cleaning: recorded, bookings, rooms, closures }: ChangeFrame): boolean {
  const today = store.get(todayAtom) ?? '';
  const isOfToday = bookings.some(
    ({ stay_start, checkin_date }) => checkin_date !== null || stay_start <= today,
  );
  return recorded !== undefined || closures !== undefined || rooms.length > 0 || isOfToday;
}

/** The cleaning of the rooms, kept current in a hotel that manages it. */
export const cleaningView: Required<Pick<LiveView, 'isComplete' | 'refresh' | 'resume' | 'applyFrame'>> = {
  isComplete: () => cleaning.state.status !== 'failed',
  refresh: () => cleaning.reload(),
  resume: () => {
    if (cleaning.state.status === 'failed') void cleaning.reload();
  },
  applyFrame: (frame) => {
    if (concerns(frame)) void cleaning.reload(frame.to);
  },
};

function beginReading(): void {
  if (store.get(managesCleaningAtom)) void cleaning.load('rooms');
  else cleaning.reset();
}

/** Reads the list for a screen that shows nothing else, and opens the live connection. */
export async function showCleaning(): Promise<void> {
  liveSession.resumeFrom(await cleaning.load('rooms'));
}

function cacheList(): void {
  const { status, value } = cleaning.state;
  if (status !== 'ready' || value === null) return;
  store.set(cachedAtAtom, null);
  void cacheGuestList(CACHED, value, store.get(disconnectedAtAtom) ?? new Date());
}

inEachStore(() => {
  store.sub(managesCleaningAtom, beginReading);
  store.sub(todayAtom, () => void cleaning.reload());
  store.sub(cleaning.atom, cacheList);
  store.sub(connectionAtom, cacheList);
});
