import {
  type Context,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanOptions,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import { productVersion } from '../product-version.js';
import type { MeasuredSpan, Span, SpanStart, Tracer } from './tracing.js';

const KINDS = {
  internal: OtelSpanKind.INTERNAL,
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  producer: OtelSpanKind.PRODUCER,
  consumer: OtelSpanKind.CONSUMER,
};

/** Ids that are random unless the next span's were set. */
class ChosenIds implements IdGenerator {
  next: SpanContext | null = null;
  private readonly random = new RandomIdGenerator();

  generateTraceId(): string {
    return this.next?.traceId ?? this.random.generateTraceId();
  }

  generateSpanId(): string {
    return this.next?.spanId ?? this.random.generateSpanId();
  }
}

function contextOf(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function traceparentFor({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

class RecordedSpan implements Span {
  constructor(private readonly span: OtelSpan) {}

  get isRecorded(): boolean {
    return this.span.isRecording();
  }

  get context(): SpanContext {
    return this.span.spanContext();
  }

  get traceparent(): string {
    return traceparentFor(this.context);
  }

  end(values?: Record<string, string | number>, name?: string): void {
    if (values) this.span.setAttributes(values);
    if (name) this.span.updateName(name);
    this.span.end();
  }
}

function spanContextOf(span: Span | string): SpanContext {
  return typeof span === 'string'
    ? contextOf(span)
    : span instanceof RecordedSpan
      ? span.context
      : contextOf(span.traceparent);
}

const contextBelow = (parent: Span | string | null): Context =>
  parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent));

/**
 * A tracer that sends its spans over OTLP (HTTP, JSON), as the standard variables say: where to, how many, under which name.
 */
export function openTelemetry(): Tracer {
  const ids = new ChosenIds();
  const named = resourceFromAttributes({
    'service.name': 'hotel-front-desk',
    'service.version': productVersion(),
  });
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('hotel-front-desk');
  const begin = (name: string, { kind, parent = null, values, links, ids: own, startedAt }: SpanStart) => {
    const options: SpanOptions = {
      kind: KINDS[kind ?? 'internal'],
      attributes: values,
      links: links?.map((span) => ({ context: spanContextOf(span) })),
      startTime: startedAt,
    };
    ids.next = own ? contextOf(own) : null;
    const span = tracer.startSpan(name, options, contextBelow(parent));
    ids.next = null;
    return span;
  };
  return {
    start: (name, start) => new RecordedSpan(begin(name, start)),
    record({ name, agoMs, ms, ...start }: MeasuredSpan) {
      const startedAt = Date.now() - agoMs;
      begin(name, { ...start, startedAt }).end(startedAt + ms);
    },
    close: () => provider.shutdown(),
  };
}
