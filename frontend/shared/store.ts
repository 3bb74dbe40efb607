import { type Atom, createStore, useAtomValue, useSetAtom, type WritableAtom } from 'jotai';

/** The page's one store; the socket writes to it from outside React. */
export const store = createStore();

/** The value of an atom, repainting the component when it changes. */
export function useValue<T>(source: Atom<T>): T {
  return useAtomValue(source, { store });
}

/** A stable function that writes an atom. */
export function useWrite<Args extends unknown[], Result>(
  target: WritableAtom<unknown, Args, Result>,
): (...args: Args) => Result {
  return useSetAtom(target, { store });
}

/** Ends several subscriptions with one call. */
export function stopAll(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
