import { startDriven } from '#tests/bench/support/driven-process.js';

/** Contents of the terminals of one process: equal digests for equal contents, and one's rows by name, each as a digest. */
type FleetState = {
  digests: string[];
  rows: [string, string][];
  faults: string[];
  frames: number;
  reconnects: number;
  /** Unix time in milliseconds at which the last of them had each frame, by the position it leads to. */
  arrivals: [number, number][];
};

const PROCESSES = 4;
const TERMINALS_OF_EACH = 50;

/** Connects terminals, in processes of their own; in each process one is away for a moment every second. */
export async function connectFleet(url: string) {
  const given = { url, count: TERMINALS_OF_EACH };
  const programs = await Promise.all(
    Array.from({ length: PROCESSES }, (_, name) =>
      startDriven('../../faults/load/terminals.mjs', { ...given, name }),
    ),
  );
  await Promise.all(programs.map((program) => program.ask('ready')));
  const arrivals = new Map<number, number>();
  return {
    /** Time at which the last terminal of all had each frame. */
    arrivals,
    /** Returns the rows of all terminals once they have been brought to a position, process by process. */
    async states(position: number): Promise<FleetState[]> {
      const states = await Promise.all(
        programs.map((program) => program.ask<FleetState>('state', { position })),
      );
      for (const [to, at] of states.flatMap((state) => state.arrivals))
        arrivals.set(to, Math.max(at, arrivals.get(to) ?? 0));
      return states;
    },
    close: () => Promise.all(programs.map((program) => program.stop())),
  };
}
