import type { IncomingMessage } from 'node:http';
import { invalid } from '@domain/broken-rule.js';
import type { NextFunction, Request, Response } from 'express';
import type { Access } from '../config.js';
import { RefusedError } from '../errors.js';

const FOR_OPERATORS = /^\/(health|metrics)(\/|$)/;
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const FOREIGN_HOST = new RefusedError(403, [
  invalid('foreign_host', null, 'このアドレスでは利用できません。正しいアドレスで画面を開き直してください。'),
]);
const PLAIN_HTTP = new RefusedError(403, [
  invalid('plain_http', null, 'https で始まるアドレスで画面を開き直してください。'),
]);
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

const FOREIGN = new RefusedError(403, [
  invalid('foreign_request', null, 'この画面以外からの操作は受け付けられません。画面を開き直してください。'),
]);

/** Returns whether a `Host` header names this server (protection against DNS rebinding). */
function isOwnHost(access: Access, host: string | undefined): boolean {
  if (host === undefined) return false;
  if (access.mode === 'session') return host.toLowerCase() === new URL(access.origin).host;
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return THIS_MACHINE.test(name) || access.allowedHosts.includes(name);
}

/** Returns whether an `Origin` header names this server itself. */
function isOwnOrigin(access: Access, origin: string, host: string | undefined): boolean {
  if (access.mode === 'session') return origin === access.origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Returns whether a socket was opened by this server's own page, and with sign-in over https to the proxy in front. */
export function isOwnSocket(access: Access, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const isOwn = origin === undefined || isOwnOrigin(access, origin, host);
  const isSecure = access.mode === 'off' || /^https\b/.test(String(headers['x-forwarded-proto']));
  return isOwn && isOwnHost(access, host) && isSecure;
}

/**
 * Refuses calls and screens by any other name than the server's own (DNS rebinding). With sign-in operators reach
 * health and metrics by the node's own address, and calls must have come over https to the proxy in front.
 */
export function ownAddressOnly(access: Access) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const isSession = access.mode === 'session';
    if (isSession && FOR_OPERATORS.test(request.path)) next();
    else if (!isOwnHost(access, request.get('host'))) next(FOREIGN_HOST);
    else next(isSession && !request.secure ? PLAIN_HTTP : undefined);
  };
}

/**
 * The CSRF guard of contract 1: a mutating request that looks like a browser's must carry the default header and come
 * from the app's own origin. With sign-in every call must, except GET of the given pages. A call with a key needs
 * neither: no page of another site can make a browser send one.
 */
export function browserGuard(access: Access, pages: readonly RegExp[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const origin = request.get('origin');
    const site = request.get('sec-fetch-site');
    const isBrowser = origin !== undefined || site !== undefined;
    const marked = request.get('x-requested-with') === 'XMLHttpRequest';
    const ownSite = site === undefined || site === 'same-origin';
    const own = origin === undefined ? ownSite : isOwnOrigin(access, origin, request.get('host'));
    const safe = access.mode === 'off' && (SAFE_METHODS.includes(request.method) || !isBrowser);
    const path = request.baseUrl + request.path;
    const isPage = ['GET', 'HEAD'].includes(request.method) && pages.some((page) => page.test(path));
    const hasKey = request.get('authorization') !== undefined;
    next(safe || isPage || hasKey || (marked && own) ? undefined : FOREIGN);
  };
}

/**
 * Refuses a body in any other media type than JSON (415); requests without a body pass. Only a POST to an upload path
 * must be a form with a file instead.
 */
export function mediaTypes(uploads: readonly { path: RegExp; file: string }[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.get('content-length')) > 0;
    const path = request.baseUrl + request.path;
    const upload = request.method === 'POST' ? uploads.find((each) => each.path.test(path)) : undefined;
    const isRefused = upload
      ? !request.is('multipart/form-data')
      : hasBody && !request.is('application/json');
    const message = upload
      ? `${upload.file}はmultipart/form-data形式で送信してください。`
      : 'JSON形式で送信してください。';
    next(isRefused ? new RefusedError(415, [invalid('media_type', null, message)]) : undefined);
  };
}
