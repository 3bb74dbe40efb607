import { terminalSpanSchema } from '@wire/terminal-span.js';
import { traceparentOf } from '@wire/trace-context.js';
import type { LogRange } from '../event-store/log-subscription.js';
import type { Queryable } from '../platform/database.js';
import { isTracing, recordSpan, type Span, startSpan } from '../platform/tracing/tracing.js';

/** The span below which a range is pushed: this node's own, or that of the last request, which another node has answered. */
async function parentOf(queries: Queryable, { to, traceparent }: LogRange): Promise<string | null> {
  if (traceparent !== undefined) return traceparent;
  const { rows } = await queries.query<{ request_id: string }>({
    name: 'request-at',
    text: 'select request_id from event_log where position = $1',
    values: [to],
  });
  const ids = traceparentOf(rows[0]?.request_id ?? '');
  return ids !== null && startSpan('', { ids })?.isRecorded ? ids : null;
}

/** Begins the span of a push to the terminals; null where nobody traces what is pushed. */
export async function startPush(queries: Queryable, range: LogRange): Promise<Span | null> {
  const parent = isTracing() ? await parentOf(queries, range) : null;
  if (parent === null) return null;
  const span = startSpan('push', { parent, kind: 'producer' });
  return span?.isRecorded ? span : null;
}

/** Records what a terminal has measured; anything else is ignored. */
export function recordTerminalSpan(message: unknown): void {
  const { data } = isTracing() ? terminalSpanSchema.safeParse(message) : { data: undefined };
  if (!data) return;
  const { name, traceparent, ago_ms: agoMs, ms } = data;
  const place = name === 'write' ? { ids: traceparent } : { parent: traceparent, kind: 'consumer' as const };
  recordSpan({ name: `terminal ${name}`, ...place, agoMs, ms });
}
