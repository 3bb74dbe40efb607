import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Access } from '../platform/config.js';
import { limited } from '../platform/http/limited.js';
import type { KnownRequest } from '../platform/http/request-context.js';
import { ACCESS } from '../platform/platform.module.js';
import { SessionReader } from './session-reader.js';

const A_MINUTE_OF_SECONDS = 60;

/** What every call passes first when there is sign-in: who calls, and whether they call too often. */
@Injectable()
export class AuthMiddleware {
  private readonly share: RateLimiterMemory | null;

  constructor(
    @Inject(ACCESS) access: Access,
    private readonly sessions: SessionReader,
  ) {
    this.share =
      access.mode === 'session'
        ? new RateLimiterMemory({ points: access.requestsPerMinute, duration: A_MINUTE_OF_SECONDS })
        : null;
  }

  /** Middleware that notes who is signed in; whether that is enough for the call is the guard's to say. */
  readonly identify = (request: KnownRequest, response: Response, next: NextFunction): void => {
    this.sessions
      .signedIn(request, response)
      .then((signedIn) => {
        if (signedIn) request.signedIn = signedIn;
      })
      .then(next, next);
  };

  /** Middleware that lets a session, or an address without one, make its share of calls a minute to this node. */
  readonly limit = (request: Request & KnownRequest, _response: Response, next: NextFunction): void => {
    const caller = request.signedIn ? request.sessionID : request.ip;
    const within = this.share ? limited(this.share, caller ?? '') : Promise.resolve();
    within.then(() => next(), next);
  };
}
