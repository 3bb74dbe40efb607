import { BOOKED_ROOM } from '@wire/room-months.js';
import { atom } from 'jotai';
import { ApiError } from '../shared/api/request.js';
import { store } from '../shared/store.js';

/** A booking in a room that is to become 予約不可. */
export type ConcernedBooking = { id: number; text: string };

type Question = { bookings: readonly ConcernedBooking[]; settle: (accepted: boolean) => void };

/** The bookings that staff must have seen before a change goes on; null while nothing is asked. */
export const concernedAtom = atom<Question | null>(null);

function ask(bookings: readonly ConcernedBooking[]): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (accepted: boolean) => {
      store.set(concernedAtom, null);
      resolve(accepted);
    };
    store.set(concernedAtom, { bookings, settle });
  });
}

function concernedIn(error: unknown): ConcernedBooking[] {
  if (!(error instanceof ApiError)) return [];
  return error.errors
    .filter(({ code }) => code === BOOKED_ROOM)
    .map(({ field, message }) => ({ id: Number(field), text: message }));
}

/** What was answered, and the bookings that staff have seen on the way. */
type Acknowledged<T> = { answer: T; acknowledged: readonly number[] };

/** Sends a change; bookings that it concerns are shown, and it goes on when staff say so. Null when they don't. */
export async function acknowledging<T>(
  send: (acknowledged: readonly number[]) => Promise<T>,
  seen: readonly number[] = [],
): Promise<Acknowledged<T> | null> {
  let acknowledged = seen;
  for (;;) {
    try {
      return { answer: await send(acknowledged), acknowledged };
    } catch (error) {
      const bookings = concernedIn(error);
      if (bookings.length === 0) throw error;
      if (!(await ask(bookings))) return null;
      acknowledged = [...new Set([...acknowledged, ...bookings.map(({ id }) => id)])];
    }
  }
}
