/** Does a work whenever it is asked for, but never twice at once, and after each time rests for a while. */
export function oneAtATime(
  work: () => Promise<unknown>,
  restMs: number,
): { ask: () => void; stop: () => void } {
  let [busy, again, stopped] = [false, false, false];
  const run = async (): Promise<void> => {
    busy = true;
    while (again && !stopped) {
      again = false;
      await work();
      await new Promise((done) => setTimeout(done, restMs));
    }
    busy = false;
  };
  return {
    ask() {
      again = true;
      if (!busy) void run();
    },
    stop() {
      stopped = true;
    },
  };
}
