import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { screenErrorShape } from '@wire/screen-error.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limited } from '../platform/http/limited.js';
import { Permit } from '../platform/http/permission.js';
import { readBody } from '../platform/http/read-request.js';
import { JsonBody, type KnownRequest, requestIdOf, signedInOf } from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';

const REPORTS_PER_MINUTE = 30;

/** Errors of screens, for whoever reads the log of this node. */
@Controller('api/screen-errors')
@Permit('look')
export class ScreenErrorsController {
  private readonly share = new RateLimiterMemory({ points: REPORTS_PER_MINUTE, duration: 60 });

  @Post()
  @HttpCode(204)
  async report(@JsonBody() body: Record<string, unknown>, @Req() request: KnownRequest): Promise<void> {
    const { kind, screen, places } = readBody(screenErrorShape, body);
    await limited(this.share, 'node');
    const who = { request_id: requestIdOf(request), staff_id: signedInOf(request)?.staffId ?? null };
    logger.error({ kind, screen, places: places.join(' '), ...who }, 'screen failed');
  }
}
