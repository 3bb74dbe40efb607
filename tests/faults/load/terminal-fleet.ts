import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the terminals of one process hold: equal digests for equal contents, and one's rows by name, each as a digest. */
export type FleetState = {
  position: number;
  digests: string[];
  rows: [string, string][];
  faults: string[];
  frames: number;
  reconnects: number;
};
type Message =
  | { kind: 'ready' }
  | { kind: 'arrivals'; told: [number, number][] }
  | ({ kind: 'state' } & FleetState);

const PROGRAM = fileURLToPath(new URL('terminals.mjs', import.meta.url));

/** Terminals in processes of their own, so that they take nothing from who measures. */
export class TerminalFleet {
  /** When the last terminal had a frame up to this position, as Unix time in milliseconds. */
  readonly arrivals = new Map<number, number>();

  private constructor(private readonly processes: readonly ChildProcess[]) {
    for (const child of processes) {
      child.on('message', (message: Message) => {
        if (message.kind !== 'arrivals') return;
        for (const [to, at] of message.told) this.arrivals.set(to, Math.max(at, this.arrivals.get(to) ?? 0));
      });
    }
  }

  /** Connects so many terminals, in so many processes; in each one is away for a moment every so often. */
  static async connect(
    url: string,
    { terminals, processes, awayEveryMs }: { terminals: number; processes: number; awayEveryMs: number },
  ): Promise<TerminalFleet> {
    const each = String(Math.ceil(terminals / processes));
    const children = Array.from({ length: processes }, (_, index) =>
      fork(PROGRAM, [url, each, String(index), String(awayEveryMs)], { execArgv: [] }),
    );
    const fleet = new TerminalFleet(children);
    await Promise.all(children.map((child) => answerOf(child, 'ready')));
    return fleet;
  }

  /** What all terminals hold once they have been brought to a position, process by process. */
  states(position: number): Promise<FleetState[]> {
    return Promise.all(
      this.processes.map((child) => {
        const state = answerOf(child, 'state');
        child.send({ position });
        return state as Promise<FleetState & { kind: 'state' }>;
      }),
    );
  }

  /** Hangs up. */
  close(): void {
    for (const child of this.processes) child.disconnect();
  }
}

function answerOf(child: ChildProcess, kind: Message['kind']): Promise<Message> {
  return new Promise((done, failed) => {
    const listen = (message: Message) => {
      if (message.kind !== kind) return;
      child.off('message', listen);
      done(message);
    };
    child.on('message', listen);
    child.once('exit', () => failed(new Error('a process of terminals has ended')));
  });
}
