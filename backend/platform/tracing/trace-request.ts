import { traceparentIn, traceparentOf } from '@wire/trace-context.js';
import type { NextFunction, Request, Response } from 'express';
import { requestIdOf } from '../http/request-context.js';
import { routeOf, whenAnswered } from '../http/request-log.js';
import { startSpan, within } from './tracing.js';

const SERVER_FAILURE = 500;

/**
 * Middleware that records a request as a span, below the one that its `traceparent` names. It says the method, the pattern of
 * the route and the status, and nothing of what was sent. `traceresponse` tells the caller.
 */
export function traceRequest(request: Request, response: Response, next: NextFunction): void {
  const sent = traceparentIn(request.get('traceparent'));
  const own = traceparentOf(requestIdOf(request));
  // Traces that a terminal began are sampled like those that begin here: by the request's id.
  const isOfTerminal = own !== null && sent === own && !startSpan('', { ids: own })?.isRecorded;
  const method = { 'http.request.method': request.method };
  const span = startSpan(request.method, {
    kind: 'server',
    parent: isOfTerminal ? `${own.slice(0, -2)}00` : sent,
    ids: sent === null ? own : null,
    values: method,
  });
  if (!span) {
    next();
    return;
  }
  response.setHeader('traceresponse', span.traceparent);
  whenAnswered(response, (status) => {
    const route = routeOf(request);
    const failed: Record<string, string> = status >= SERVER_FAILURE ? { 'error.type': String(status) } : {};
    const values = { 'http.route': route, 'http.response.status_code': status, ...failed };
    span.end(values, `${request.method} ${route}`);
  });
  within(span, next);
}
