import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { HelmetOptions } from 'helmet';

/** Only what the app itself serves. Styles set by scripts count as no inline styles: React and Blueprint need no exception. */
export const contentSecurity = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    // The hash of the one inline script of the page, which chooses the theme before anything is painted.
    scriptSrc: ["'self'", "'sha256-mAgMia2wjty7OKRtEz1yKSHTRRFuubObw4JdArTBX2o='"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
} satisfies HelmetOptions['contentSecurityPolicy'];

/** Middleware that sets the headers which another one sets alike on every response; that one runs once, now. */
export function constantHeaders(
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
) {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(sample.req, sample, () => undefined);
  const headers = new Map(Object.entries(sample.getHeaders()) as [string, string][]);
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setHeaders(headers);
    next();
  };
}

/** Middleware: responses hold personal data and are cached nowhere, unless a response says otherwise. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** The Content-Disposition header of a download with this name (RFC 6266, RFC 5987). */
export function attachment(name: string, plainName: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`;
}

/** A CSV file that is sent while it is made. */
export function csvDownload(text: AsyncIterable<string>, name: string, plainName: string): StreamableFile {
  const disposition = attachment(name, plainName);
  return new StreamableFile(Readable.from(text), { type: 'text/csv; charset=utf-8', disposition });
}
