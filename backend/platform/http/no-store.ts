import type { NextFunction, Request, Response } from 'express';

/** Answers hold personal data: nothing on the way keeps them, unless an answer says otherwise. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
