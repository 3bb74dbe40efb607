import type { Day } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { BookingRecord } from '@wire/booking-record.js';
import { onErasure } from '../shared/erasure.js';
import { cachedListAsOfAtom, connectionAtom, disconnectedAtAtom } from '../shared/live/connection.js';
import {
  type CachedList,
  cachedGuestList,
  cacheGuestList,
  forgetGuestList,
} from '../shared/offline-cache/cached-lists.js';
import { signedOutAtom } from '../shared/session-staff.js';
import { inEachStore, stopAll, store } from '../shared/store.js';
import { type Desk, deskAtom } from './desk-atom.js';

const NAME = 'front-desk';
const CACHE_AFTER_MS = 1_500;

type CachedLists = Omit<Desk, 'records' | 'rooms'> & {
  records: readonly BookingRecord[];
  rooms: readonly RoomMonth[];
};

/** The timer by which the desk is cached, how to cache it while it is followed, and who was erased. */
const caching = {
  timer: null as ReturnType<typeof setTimeout> | null,
  soon: null as (() => void) | null,
  erased: new Set<number>(),
};

function stopTimer(): void {
  if (caching.timer !== null) clearTimeout(caching.timer);
  caching.timer = null;
}

inEachStore(() => {
  stopTimer();
  caching.soon = null;
  caching.erased.clear();
});

const namesErased = ({ id, guest_name_1 }: BookingRecord): boolean =>
  caching.erased.has(id) && guest_name_1 !== ERASED;

async function cacheNow(): Promise<void> {
  if (caching.timer === null) return;
  stopTimer();
  const desk = store.get(deskAtom);
  if (!desk || store.get(cachedListAsOfAtom) !== null || store.get(signedOutAtom)) return;
  const records = [...desk.records.values()].filter((record) => !namesErased(record));
  const cached: CachedLists = { ...desk, records, rooms: [...desk.rooms.byId.values()] };
  await cacheGuestList(NAME, cached, store.get(disconnectedAtAtom) ?? new Date());
}

function cacheSoon(): void {
  caching.timer ??= setTimeout(() => void cacheNow(), CACHE_AFTER_MS);
}

/** Caches the desk while it is kept current; returns how to stop. */
export function cacheDesk(): () => void {
  caching.soon = cacheSoon;
  const stops = [
    store.sub(deskAtom, cacheSoon),
    store.sub(connectionAtom, () => void cacheNow()),
    store.sub(signedOutAtom, stopTimer),
  ];
  return stopAll([
    ...stops,
    () => {
      void cacheNow();
      caching.soon = null;
    },
  ]);
}

/** Forgets the cached desk, which may name a guest who was erased; a desk that is shown is cached again without them. */
export function forgetCachedDesk(erased: readonly number[]): void {
  for (const id of erased) caching.erased.add(id);
  void forgetGuestList(NAME).then(() => caching.soon?.());
}

/** The desk of a day as it was cached last; null when it was not. The desk of another day lacks who arrives. */
export async function cachedDesk(today: Day | null): Promise<CachedList<Desk> | null> {
  const cached = await cachedGuestList<CachedLists>(NAME);
  if (!cached || cached.value.day !== today) return null;
  const { records, rooms, ...rest } = cached.value;
  const desk = {
    ...rest,
    records: new Map(records.map((record) => [record.id, record])),
    rooms: roomDirectory(rooms),
  };
  return { at: cached.at, value: desk };
}

onErasure((erased) => forgetCachedDesk([...(erased?.ids ?? [])]));
