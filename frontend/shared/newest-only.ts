/**
 * Runs `work` for what was asked for last, one run at a time: what is asked for meanwhile waits, and only the newest of
 * it is worked on. The promise ends when nothing waits any more, at once for those that another run takes along.
 */
export function newestOnly<Asked>(work: (asked: Asked) => Promise<void>): (asked: Asked) => Promise<void> {
  let waiting: { asked: Asked } | null = null;
  let running: Promise<void> | null = null;
  async function run(): Promise<void> {
    try {
      for (let next = waiting; next; next = waiting) {
        waiting = null;
        await work(next.asked);
      }
    } finally {
      // At once with the last look at what waits: what is asked for a moment later would wait for a run that is over.
      running = null;
    }
  }
  return (asked) => {
    waiting = { asked };
    running ??= run();
    return running;
  };
}
