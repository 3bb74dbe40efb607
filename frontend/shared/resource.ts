import type { ChangeFrame } from '@wire/live.js';
import { atom } from 'jotai';
import { type Answer, ApiError, isLineDown, readAtLeast, UNKNOWN_FAILURE } from './api/request.js';
import { followFrames } from './live/frame-listeners.js';
import { inEachStore, store } from './store.js';

/** State of a read; `error` tells staff why the last one failed, null when it did not. */
export type ResourceState<Query, Value> = {
  /** `loading` while the first answer to a query is awaited; a read anew leaves the status as it is. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  query: Query | null;
  value: Value | null;
  error: Error | null;
};

type ResourceOptions<Query, Value> = {
  /** The value of the query before stays until there is an answer to the new one: as long as that takes, or for a moment. */
  keepPrevious?: 'always' | 'briefly';
  /** Stands in while no server can be reached; null for nothing. */
  fallback?: (query: Query) => Promise<Value | null>;
  /** The pause after each read by `reload`. */
  pauseMs?: number;
};

const A_MOMENT_MS = 400;

/** The pauses before what could not be read is asked for again; the last one for as long as it takes. */
const AGAIN_MS = [5_000, 10_000, 30_000] as const;

/** Returns true if the same question may be answered later: the server failed, or nobody answered. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const IDLE = { status: 'idle', query: null, value: null, error: null } as const;

/**
 * Something that is read from the server. Of two queries the later one counts, the read of the older one is aborted.
 * Reads of the same query follow one another instead, so that there is a value however many frames ask for a newer one.
 * A read that the server failed to answer is sent again until it is answered, so that nobody needs to.
 */
export class Resource<Query, Value> {
  readonly atom = atom<ResourceState<Query, Value>>(IDLE);
  private controller: AbortController | null = null;
  private running: Promise<number | null> | null = null;
  private reloading: Promise<number | null> | null = null;
  /** The log position that the next read anew must reach; null when none is due. */
  private due: number | null = null;
  private failures = 0;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private readonly read: (query: Query, signal: AbortSignal) => Promise<Answer<Value>>,
    private readonly options: ResourceOptions<Query, Value> = {},
  ) {
    inEachStore(() => {
      this.reset();
      this.running = null;
      this.reloading = null;
    });
  }

  get state(): ResourceState<Query, Value> {
    return store.get(this.atom);
  }

  /** Reads what a query asks for; answers the log position it is at least as new as, null when it failed or is overtaken. */
  load(query: Query, position = 0): Promise<number | null> {
    if (this.state.status !== 'idle' && this.state.query === query) return this.reload(position);
    const { keepPrevious } = this.options;
    this.failures = 0;
    store.set(this.atom, (now) => ({ ...(keepPrevious ? now : IDLE), status: 'loading', query }));
    if (keepPrevious === 'briefly') setTimeout(() => this.dropPrevious(query), A_MOMENT_MS);
    return this.run(query, position);
  }

  /** Drops what answers another query: it would soon be taken for the answer to this one. */
  private dropPrevious(query: Query): void {
    store.set(this.atom, (now) =>
      now.status === 'loading' && now.query === query ? { ...now, value: null } : now,
    );
  }

  /** Reads once more what was asked for last, at least as new as a log position; done when that is read. */
  reload(position = 0): Promise<number | null> {
    if (this.state.status === 'idle') return Promise.resolve(null);
    this.due = Math.max(this.due ?? 0, position);
    this.reloading ??= this.reloadWhileDue();
    return this.reloading;
  }

  /** Changes what is shown. */
  update(change: (now: Value) => Value): void {
    store.set(this.atom, (now) => (now.value === null ? now : { ...now, value: change(now.value) }));
  }

  /** Forgets what was read and asked for. */
  reset(): void {
    this.controller?.abort();
    this.controller = null;
    this.due = null;
    this.failures = 0;
    clearTimeout(this.again);
    store.set(this.atom, IDLE);
  }

  /** Drops what was read, as it may name an erased guest, and reads it anew. */
  renew(): void {
    const { status, query } = this.state;
    this.reset();
    if (status !== 'idle') void this.load(query as Query);
  }

  /** Reads anew when a frame concerns it, or when all is to be read anew; returns how to stop. */
  follow(concerns: (frame: ChangeFrame) => boolean): () => void {
    return followFrames((frame) => {
      if (frame === null || concerns(frame)) void this.reload(frame?.to);
    });
  }

  private async reloadWhileDue(): Promise<number | null> {
    const { pauseMs } = this.options;
    let reached: number | null = null;
    try {
      while (this.due !== null) {
        while (this.controller) await this.running;
        const { status, query } = this.state;
        const position = this.due ?? 0;
        this.due = null;
        if (status === 'idle') break;
        reached = await this.run(query as Query, position);
        if (pauseMs) await new Promise((over) => setTimeout(over, pauseMs));
      }
      return reached;
    } finally {
      this.reloading = null;
    }
  }

  private run(query: Query, position: number): Promise<number | null> {
    this.controller?.abort();
    clearTimeout(this.again);
    const controller = new AbortController();
    this.controller = controller;
    const { signal } = controller;
    this.running = readAtLeast(position, () => this.read(query, signal))
      .then((answer) => {
        if (signal.aborted) return null;
        this.failures = 0;
        store.set(this.atom, { status: 'ready', query, value: answer.data, error: null });
        return answer.position;
      })
      .catch((error: unknown) => this.fail(query, error, signal))
      .finally(() => {
        if (this.controller === controller) this.controller = null;
      });
    return this.running;
  }

  private async fail(query: Query, error: unknown, signal: AbortSignal): Promise<null> {
    if (signal.aborted) return null;
    console.error(this.name, error);
    const kept = isLineDown(error) ? await this.options.fallback?.(query).catch(() => null) : null;
    if (signal.aborted) return null;
    const failure = error instanceof ApiError ? error : new Error(UNKNOWN_FAILURE);
    store.set(this.atom, (now) => ({ ...now, status: 'failed', error: failure, value: kept ?? now.value }));
    if (mayPass(error)) this.again = setTimeout(() => void this.reload(), this.nextPause());
    return null;
  }

  private nextPause(): number {
    const pause = AGAIN_MS[Math.min(this.failures, AGAIN_MS.length - 1)] ?? AGAIN_MS[0];
    this.failures += 1;
    return pause;
  }
}
