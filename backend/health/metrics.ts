import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CheckpointDesk } from '../audit/evidence/evidence.module.js';
import { LiveHub } from '../live/live.module.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** What operators watch, in Prometheus' terms. Labels hold routes and statuses, never personal data. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests: Histogram<'method' | 'route' | 'status'>;

  constructor(hub: LiveHub, checkpoints: CheckpointDesk) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    });
    new Gauge({
      name: 'live_terminals',
      help: 'Terminals connected to this node',
      registers,
      collect() {
        this.set(hub.terminals);
      },
    });
    new Gauge({
      name: 'live_log_position',
      help: 'Log position that the terminals of this node have been brought to',
      registers,
      collect() {
        this.set(hub.reached);
      },
    });
    new Gauge({
      name: 'hotel_log_tampered',
      help: '1 while the log does not follow from the newest signed checkpoint, as this node last saw it',
      registers,
      collect() {
        this.set(checkpoints.isTampered ? 1 : 0);
      },
    });
  }

  /** Middleware that times every request by its route. */
  readonly timeRequest = (request: Request, response: Response, next: NextFunction): void => {
    const stop = this.requests.startTimer({ method: request.method });
    response.once('finish', () => {
      const route = (request.route as { path?: string } | undefined)?.path ?? 'other';
      stop({ route, status: response.statusCode });
    });
    next();
  };

  /** The text that Prometheus scrapes. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
