import { type Atom, createStore, useAtomValue, useSetAtom, type WritableAtom } from 'jotai';

/** The page's one store; the socket writes to it from outside React. */
export let store = createStore();

const beginnings: (() => void)[] = [];

/**
 * Calls `begin` now and whenever the store is replaced: a module subscribes to atoms there, and empties what it holds
 * outside of them.
 */
export function inEachStore(begin: () => void): void {
  beginnings.push(begin);
  begin();
}

/** Replaces the store by an empty one, as if the page were loaded anew: each test has its own. */
export function replaceStore(): void {
  store = createStore();
  for (const begin of beginnings) begin();
}

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
