import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Permit } from '../platform/http/permission.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

const RETRY_AFTER_SECONDS = '2';

/** For operators: is it alive, can it serve, how is it doing (contract 4). */
@Controller()
@Permit('everybody')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** What serving needs, part by part; 503 with the reason while any is missing. */
  @Get('health/ready')
  async ready(@Res() response: Response): Promise<void> {
    const { parts, ...log } = await this.readiness.report();
    const states = Object.fromEntries(parts.map(({ name, trouble }) => [name, trouble ?? 'ok']));
    const reason = parts.flatMap(({ trouble }) => trouble ?? []).join('; ');
    if (reason === '') {
      response.json({ status: 'ok', ...log, parts: states });
      return;
    }
    response.status(503).setHeader('Retry-After', RETRY_AFTER_SECONDS);
    response.json({ status: 'unavailable', reason, ...log, parts: states });
  }

  @Get('metrics')
  async scrape(@Res() response: Response): Promise<void> {
    response.type(this.metrics.contentType).send(await this.metrics.text());
  }
}
