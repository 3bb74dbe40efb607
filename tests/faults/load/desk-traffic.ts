import { randomUUID } from 'node:crypto';
import type { DeskCall, DeskLives, Life } from './desk-lives.js';

/** Milliseconds by the machine's clock, which the terminals' process shares; `Date` is moved to the time that a run chooses. */
const wallClock = (): number => performance.timeOrigin + performance.now();

export const WRITES_PER_SECOND = 50;
const READS_PER_SECOND = 5;

/** Duration of one call in milliseconds, and the position of a new booking in the log. */
export type Done = { kind: string; sentAt: number; ms: number; position: number | null };

/** Calls at a steady pace, whether earlier ones are answered or not, each the next of some life or the first of another. */
export class DeskTraffic {
  readonly done: Done[] = [];
  readonly errors: string[] = [];
  private readonly waiting: { life: Life; call: DeskCall }[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private importing = false;
  private due = 0;

  constructor(
    private readonly url: string,
    private readonly lives: DeskLives,
    private readonly reads: readonly string[],
  ) {}

  /** Begins, or goes on. */
  start(): void {
    const begun = performance.now();
    let written = 0;
    let read = 0;
    this.timer = setInterval(() => {
      const seconds = (performance.now() - begun) / 1_000;
      for (; written < seconds * WRITES_PER_SECOND; written += 1) this.track(this.write());
      for (; read < seconds * READS_PER_SECOND; read += 1) this.track(this.read());
    }, 10);
  }

  /** Sends nothing more and waits until everything is answered. */
  async pause(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private track(call: Promise<void>): void {
    const known = call.catch((error: unknown) => {
      this.errors.push(String((error as Error).cause ?? error));
    });
    this.underWay.add(known);
    known.then(() => this.underWay.delete(known));
  }

  private nextCall(): { life: Life; call: DeskCall } {
    const index = this.waiting.findIndex(({ call }) => call.kind !== 'import' || !this.importing);
    const [known] = index >= 0 && this.waiting.length > 30 ? this.waiting.splice(index, 1) : [];
    if (known) return known;
    const life = this.lives.next();
    const { value } = life.next();
    const begun = { life, call: value as DeskCall };
    if (begun.call.kind !== 'import' || !this.importing) return begun;
    this.waiting.push(begun);
    return this.nextCall();
  }

  private async write(): Promise<void> {
    const { life, call } = this.nextCall();
    if (call.kind === 'import') this.importing = true;
    const sentAt = wallClock();
    const begun = performance.now();
    const response = await fetch(this.url + call.path, {
      method: call.method,
      headers: {
        'idempotency-key': randomUUID(),
        'x-terminal-name': encodeURIComponent('負荷'),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      body: call.form ?? (call.body ? JSON.stringify(call.body) : null),
    });
    const text = await response.text();
    const ms = performance.now() - begun;
    if (call.kind === 'import') this.importing = false;
    if (!response.ok)
      throw new Error(`${call.method} ${call.path}: ${response.status} ${text.slice(0, 300)}`);
    const answer = text === '' ? {} : JSON.parse(text);
    this.done.push({ kind: call.kind, sentAt, ms, position: call.kind === 'book' ? answer.id : null });
    const { value, done } = life.next(answer);
    if (!done) this.waiting.push({ life, call: value });
  }

  private async read(): Promise<void> {
    const path = this.reads[this.due++ % this.reads.length] as string;
    const begun = performance.now();
    const response = await fetch(this.url + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    this.done.push({ kind: 'read', sentAt: wallClock(), ms: performance.now() - begun, position: null });
  }
}
