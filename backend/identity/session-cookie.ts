import connectPgSimple from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import type { SessionAccess } from '../platform/config.js';
import { logger } from '../platform/logger.js';

/** The pool as the store takes it. */
export type PgPool = NonNullable<connectPgSimple.PGStoreOptions['pool']>;

const IDLE_SECONDS = 30 * 60;
const BETWEEN_TOUCHES_MS = 60_000;

/** The cookie that names a session: `__Host-` binds it to this host, and no page of another site can send it. */
export const SESSION_COOKIE = '__Host-session';
/** How the cookie is set, and so how it is cleared. */
export const COOKIE_OPTIONS = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

const PgStore = connectPgSimple(session);

// Stays out of what is kept: it is no enumerable property of the session.
const IN_BACKGROUND = Symbol('in background');

/** Marks a request's session as read by a call that nobody asked for. */
export function markBackground(data: SessionData): void {
  Object.defineProperty(data, IN_BACKGROUND, { value: true });
}

/** Sessions in the database. That one is in use is noted there at most once a minute by each node. */
class SessionStore extends PgStore {
  private readonly touched = new Map<string, number>();

  override touch(sid: string, data: SessionData, done?: () => void): void {
    const now = Date.now();
    if (IN_BACKGROUND in data || now - (this.touched.get(sid) ?? 0) < BETWEEN_TOUCHES_MS) {
      done?.();
      return;
    }
    for (const [other, at] of this.touched) if (now - at >= BETWEEN_TOUCHES_MS) this.touched.delete(other);
    this.touched.set(sid, now);
    super.touch(sid, data, done);
  }
}

/** Reads a request's session from its cookie; a session is kept and a cookie set only once somebody signs in. */
export function sessionCookie(
  access: SessionAccess,
  pool: PgPool,
): { read: RequestHandler; close: () => void } {
  const store = new SessionStore({
    pool,
    tableName: 'sessions',
    ttl: IDLE_SECONDS,
    errorLog: () => logger.warn({}, 'ended sessions were not cleared away; next try in a while'),
  });
  const read = session({
    name: SESSION_COOKIE,
    secret: access.secret,
    store,
    cookie: COOKIE_OPTIONS,
    resave: false,
    saveUninitialized: false,
  });
  return { read, close: () => store.close() };
}
