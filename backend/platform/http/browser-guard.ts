import { invalid } from '@domain/broken-rule.js';
import type { NextFunction, Request, Response } from 'express';
import { RefusedError } from '../errors.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

const FOREIGN = new RefusedError(403, [
  invalid('foreign_request', null, 'この画面以外からの操作は受け付けられません。画面を開き直してください。'),
]);

/** Whether an `Origin` header names this server itself, as the request's Host does. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * The CSRF guard of contract 1: a mutating request that looks like a browser's must carry the default header and come
 * from the app's own origin.
 */
export function browserGuard(request: Request, _response: Response, next: NextFunction): void {
  const origin = request.get('origin');
  const site = request.get('sec-fetch-site');
  const isBrowser = origin !== undefined || site !== undefined;
  const marked = request.get('x-requested-with') === 'XMLHttpRequest';
  const own = origin === undefined ? site === 'same-origin' : isOwnOrigin(origin, request.get('host'));
  const safe = SAFE_METHODS.includes(request.method);
  next(safe || !isBrowser || (marked && own) ? undefined : FOREIGN);
}

/**
 * Refuses a body in any other media type than JSON (415); requests without a body pass. Only a POST to the upload path
 * must be a form with a file instead.
 */
export function mediaTypes(uploadPath: string) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.get('content-length')) > 0;
    const isUpload = request.method === 'POST' && request.baseUrl + request.path === uploadPath;
    const isRefused = isUpload
      ? !request.is('multipart/form-data')
      : hasBody && !request.is('application/json');
    const message = isUpload
      ? 'CSVファイルはmultipart/form-data形式で送信してください。'
      : 'JSON形式で送信してください。';
    next(isRefused ? new RefusedError(415, [invalid('media_type', null, message)]) : undefined);
  };
}
