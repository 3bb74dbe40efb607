import { type IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BACKGROUND_HEADER } from '@wire/live.js';
import type { Request, Response } from 'express';
import type { Access } from '../platform/config.js';
import type { SignedIn } from '../platform/http/request-context.js';
import { ACCESS, POOL } from '../platform/platform.module.js';
import { markBackground, type PgPool, sessionCookie } from './session-cookie.js';
import { SignedInStaff, type StoredSession } from './signed-in-staff.js';

/** Finds out whose session a request belongs to, a call's as well as a socket's. */
@Injectable()
export class SessionReader implements OnApplicationShutdown {
  private readonly cookie: ReturnType<typeof sessionCookie> | null;

  constructor(
    @Inject(ACCESS) access: Access,
    @Inject(POOL) pool: PgPool,
    private readonly staff: SignedInStaff,
  ) {
    this.cookie = access.mode === 'session' ? sessionCookie(access, pool) : null;
  }

  /** Gives a request its session, and tells who is signed in with it. Only calls that somebody asked for keep a session from idling away. */
  async signedIn(
    incoming: IncomingMessage,
    response = new ServerResponse(incoming),
  ): Promise<SignedIn | null> {
    const { cookie } = this;
    if (!cookie) return null;
    const request = incoming as Request;
    await new Promise<void>((done, failed) => {
      cookie.read(request, response as Response, (error?: unknown) => (error ? failed(error) : done()));
    });
    if (request.headers[BACKGROUND_HEADER] !== undefined) markBackground(request.session);
    return this.staff.of(request.session as StoredSession);
  }

  onApplicationShutdown(): void {
    this.cookie?.close();
  }
}
