import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { routeOf, whenAnswered } from '../platform/http/request-log.js';
import { productVersion } from '../platform/product-version.js';
import { Gauges } from './gauges.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Prometheus metrics. Labels hold routes, statuses and kinds, never ids or personal data. */
@Injectable()
export class Metrics {
  private readonly requests: Histogram<'method' | 'route' | 'status'>;

  constructor(
    private readonly registry: Registry,
    private readonly gauges: Gauges,
  ) {
    collectDefaultMetrics({ register: registry });
    this.requests = new Histogram({
      name: 'hotel_http_request_duration_seconds',
      help: 'Time to answer a request; status 499 where the client did not wait',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers: [registry],
    });
    const build = new Gauge({
      name: 'hotel_build_info',
      help: 'The version that this node runs, as a label; the value is always 1',
      labelNames: ['version'],
      registers: [registry],
    });
    build.set({ version: productVersion() }, 1);
  }

  /** Middleware that times every request by its route. */
  readonly timeRequest = (request: Request, response: Response, next: NextFunction): void => {
    const stop = this.requests.startTimer({ method: request.method });
    whenAnswered(response, (status) => stop({ route: routeOf(request), status }));
    next();
  };

  /** The text that Prometheus scrapes. */
  async text(): Promise<string> {
    await this.gauges.refresh();
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
