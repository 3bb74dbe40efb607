import { afterPaint } from './ui/after-paint.js';

/** Without data, as before signing in, nothing is waited for any longer. */
const PATIENCE_MS = 2_500;

let tell = (): void => {};
const shown = new Promise<void>((done) => {
  tell = done;
  setTimeout(done, PATIENCE_MS);
});

/** The first screen has its data. */
export function noteShown(): void {
  void afterPaint().then(tell);
}

/** Resolves once the first screen has been painted with its data; what it does not need is loaded then. */
export const whenShown = (): Promise<void> => shown;
