import { atom } from 'jotai';
import { alertFailure } from '../shared/alert-failure.js';
import { store } from '../shared/store.js';

/** What was done last, and how it is taken back. */
type Done = { text: string; takeBack: (() => Promise<unknown>) | null };

/** What was done last on the masters screen, null for nothing that is still to be told. */
export const doneAtom = atom<Done | null>(null);

/** Whether something is just being taken back. */
export const takingBackAtom = atom(false);

/** Tells what was done; it can be taken back when there is a way. */
export function tellDone(text: string, takeBack: Done['takeBack'] = null): void {
  store.set(doneAtom, { text, takeBack });
}

/** Says no more of what was done. */
export function forgetDone(): void {
  store.set(doneAtom, null);
}

/** Takes back what was done last, as a change of its own; a refusal is alerted. */
export async function takeBackLast(): Promise<void> {
  const done = store.get(doneAtom);
  if (!done?.takeBack || store.get(takingBackAtom)) return;
  store.set(takingBackAtom, true);
  try {
    await done.takeBack();
    store.set(doneAtom, (now) => (now === done ? { text: '元に戻しました。', takeBack: null } : now));
  } catch (error) {
    await alertFailure(error);
  } finally {
    store.set(takingBackAtom, false);
  }
}
