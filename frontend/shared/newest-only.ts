/**
 * Runs `work` for what was asked for last, one run at a time: what is asked for meanwhile waits, and only the newest of
 * it is worked on. The promise ends when nothing waits any more, at once for those that another run takes along.
 */
export function newestOnly<Asked>(work: (asked: Asked) => Promise<void>): (asked: Asked) => Promise<void> {
  let waiting: { asked: Asked } | null = null;
  let running: Promise<void> | null = null;
  async function run(): Promise<void> {
    for (let next = waiting; next; next = waiting) {
      waiting = null;
      await work(next.asked);
    }
  }
  return (asked) => {
    waiting = { asked };
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
