import { startDriven } from '../../bench/support/driven-process.js';

/** What the terminals of one process hold: equal digests for equal contents, and one's rows by name, each as a digest. */
type FleetState = {
  digests: string[];
  rows: [string, string][];
  faults: string[];
  frames: number;
  reconnects: number;
  /** When the last of them had each frame, by the position it leads to, as Unix time in milliseconds. */
  arrivals: [number, number][];
};
type Size = { terminals: number; processes: number; awayEveryMs: number };

/** Connects terminals, in processes of their own; in each process one is away for a moment every so often. */
export async function connectFleet(url: string, { terminals, processes, awayEveryMs }: Size) {
  const given = { url, count: Math.ceil(terminals / processes), awayEveryMs };
  const programs = await Promise.all(
    Array.from({ length: processes }, (_, name) =>
      startDriven('../../faults/load/terminals.mjs', { ...given, name }),
    ),
  );
  await Promise.all(programs.map((program) => program.ask('ready')));
  const arrivals = new Map<number, number>();
  return {
    /** When the last terminal of all had each frame. */
    arrivals,
    /** What all terminals hold once they have been brought to a position, process by process. */
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
