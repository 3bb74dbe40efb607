import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { LOG_HASH_HEADER, LOG_POSITION_HEADER } from '@wire/live.js';
import type { NextFunction, Response } from 'express';
import { EventStore } from '../event-store/event-store.js';
import { Clock } from '../platform/clock.js';
import type { Access } from '../platform/config.js';
import type { KnownRequest } from '../platform/http/request-context.js';
import { ACCESS } from '../platform/platform.module.js';

/**
 * Adds the log position that an answer is at least as new as, and an ETag of it and the hotel's day: until something is
 * written or the day ends, the same request is answered with 304 without running it.
 */
@Injectable()
export class LogPositionMiddleware implements NestMiddleware {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(ACCESS) private readonly access: Access,
  ) {}

  async use(request: KnownRequest, response: Response, next: NextFunction): Promise<void> {
    // No 304 for clients that are signed out or programs that may not call; the guard refuses them.
    if (request.signedIn?.scopes || (this.access.mode === 'session' && !request.signedIn)) return next();
    const { hash, position, readModels } = await this.store.current();
    request.logEnd = { hash, position, readModels };
    const etag = `W/"${hash.slice(0, 12)}-${position}-${readModels}-${this.clock.today()}"`;
    response.setHeader(LOG_POSITION_HEADER, position);
    response.setHeader(LOG_HASH_HEADER, hash);
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'no-cache');
    if (request.get('if-none-match') === etag) response.status(304).end();
    else next();
  }
}
