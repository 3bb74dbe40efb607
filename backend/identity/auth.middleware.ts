import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Access } from '../platform/config.js';
import { limited } from '../platform/http/limited.js';
import type { KnownRequest } from '../platform/http/request-context.js';
import { ACCESS } from '../platform/platform.module.js';
import { SessionReader } from './session-reader.js';

const A_MINUTE_OF_SECONDS = 60;

/** Identifies the caller by the session and limits the rate of calls, where sign-in is on. */
@Injectable()
export class AuthMiddleware {
  private readonly limiter: RateLimiterMemory;

  constructor(
    @Inject(ACCESS) access: Access,
    private readonly sessions: SessionReader,
  ) {
    const points = access.mode === 'session' ? access.requestsPerMinute : 0;
    this.limiter = new RateLimiterMemory({ points, duration: A_MINUTE_OF_SECONDS });
  }

  /** Middleware that sets `request.signedIn`; the guard checks permissions. */
  readonly identify = (request: KnownRequest, response: Response, next: NextFunction): void => {
    this.sessions
      .signedIn(request, response)
      .then((signedIn) => {
        if (signedIn) request.signedIn = signedIn;
      })
      .then(next, next);
  };

  /** Middleware that limits calls per minute and node for each session, or address without one. */
  readonly limit = (request: Request & KnownRequest, _response: Response, next: NextFunction): void => {
    const caller = request.signedIn ? request.sessionID : request.ip;
    limited(this.limiter, caller ?? '').then(() => next(), next);
  };
}
