import { useEffect } from 'react';
import { typingAtom } from '../booking/hold.js';
import { store } from '../shared/store.js';

/** After so long without a key or a click the hold ends. */
const QUIET_MS = 10 * 60_000;
const SIGNS = ['keydown', 'pointerdown', 'input'] as const;

/** Whether the form is in use: set by keys and clicks, cleared after a while without any. */
export function useTyping(): void {
  useEffect(() => {
    let quiet: ReturnType<typeof setTimeout>;
    const awake = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => store.set(typingAtom, false), QUIET_MS);
      store.set(typingAtom, true);
    };
    awake();
    for (const sign of SIGNS) document.addEventListener(sign, awake, true);
    return () => {
      clearTimeout(quiet);
      for (const sign of SIGNS) document.removeEventListener(sign, awake, true);
      store.set(typingAtom, false);
    };
  }, []);
}
