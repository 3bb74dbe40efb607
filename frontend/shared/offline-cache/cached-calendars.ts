import type { DayRange } from '@domain/calendar/default-range.js';
import { daysBetween } from '@domain/dates.js';
import { calendarAtom, placeCalendar } from '../calendar-data/calendar.js';
import type { CalendarSnapshot, ShownBooking } from '../calendar-data/calendar-snapshot.js';
import { cachedAsOfAtom, calendarAsOfAtom } from '../live/connection.js';
import { lastStaffAtom } from '../session-staff.js';
import { store } from '../store.js';
import {
  cachedKeys,
  forget,
  readCached,
  readCachedParts,
  writeCached,
  writeCachedParts,
} from './cache-store.js';
import { type CalendarPart, calendarOfParts, calendarParts } from './calendar-parts.js';

const CALENDAR = 'calendar ';
const TIME = 'time ';
/** Milliseconds for which data that names guests is cached. */
export const CACHED_MS = 72 * 60 * 60_000;
const MOST_CALENDARS = 4;

const nameOf = ({ first, last }: DayRange): string => `${first} ${last}`;

/** The owner of the cached calendars and lists; only they see them. */
export const owner = (): number => store.get(lastStaffAtom)?.id ?? 0;

/** Keeps a calendar as it stands now. */
export async function cacheCalendar(snapshot: CalendarSnapshot): Promise<void> {
  await writeCachedParts(CALENDAR + nameOf(snapshot.range), calendarParts(snapshot), owner());
  await cacheTime(snapshot.range);
}

const shownAsOf = (): Date => store.get(calendarAsOfAtom) ?? new Date();

/** Records that the cached calendar of a range is still current. */
export function cacheTime(range: DayRange): Promise<void> {
  return writeCached(TIME + nameOf(range), shownAsOf().getTime());
}

async function forgetCalendar(name: string): Promise<void> {
  await Promise.all([forget(CALENDAR + name), forget(TIME + name)]);
}

type CachedName = { name: string; at: number };

/** The cached ranges, newest first. */
async function cachedNames(): Promise<CachedName[]> {
  const keys = (await cachedKeys()).filter((key) => key.startsWith(CALENDAR));
  const names = new Set(keys.map((key) => key.slice(CALENDAR.length).split(' ', 2).join(' ')));
  const found = [...names].map(async (name) => ({ name, at: (await readCached<number>(TIME + name)) ?? 0 }));
  return (await Promise.all(found)).sort((a, b) => b.at - a.at);
}

const isFresh = ({ at }: CachedName): boolean => Date.now() - at < CACHED_MS;

/** Keeps only the newest calendars, and none for long. */
export async function dropOldCalendars(): Promise<void> {
  const names = await cachedNames();
  const old = names.filter((cached, index) => index >= MOST_CALENDARS || !isFresh(cached));
  await Promise.all(old.map(({ name }) => forgetCalendar(name)));
}

/** Keeps no calendar but the one of a range, or none. */
export async function dropOtherCalendars(range: DayRange | null): Promise<void> {
  const others = (await cachedNames()).filter(({ name }) => !range || name !== nameOf(range));
  await Promise.all(others.map(({ name }) => forgetCalendar(name)));
}

/** The shown calendar and the cached ones. */
export async function knownCalendars(): Promise<CachedCalendar[]> {
  const shown = store.get(calendarAtom);
  const here = shown ? [{ at: shownAsOf(), snapshot: shown }] : [];
  const cached = (await cachedNames()).filter(isFresh).map(async ({ name, at }) => {
    const snapshot = calendarOfParts(await readCachedParts<CalendarPart>(CALENDAR + name, owner()));
    return snapshot ? [{ at: new Date(at), snapshot }] : [];
  });
  return [...here, ...(await Promise.all(cached)).flat()];
}

/** Shows what is known of a range while nothing can be read; false when that is nothing, or no longer wanted. */
export async function showCached(range: DayRange, isWanted: () => boolean): Promise<boolean> {
  const cached = cachedRange(await knownCalendars(), range);
  if (!cached || !isWanted()) return false;
  store.set(cachedAsOfAtom, cached.at);
  placeCalendar(cached.snapshot);
  return true;
}

/** A cached calendar, and the moment until which it was current. */
export type CachedCalendar = { at: Date; snapshot: CalendarSnapshot };

/** The days that two ranges share, null for none. */
function sharedDays(a: DayRange, b: DayRange): DayRange | null {
  const first = a.first > b.first ? a.first : b.first;
  const last = a.last < b.last ? a.last : b.last;
  return first <= last ? { first, last } : null;
}

function touches({ stayStart, stayEnd }: ShownBooking, { first, last }: DayRange): boolean {
  return stayStart <= last && stayEnd > first;
}

/** The days of a calendar that lie in a range of which it has some. */
function cutTo(snapshot: CalendarSnapshot, range: DayRange): CalendarSnapshot {
  const { first, last } = range;
  if (first === snapshot.range.first && last === snapshot.range.last) return snapshot;
  const byRoom = [...snapshot.byRoom].map(
    ([roomNumber, bookings]) => [roomNumber, bookings.filter((booking) => touches(booking, range))] as const,
  );
  const days = snapshot.days.filter((date) => date >= first && date <= last);
  return { ...snapshot, range, days, byRoom: new Map(byRoom) };
}

/** The cached calendar with most days of a range, of several the newest; null when none has one. */
export function cachedRange(cached: readonly CachedCalendar[], range: DayRange): CachedCalendar | null {
  const candidates = cached.flatMap(({ at, snapshot }) => {
    const shared = sharedDays(snapshot.range, range);
    return shared ? [{ at, snapshot, shared, days: daysBetween(shared.first, shared.last) }] : [];
  });
  candidates.sort((a, b) => b.days - a.days || b.at.getTime() - a.at.getTime());
  const [best] = candidates;
  return best ? { at: best.at, snapshot: cutTo(best.snapshot, best.shared) } : null;
}
