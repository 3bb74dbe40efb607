import type { SessionRecord } from '@wire/session.js';
import type { HotelRecord } from '../api/hotel-api.js';
import { readKept } from './kept-store.js';

/** What the hotel is kept under. */
export const HOTEL = 'hotel';

/** What the session is kept under. */
export const SESSION = 'session';

/** What a list of master records is kept under; only such are kept as name nobody. */
export const listName = (kind: string): string => `list ${kind}`;

/** The hotel as it was told last, null when it never was. */
export async function keptHotel(): Promise<HotelRecord | null> {
  return (await readKept<HotelRecord | null>(HOTEL)) ?? null;
}

/** A list of master records as it was read last, null for none. */
export async function keptList<T>(kind: string): Promise<readonly T[] | null> {
  return (await readKept<readonly T[]>(listName(kind))) ?? null;
}

function isOver({ mode, expires_at }: SessionRecord): boolean {
  return mode !== 'off' && (expires_at === null || new Date(expires_at) <= new Date());
}

/** Who was signed in last, as long as that would still hold. */
export async function keptSession(): Promise<SessionRecord | null> {
  const session = await readKept<SessionRecord | null>(SESSION);
  return session && !isOver(session) ? session : null;
}

/** Whether the session that was there last has ended by now. */
export async function isKeptSessionOver(): Promise<boolean> {
  const session = await readKept<SessionRecord | null>(SESSION);
  return session ? isOver(session) : false;
}
