import { hostname } from 'node:os';
import type { NextFunction, Request, Response } from 'express';
import { logger } from '../logger.js';
import { requestIdOf, signedInOf } from './request-context.js';

const CLIENT_CLOSED_REQUEST = 499;
/** Routes that the proxy, the container engine and Prometheus ask again and again: their lines would soon fill a log. */
const PROBES = ['/health/live', '/health/ready', '/metrics'];
/** The name of this node in logs. */
const NODE = `${hostname()}-${process.pid}`;

/** Middleware that sends the request id with every answer. */
export function sendRequestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', requestIdOf(request));
  next();
}

/**
 * Middleware that logs a line for each request, but for probes that are answered well: its route, never its path, body or other
 * user input.
 */
export function logRequest(request: Request, response: Response, next: NextFunction): void {
  const started = performance.now();
  whenAnswered(response, (status) => {
    const route = routeOf(request);
    if (status < 400 && PROBES.includes(route)) return;
    const fields = {
      method: request.method,
      route,
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

/** The pattern of the route that a request took, never its path; `other` for screens and what is not there. */
export function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'other';
}

/** Calls once with the status of the answer once it is sent, or with 499 when the client disconnected before. */
export function whenAnswered(response: Response, call: (status: number) => void): void {
  response.once('close', () => call(response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST));
}
