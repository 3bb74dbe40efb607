import { inEachStore } from '../store.js';

const IN_USE_MS = 60_000;
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const;

let lastInput: number;
inEachStore(() => {
  lastInput = Date.now();
});

/** Records the time of the last key, click or scroll. */
export function watchUse(): void {
  const note = () => {
    lastInput = Date.now();
  };
  for (const input of INPUTS) window.addEventListener(input, note, { capture: true, passive: true });
}

/** Returns true if the page is in use; later calls are its own, not the user's. */
export function isInUse(): boolean {
  return Date.now() - lastInput < IN_USE_MS;
}
