import { Injectable, type NestMiddleware } from '@nestjs/common';
import { LOG_POSITION_HEADER } from '@wire/live.js';
import type { NextFunction, Request, Response } from 'express';
import { EventStore } from '../event-store/event-store.js';

/**
 * Tags an answer with the log position that it is at least as new as, and makes an ETag of it: while nothing was
 * written since, the same question is answered 304 without being worked out.
 */
@Injectable()
export class LogPositionMiddleware implements NestMiddleware {
  constructor(private readonly store: EventStore) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const { logId, position } = await this.store.current();
    const etag = `W/"${logId.slice(0, 8)}-${position}"`;
    response.setHeader(LOG_POSITION_HEADER, position);
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'no-cache');
    if (request.get('if-none-match') === etag) response.status(304).end();
    else next();
  }
}
