import type { HotelRecord } from '@wire/hotel-record.js';
import type { SessionRecord } from '@wire/session.js';
import { readCached } from './cache-store.js';

/** The cache key of the hotel. */
export const HOTEL = 'hotel';

/** The cache key of the session. */
export const SESSION = 'session';

/** The cache key of a list of master records; only lists without personal data are cached. */
export const listName = (kind: string): string => `list ${kind}`;

/** The hotel as it was received last, null when it never was. */
export async function cachedHotel(): Promise<HotelRecord | null> {
  return (await readCached<HotelRecord | null>(HOTEL)) ?? null;
}

/** A list of master records as it was read last, null for none. */
export async function cachedList<T>(kind: string): Promise<readonly T[] | null> {
  return (await readCached<readonly T[]>(listName(kind))) ?? null;
}

function isOver({ mode, expires_at }: SessionRecord): boolean {
  return mode !== 'off' && (expires_at === null || new Date(expires_at) <= new Date());
}

/** Reads who was signed in last, as long as that would still hold. */
export async function cachedSession(): Promise<SessionRecord | null> {
  const session = await readCached<SessionRecord | null>(SESSION);
  return session && !isOver(session) ? session : null;
}

/** Returns true if the session that was there last has ended by now. */
export async function isCachedSessionOver(): Promise<boolean> {
  const session = await readCached<SessionRecord | null>(SESSION);
  return session ? isOver(session) : false;
}
