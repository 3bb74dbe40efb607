import { atom } from 'jotai';
import { randomId } from '../api/random-id.js';
import type { WriteGuards } from '../api/request.js';
import { alertFailure } from './alert-failure.js';
import { store } from './store.js';

/** Something that staff did on this terminal: the request its events go by, and what it was, as staff would say. */
export type Act = { requestId: string; text: string };

/** What was done here in this session, the latest last. */
export const actsAtom = atom<readonly Act[]>([]);

/** Notes that something was done, so that it can be taken back. */
export function noteAct(act: Act): void {
  store.set(actsAtom, (acts) => [...acts, act]);
}

/**
 * Does something to bookings outside of the form and notes it; a refusal is shown in an alert, and the answer is null.
 * `text` says what was done, such as `1003 山田太郎 チェックイン`.
 */
export async function act<T>(
  text: string,
  work: (guards: WriteGuards) => Promise<T>,
  version?: number,
): Promise<T | null> {
  const key = randomId();
  try {
    const answer = await work({ key, version: version ?? null });
    noteAct({ requestId: key, text });
    return answer;
  } catch (error) {
    await alertFailure(error);
    return null;
  }
}
