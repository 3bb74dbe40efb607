import { type IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BACKGROUND_HEADER } from '@wire/live.js';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import type { Access } from '../platform/config.js';
import type { SignedIn } from '../platform/http/request-context.js';
import { logger } from '../platform/logger.js';
import { ACCESS, POOL } from '../platform/platform.module.js';
import { SignedInStaff } from './signed-in-staff.js';

type PgPool = NonNullable<connectPgSimple.PGStoreOptions['pool']>;

const IDLE_SECONDS = 30 * 60;
const TOUCH_EVERY_MS = 60_000;

/** The cookie that names a session: `__Host-` binds it to this host, and no page of another site can send it. */
export const SESSION_COOKIE = '__Host-session';
/** The options of the cookie, also needed to clear it. */
export const COOKIE_OPTIONS = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

const PgStore = connectPgSimple(session);

/** Marks a session as used by a background call, which does not extend it. */
const IN_BACKGROUND = Symbol('in background');

/** Sessions in the database; each node extends a session there at most once a minute. */
class SessionStore extends PgStore {
  private readonly touched = new Map<string, number>();

  override touch(sid: string, data: SessionData, done?: () => void): void {
    const now = Date.now();
    if (IN_BACKGROUND in data || now - (this.touched.get(sid) ?? 0) < TOUCH_EVERY_MS) {
      done?.();
      return;
    }
    for (const [other, at] of this.touched) if (now - at >= TOUCH_EVERY_MS) this.touched.delete(other);
    this.touched.set(sid, now);
    super.touch(sid, data, done);
  }
}

/** Reads the session of calls and sockets. */
@Injectable()
export class SessionReader implements OnApplicationShutdown {
  private readonly store: SessionStore | null = null;
  /** Session and cookie are created only at sign-in; null without it. */
  private readonly read: RequestHandler | null = null;

  constructor(
    @Inject(ACCESS) access: Access,
    @Inject(POOL) pool: PgPool,
    private readonly staff: SignedInStaff,
  ) {
    if (access.mode === 'off') return;
    this.store = new SessionStore({
      pool,
      tableName: 'sessions',
      ttl: IDLE_SECONDS,
      errorLog: () => logger.warn({}, 'ended sessions were not cleared away; next try in a while'),
    });
    this.read = session({
      name: SESSION_COOKIE,
      secret: access.secret,
      store: this.store,
      cookie: COOKIE_OPTIONS,
      resave: false,
      saveUninitialized: false,
    });
  }

  /** Attaches the session to a request and returns who is signed in. Background calls do not extend the session. */
  async signedIn(
    incoming: IncomingMessage,
    response = new ServerResponse(incoming),
  ): Promise<SignedIn | null> {
    const { read } = this;
    if (!read) return null;
    const request = incoming as Request;
    await new Promise<void>((done, failed) => {
      read(request, response as Response, (error?: unknown) => (error ? failed(error) : done()));
    });
    if (request.headers[BACKGROUND_HEADER] !== undefined) {
      // Not enumerable, and therefore not stored.
      Object.defineProperty(request.session, IN_BACKGROUND, { value: true });
    }
    return this.staff.of(request.session);
  }

  onApplicationShutdown(): void {
    this.store?.close();
  }
}
