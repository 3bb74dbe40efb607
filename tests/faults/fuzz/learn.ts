import type { Outcome } from '../../support/raw-http.js';
import type { Known } from './draws.js';
import type { LineRequest } from './fuzzed-requests.js';
import { kindOf } from './valid-queries.js';

const MOST = 200;

function keep(ids: (number | string)[], id: number | string): void {
  if (ids.includes(id)) return;
  ids.push(id);
  if (ids.length > MOST) ids.shift();
}

/** Keeps the ids that an accepted write has told of, for requests about them. */
export function learn(known: Known, request: LineRequest, outcome: Outcome): void {
  if (typeof outcome === 'string' || outcome.status >= 300 || !/^(POST|PUT)$/.test(request.method)) return;
  const { 'x-request-id': requestId, 'content-type': type } = outcome.headers;
  if (requestId) keep(known.ids.request, requestId);
  const answer = type?.startsWith('application/json') ? JSON.parse(outcome.text) : null;
  if (typeof answer?.id === 'number') keep(known.ids[kindOf(request.target)], answer.id);
}
