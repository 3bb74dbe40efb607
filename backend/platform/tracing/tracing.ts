import { AsyncLocalStorage } from 'node:async_hooks';
import { logger } from '../logger.js';
import { messageOf } from '../thrown.js';

/** Values of a span: names and numbers of the product's own, never what somebody typed. */
export type SpanValues = Record<string, string | number>;

/** A span that has begun. One that is not recorded costs nothing, nor do the spans below it. */
export type Span = {
  /** W3C trace context (`traceparent`), for what goes on elsewhere. */
  readonly traceparent: string;
  readonly isRecorded: boolean;
  /** Ends it now, with further values and the name that is known by now. */
  end(values?: SpanValues, name?: string): void;
};

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** The start of a span: below another one, here or elsewhere (a `traceparent`). Without, it is the first of a trace. */
export type SpanStart = {
  kind?: SpanKind;
  parent?: Span | string | null;
  values?: SpanValues;
  /** Spans of other traces that this work was done for as well. */
  links?: readonly Span[];
  /** The first span of a trace has these ids (a `traceparent`) instead of random ones. */
  ids?: string | null;
  /** Milliseconds since 1970; now when left out. */
  startedAt?: number;
};

/** A span that was measured elsewhere: it began `agoMs` ago and took `ms`. */
export type MeasuredSpan = SpanStart & { name: string; agoMs: number; ms: number };

/** Records spans, by whatever package. */
export type Tracer = {
  start(name: string, start: SpanStart): Span;
  record(span: MeasuredSpan): void;
  /** Sends what is recorded, and ends. */
  close(): Promise<void>;
};

let tracer: Tracer | null = null;
let current: AsyncLocalStorage<Span | null> | null = null;

/** Sets what records spans from now on; null for none, which is how a server begins. */
export function traceWith(used: Tracer | null): void {
  tracer = used;
  current = used && (current ?? new AsyncLocalStorage());
}

/** Sends what is recorded, and records no more. */
export async function stopTracing(): Promise<void> {
  const used = tracer;
  traceWith(null);
  await used
    ?.close()
    .catch((error: unknown) => logger.warn({ error: messageOf(error) }, 'spans could not be sent'));
}

/** Returns whether spans are recorded. */
export const isTracing = (): boolean => tracer !== null;

/** Begins a span; null while spans are not recorded. */
export function startSpan(name: string, start: SpanStart = {}): Span | null {
  return tracer?.start(name, start) ?? null;
}

/** Records a span that was measured on a terminal. */
export function recordSpan(span: MeasuredSpan): void {
  tracer?.record(span);
}

/** The span that runs here; null for none, or one that is not recorded. */
export function currentSpan(): Span | null {
  const span = current?.getStore();
  return span?.isRecorded ? span : null;
}

/** Begins a span below the one that runs here; null for none. */
export function startBelow(name: string, kind: SpanKind = 'internal'): Span | null {
  const parent = currentSpan();
  return parent && startSpan(name, { parent, kind });
}

/** Runs work within a span, which whoever began it ends; null: within none, whatever runs here. */
export function within<Result>(span: Span | null, work: () => Result): Result {
  return current ? current.run(span, work) : work();
}

/** Runs asynchronous work as a span below the one that runs here. */
export async function traced<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const span = startBelow(name);
  if (!span) return work();
  try {
    return await within(span, work);
  } finally {
    span.end();
  }
}
