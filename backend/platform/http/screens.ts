import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import sirv from 'sirv';
import { logger } from '../logger.js';

/** Beside the compiled server, or below the sources when it runs from them. */
const PLACES = ['../../../ui', '../../../dist/ui'];
const SERVER_PATHS = /^\/(api|socket\.io|health|metrics)(\/|$)/;
const A_YEAR = 'public, max-age=31536000, immutable';
/** Files that are text; sirv names the encoding of pages only. */
const TEXT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

function isScreen(request: Request): boolean {
  const wanted = request.method === 'GET' || request.method === 'HEAD';
  return wanted && !request.path.includes('.');
}

/**
 * Serves the built screens: hashed assets immutable and precompressed, 404 for a missing one, and index.html for every
 * other path that is not the server's (spec 2: the browser routes).
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
      const type = TEXT_TYPES[extname(path)];
      if (type) response.setHeader('Content-Type', type);
    },
  });
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (SERVER_PATHS.test(request.path)) return next();
    if (isScreen(request)) request.url = '/index.html';
    // Ranges are ignored, as the protocol allows: the library misreads invalid ones.
    delete request.headers.range;
    serve(request, response, next);
  });
}
