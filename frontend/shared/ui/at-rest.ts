/** Idle after this long without a scroll event. */
const REST_MS = 400;

/** Resolves once nothing is being scrolled: what takes longer than a frame waits for that. */
export function whenAtRest(): Promise<void> {
  return new Promise((done) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    const rest = () => {
      document.removeEventListener('scroll', wait, { capture: true });
      done();
    };
    document.addEventListener('scroll', wait, { capture: true, passive: true });
    wait();
  });
}
