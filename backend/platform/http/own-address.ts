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

/** Whether a `Host` header is one that this server goes by, so that no other name can be pointed at it. */
export function isOwnHost(access: Access, host: string | undefined): boolean {
  if (host === undefined) return false;
  if (access.mode === 'session') return host.toLowerCase() === new URL(access.origin).host;
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return THIS_MACHINE.test(name) || access.allowedHosts.includes(name);
}

/** Whether an `Origin` header names this server itself. */
export function isOwnOrigin(access: Access, origin: string, host: string | undefined): boolean {
  if (access.mode === 'session') return origin === access.origin;
  return URL.canParse(origin) && new URL(origin).host === host;
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
