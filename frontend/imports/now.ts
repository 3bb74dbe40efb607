import { atom } from 'jotai';

const MINUTE_MS = 60_000;

/** Now, in milliseconds; moves on each minute while somebody looks. */
export const nowAtom = atom(Date.now());
nowAtom.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), MINUTE_MS);
  return () => clearInterval(timer);
};
