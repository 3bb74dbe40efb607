import { useEffect } from 'react';
import { typingAtom } from '../booking/hold.js';
import { store } from '../shared/store.js';

/** After so long without a key or a click nobody is about to book any more. */
const QUIET_MS = 10 * 60_000;
const SIGNS = ['keydown', 'pointerdown', 'input'] as const;

/** Notes that somebody is at work while the form is on the screen, until nothing was typed or pointed at for a while. */
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
