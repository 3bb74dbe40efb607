import type { TerminalSpan } from '@wire/terminal-span.js';
import { traceparentOf } from '@wire/trace-context.js';
import { afterPaint } from './ui/after-paint.js';

/** A key or click that is older did not cause a write. */
const LONGEST_INPUT_MS = 2_000;
const INPUTS = ['keydown', 'pointerup', 'drop'] as const;

let send: ((span: TerminalSpan) => void) | null = null;
let lastInputAt = Number.NEGATIVE_INFINITY;

const noteInput = ({ timeStamp }: Event): void => {
  lastInputAt = timeStamp;
};

/** Sets who receives what this page measures; null while the server records no spans, and nothing is measured. */
export function traceTo(receiver: ((span: TerminalSpan) => void) | null): void {
  if (!send !== !receiver)
    for (const type of INPUTS)
      receiver
        ? addEventListener(type, noteInput, { capture: true, passive: true })
        : removeEventListener(type, noteInput, { capture: true });
  send = receiver;
}

function tell(name: TerminalSpan['name'], traceparent: string, startedAt: number): void {
  const ms = performance.now() - startedAt;
  send?.({ name, traceparent, ago_ms: ms, ms });
}

/** The trace of a write: the header that is sent with it, and the end, once it is answered. */
export type WriteTrace = { headers: Record<string, string>; end: () => void };

const UNTRACED: WriteTrace = { headers: {}, end: () => undefined };

/** Begins to measure a write from the key or click on; its id makes the ids of the trace. */
export function traceWrite(requestId: string): WriteTrace {
  const traceparent = send && traceparentOf(requestId);
  if (!traceparent) return UNTRACED;
  const now = performance.now();
  const startedAt = now - lastInputAt < LONGEST_INPUT_MS ? lastInputAt : now;
  return { headers: { traceparent }, end: () => tell('write', traceparent, startedAt) };
}

/** Measures until what a frame changed has been painted. */
export async function traceRepaint(traceparent: string | undefined): Promise<void> {
  if (!send || !traceparent) return;
  const startedAt = performance.now();
  await afterPaint();
  tell('repaint', traceparent, startedAt);
}
