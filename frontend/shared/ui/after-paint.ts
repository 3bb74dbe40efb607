const IN_BACKGROUND_MS = 200;

/** Resolves once what is drawn now has been painted; a page in the background, which paints nothing, waits a moment. */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, IN_BACKGROUND_MS);
  });
}
