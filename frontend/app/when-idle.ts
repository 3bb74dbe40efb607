const PATIENCE_MS = 5_000;

/** Resolves as soon as the page has nothing else to do. */
export function whenIdle(): Promise<void> {
  return new Promise((done) => {
    // Not every browser knows of idleness.
    if (typeof requestIdleCallback === 'undefined') setTimeout(done, PATIENCE_MS);
    else requestIdleCallback(() => done(), { timeout: PATIENCE_MS });
  });
}
