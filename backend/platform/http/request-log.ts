import { hostname } from 'node:os';
import type { NextFunction, Request, Response } from 'express';
import { logger } from '../logger.js';
import { routeOf, whenAnswered } from './answered.js';
import { requestIdOf, signedInOf } from './request-context.js';

/** The name of this node in logs. */
const NODE = `${hostname()}-${process.pid}`;

/** Middleware that gives every answer the id that its request goes by. */
export function sendRequestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', requestIdOf(request));
  next();
}

/** Middleware that writes a line for each request: its route, never its address, body or anything else typed. */
export function logRequest(request: Request, response: Response, next: NextFunction): void {
  const started = performance.now();
  whenAnswered(response, (status) => {
    const fields = {
      method: request.method,
      route: routeOf(request),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      request_id: requestIdOf(request),
      staff_id: signedInOf(request)?.staffId ?? null,
      node: NODE,
    };
    logger.info(fields, 'request');
  });
  next();
}
