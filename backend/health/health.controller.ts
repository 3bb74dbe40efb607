import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import { LiveHub } from '../live/live.module.js';
import { UnavailableError } from '../platform/errors.js';
import { Permit } from '../platform/http/permission.js';
import { Metrics } from './metrics.js';

const LARGEST_LAG = 10_000;

/** For operators: is it alive, can it serve, how is it doing (contract 4). */
@Controller()
@Permit('everybody')
export class HealthController {
  constructor(
    private readonly store: EventStore,
    private readonly hub: LiveHub,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready while the database answers and the live updates keep up with the log; 503 otherwise. */
  @Get('health/ready')
  async ready(): Promise<{ status: 'ok'; position: number; lag: number }> {
    const { position } = await this.store.current();
    const lag = Math.max(0, position - this.hub.reached);
    if (lag > LARGEST_LAG) throw new UnavailableError(`live updates lag ${lag} events behind`);
    return { status: 'ok', position, lag };
  }

  @Get('metrics')
  async scrape(@Res() response: Response): Promise<void> {
    response.type(this.metrics.contentType).send(await this.metrics.text());
  }
}
