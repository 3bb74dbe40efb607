import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { screenErrorShape } from '@wire/screen-error.js';
import type { Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limited } from '../platform/http/limited.js';
import { Permit } from '../platform/http/permission.js';
import { readBody } from '../platform/http/read-request.js';
import { JsonBody, type KnownRequest, requestIdOf, signedInOf } from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';
import { productBuild, productVersion } from '../platform/product-version.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

const RETRY_AFTER_SECONDS = '2';
/** The version and build that this node runs. */
const RUNNING = { version: productVersion(), build: productBuild() };

/** Liveness, readiness and metrics (contract 4). */
@Controller()
@Permit('everybody')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): { status: 'ok'; version: string; build: string } {
    return { status: 'ok', ...RUNNING };
  }

  /** Readiness by part; 503 with the reasons while any part fails. */
  @Get('health/ready')
  async ready(@Res() response: Response): Promise<void> {
    const { parts, ...log } = await this.readiness.report();
    const states = Object.fromEntries(
      parts.map(({ name, trouble, remark }) => [name, trouble ?? remark ?? 'ok']),
    );
    const reason = parts.flatMap(({ trouble }) => trouble ?? []).join('; ');
    if (reason === '') {
      response.json({ status: 'ok', ...RUNNING, ...log, parts: states });
      return;
    }
    response.status(503).setHeader('Retry-After', RETRY_AFTER_SECONDS);
    response.json({ status: 'unavailable', reason, ...RUNNING, ...log, parts: states });
  }

  @Get('metrics')
  async scrape(@Res() response: Response): Promise<void> {
    response.type(this.metrics.contentType).send(await this.metrics.text());
  }
}

const REPORTS_PER_MINUTE = 30;

/** Errors of screens, written to the log of this node. */
@Controller('api/screen-errors')
@Permit('look')
export class ScreenErrorsController {
  private readonly limiter = new RateLimiterMemory({ points: REPORTS_PER_MINUTE, duration: 60 });

  @Post()
  @HttpCode(204)
  async report(@JsonBody() body: Record<string, unknown>, @Req() request: KnownRequest): Promise<void> {
    const { kind, screen, places } = readBody(screenErrorShape, body);
    await limited(this.limiter, 'node');
    const who = { request_id: requestIdOf(request), staff_id: signedInOf(request)?.staffId ?? null };
    logger.error({ kind, screen, places: places.join(' '), ...who }, 'screen failed');
  }
}
