const IN_BACKGROUND_MS = 200;

/** Resolves once what is drawn now has been painted; a page in the background, which paints nothing, waits a moment. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, IN_BACKGROUND_MS);
  });
}

/** Without data nothing is waited for any longer. */
const PATIENCE_MS = 2_500;

let tell = (): void => {};
const shown = new Promise<void>((done) => {
  tell = done;
  setTimeout(done, PATIENCE_MS);
});

/** The first screen has its data, or waits for somebody to sign in. */
export function noteShown(): void {
  void afterPaint().then(tell);
}

/** Resolves once the first screen has been painted with its data; what it does not need is loaded then. */
export const whenShown = (): Promise<void> => shown;
