import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import sirv from 'sirv';
import { logger } from '../logger.js';

/** Beside the compiled server, or below the sources when it runs from them. */
const PLACES = ['../../../ui', '../../../dist/ui'];
const SERVER_PATHS = /^\/(api|socket\.io|health|metrics)(\/|$)/;
const A_YEAR = 'public, max-age=31536000, immutable';

function isScreen(request: Request): boolean {
  const wanted = request.method === 'GET' || request.method === 'HEAD';
  return wanted && !request.path.includes('.');
}

/**
 * Serves the built screens: hashed assets for good and precompressed, a missing one 404, and the page itself for every
 * path that is no file and not the server's own (spec 2: routes are the browser's).
 */
export function serveScreens(app: NestExpressApplication): void {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (!folder) {
    logger.warn({}, 'the screens are not built: only calls are answered');
    return;
  }
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', path.startsWith('/assets/') ? A_YEAR : 'no-cache');
    },
  });
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (SERVER_PATHS.test(request.path)) return next();
    if (isScreen(request)) request.url = '/index.html';
    // Files are sent whole, as the protocol allows: the library takes what is no range for one.
    delete request.headers.range;
    serve(request, response, next);
  });
}
