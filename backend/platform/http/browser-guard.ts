import { invalid } from '@domain/broken-rule.js';
import type { NextFunction, Request, Response } from 'express';
import type { Access } from '../config.js';
import { RefusedError } from '../errors.js';
import { isOwnOrigin } from './own-address.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

const FOREIGN = new RefusedError(403, [
  invalid('foreign_request', null, 'この画面以外からの操作は受け付けられません。画面を開き直してください。'),
]);

/**
 * The CSRF guard of contract 1: a mutating request that looks like a browser's must carry the default header and come
 * from the app's own origin. With sign-in every call must, but for pages that are only looked at.
 */
export function browserGuard(access: Access, pages: readonly string[] = []) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const origin = request.get('origin');
    const site = request.get('sec-fetch-site');
    const isBrowser = origin !== undefined || site !== undefined;
    const marked = request.get('x-requested-with') === 'XMLHttpRequest';
    const ownSite = site === undefined || site === 'same-origin';
    const own = origin === undefined ? ownSite : isOwnOrigin(access, origin, request.get('host'));
    const safe = access.mode === 'off' && (SAFE_METHODS.includes(request.method) || !isBrowser);
    const isPage = request.method === 'GET' && pages.includes(request.baseUrl + request.path);
    next(safe || isPage || (marked && own) ? undefined : FOREIGN);
  };
}

/**
 * Refuses a body in any other media type than JSON (415); requests without a body pass. Only a POST to an upload path
 * must be a form with a file instead.
 */
export function mediaTypes(uploadPaths: readonly string[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.get('content-length')) > 0;
    const isUpload = request.method === 'POST' && uploadPaths.includes(request.baseUrl + request.path);
    const isRefused = isUpload
      ? !request.is('multipart/form-data')
      : hasBody && !request.is('application/json');
    const message = isUpload
      ? 'CSVファイルはmultipart/form-data形式で送信してください。'
      : 'JSON形式で送信してください。';
    next(isRefused ? new RefusedError(415, [invalid('media_type', null, message)]) : undefined);
  };
}
