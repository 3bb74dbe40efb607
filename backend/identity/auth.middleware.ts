import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Access } from '../platform/config.js';
import { limited } from '../platform/http/limited.js';
import type { KnownRequest } from '../platform/http/request-context.js';
import { ACCESS } from '../platform/platform.module.js';
import { BearerKeys, hasBearer } from './bearer-keys.js';
import { SessionReader } from './session-reader.js';

const A_MINUTE_OF_SECONDS = 60;

/** Identifies the caller by a key or the session, and limits the rate of calls. */
@Injectable()
export class AuthMiddleware {
  private readonly limiter: RateLimiterMemory;

  constructor(
    @Inject(ACCESS) access: Access,
    private readonly sessions: SessionReader,
    private readonly keys: BearerKeys,
  ) {
    const points = access.mode === 'session' ? access.requestsPerMinute : 0;
    this.limiter = new RateLimiterMemory({ points, duration: A_MINUTE_OF_SECONDS });
  }

  /** Middleware that sets `request.signedIn`, by the key where one is sent and never by both; the guard checks permissions. */
  readonly identify = (request: KnownRequest, response: Response, next: NextFunction): void => {
    const caller = hasBearer(request)
      ? this.keys.identify(request)
      : this.sessions.signedIn(request, response);
    caller
      .then((signedIn) => {
        if (signedIn) request.signedIn = signedIn;
      })
      .then(next, next);
  };

  /** Middleware that limits calls per minute and node for each session, or address without one; keys have limits of their own. */
  readonly limit = (request: Request & KnownRequest, _response: Response, next: NextFunction): void => {
    const caller = request.signedIn ? request.sessionID : request.ip;
    const counted = request.signedIn?.scopes ? Promise.resolve() : limited(this.limiter, caller ?? '');
    counted.then(() => next(), next);
  };
}
