import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keysOf } from '@domain/records.js';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { logger } from '../logger.js';

/** Beside the build of the server, or below the sources when it runs from them. */
const PLACES = ['../../../ui', '../../../../ui', '../../../dist/ui'];
const SERVER_PATHS = /^\/(api|socket\.io|health|metrics)(\/|$)/;
const A_YEAR = 'public, max-age=31536000, immutable';
const PAGE = '/index.html';
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};
/** The files beside a text that hold it compressed, the smallest first. */
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

type Encoding = keyof typeof COMPRESSED;

/**
 * The folder of the built screens, by its own name: while this process runs, it serves the build that it began with. Null
 * where none are built.
 */
function builtScreens(): string | null {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  return folder ? realpathSync(folder) : null;
}

/** A file of the screens: the encodings that it is there in, and its ETag, where browsers ask each time for its name. */
type ScreenFile = { encodings: Encoding[]; etag: string | null };

/** The files in a folder by their paths, but for hidden ones. */
function filesIn(folder: string): Map<string, ScreenFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).split(sep).join('/'));
  const known = new Set(names);
  const encodings = keysOf(COMPRESSED);
  // The same on every node, whenever that was built.
  const etagOf = (name: string) =>
    `W/"${hash('sha256', readFileSync(join(folder, name)), 'hex').slice(0, 16)}"`;
  return new Map(
    names.map((name) => [
      name,
      {
        encodings: encodings.filter((encoding) => known.has(name + COMPRESSED[encoding])),
        etag: isLasting(name) ? null : etagOf(name),
      },
    ]),
  );
}

/** The names of these say what is in them. */
const isLasting = (path: string): boolean => path.startsWith('/assets/');

function isScreen(request: Request): boolean {
  const wanted = request.method === 'GET' || request.method === 'HEAD';
  return wanted && !request.path.includes('.');
}

/**
 * Serves the built screens: hashed assets immutable and precompressed, 404 for a missing one, and index.html for every
 * other path that is not the server's (spec 2: the browser routes).
 */
export function serveScreens(app: NestExpressApplication, folder = builtScreens()): void {
  if (!folder) {
    logger.warn({}, 'the screens are not built: only calls are answered');
    return;
  }
  const files = filesIn(folder);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (SERVER_PATHS.test(request.path)) return next();
    const path = isScreen(request) ? PAGE : request.path;
    const wanted = files.get(path);
    if (!wanted || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    // Browsers name several as equal: the smallest is sent.
    const encoding = wanted.encodings.find((encoding) => request.acceptsEncodings(encoding) === encoding);
    response.set('Cache-Control', isLasting(path) ? A_YEAR : 'no-cache');
    response.set('Vary', 'Accept-Encoding');
    if (wanted.etag) response.set('ETag', wanted.etag);
    const type = TYPES[extname(path)];
    if (type) response.set('Content-Type', type);
    if (encoding) response.set('Content-Encoding', encoding);
    const file = path + (encoding ? COMPRESSED[encoding] : '');
    // Ranges are ignored, as the protocol allows.
    response.sendFile(file, { root: folder, cacheControl: false, acceptRanges: false }, (error?: Error) => {
      if (!error || response.headersSent) return;
      for (const name of ['Cache-Control', 'Content-Type', 'Content-Encoding', 'ETag', 'Vary'])
        response.removeHeader(name);
      next();
    });
  });
}
