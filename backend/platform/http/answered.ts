import type { Request, Response } from 'express';

const GONE_AWAY = 499;

/** The pattern of the route that a request took, never its path; `other` for screens and what is not there. */
export function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'other';
}

/** Calls once with the status of the answer when it is sent, or with 499 when the client did not wait for it. */
export function whenAnswered(response: Response, call: (status: number) => void): void {
  response.once('close', () => call(response.writableFinished ? response.statusCode : GONE_AWAY));
}
