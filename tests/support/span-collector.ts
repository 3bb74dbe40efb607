import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.js';

type Value = { stringValue?: string; intValue?: number; doubleValue?: number };
type Attributes = { key: string; value: Value }[];

/** A span as it is sent over OTLP. */
export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attributes;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};
type Sent = {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[];
};

/** A receiver of OTLP over HTTP: it keeps all that comes, as it came. */
export async function startSpanCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const resources = () => bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans);
  const spans = () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** All that was sent, as text. */
    text: () => bodies.join('\n'),
    spans,
    resources,
    /** The spans of a trace, once all these names are among them. */
    trace: (id: string, ...names: string[]) =>
      eventually(
        `the trace ${id} has ${names.join(', ')}`,
        async () => spans().filter(({ traceId }) => traceId === id),
        (found) => names.every((name) => found.some((span) => span.name === name)),
      ),
    stop: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

/** A span as the names of those above it, the first one first. */
export function pathOf(span: SentSpan, spans: readonly SentSpan[]): string {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? `${pathOf(parent, spans)} > ${span.name}` : span.name;
}
