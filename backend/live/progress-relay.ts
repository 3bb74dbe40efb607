import { setTimeout as pause } from 'node:timers/promises';
import { NotificationListener } from '../platform/notification-listener.js';

const INTERVAL_MS = 200;

/** Progress of work over the rows of a file. */
type Progress = { id: number; status: string; done: number };

/** Reads the progress of what runs or has just ended, and of these, newest first. */
export type ReadProgress<Summary> = (ids: number[]) => Promise<Summary[]>;

/** Reports the progress of long work on all nodes, up to its end. */
export class ProgressRelay<Summary extends Progress> {
  private readonly listener: NotificationListener;
  /** The last reported progress of each. */
  private reported: ReadonlyMap<number, Progress> = new Map();

  constructor(
    { databaseUrl, channel }: { databaseUrl: string; channel: string },
    private readonly read: ReadProgress<Summary>,
    private readonly report: (summary: Summary) => void,
  ) {
    this.listener = new NotificationListener(databaseUrl, channel, () => this.check());
  }

  start(): Promise<void> {
    return this.listener.start();
  }

  close(): Promise<void> {
    return this.listener.close();
  }

  private async check(): Promise<void> {
    const before = this.reported;
    const running = [...before.values()].flatMap(({ id, status }) => (status === 'running' ? [id] : []));
    const summaries = await this.read(running);
    this.reported = new Map(summaries.map(({ id, status, done }) => [id, { id, status, done }]));
    for (const summary of summaries.reverse()) {
      const { id, status, done } = summary;
      const known = before.get(id);
      if (known?.status !== status || known.done !== done) this.report(summary);
    }
    await pause(INTERVAL_MS);
  }
}
