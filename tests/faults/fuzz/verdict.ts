import type { ErrorBody } from '@wire/errors.js';
import type { Outcome, RawAnswer } from '../../support/raw-http.js';
import type { LineRequest } from './fuzzed-requests.js';
import { echoFaults, fieldFaults } from './valid-fields.js';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const JAPANESE = /[ぁ-んァ-ヶ一-龠]/;

function jsonIn({ headers, text }: RawAnswer): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is not in the shape of contract 1 in an error answer. */
function shapeFaults(answer: RawAnswer): string[] {
  const body = jsonIn(answer) as ErrorBody | undefined;
  const rules = Array.isArray(body?.errors) ? body.errors : [];
  const isWell =
    Object.keys(body ?? {})
      .sort()
      .join() === 'error,errors,request_id' &&
    rules.length > 0 &&
    rules.every(
      ({ code, field, message }) =>
        typeof code === 'string' && (field === null || typeof field === 'string') && JAPANESE.test(message),
    ) &&
    body?.error === rules.map(({ message }) => message).join('\n') &&
    typeof body.request_id === 'string' &&
    body.request_id !== '';
  return isWell ? [] : [`an error in no shape of the contract: ${answer.text.slice(0, 300)}`];
}

const isDescription = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'openapi');

function acceptedFaults(request: LineRequest, answer: RawAnswer): string[] {
  if (!answer.headers['content-type']?.startsWith('application/json') || request.method === 'HEAD') return [];
  const body = jsonIn(answer);
  if (body === undefined) return [`no JSON: ${answer.text.slice(0, 100)}`];
  // The description of all calls has a schema for each field, not a value.
  const faults = isDescription(body) ? [] : fieldFaults(body);
  return SAFE.includes(request.method) ? faults : [...faults, ...echoFaults(request.said, body)];
}

/** What is wrong with how a request was answered and with what was written meanwhile; nothing when all is well. */
export function faultsOf(request: LineRequest, outcome: Outcome, writes: readonly string[]): string[] {
  if (outcome === 'silent') return ['no answer'];
  const wrote = writes.length > 0 ? [`written: ${[...new Set(writes)].join(', ')}`] : [];
  if (outcome === 'closed') return [...(request.isBroken ? [] : ['hung up without an answer']), ...wrote];
  const { status } = outcome;
  if (!(status >= 200 && status < 500)) return [`status ${status}: ${outcome.text.slice(0, 300)}`, ...wrote];
  if (status < 400)
    return [...acceptedFaults(request, outcome), ...(SAFE.includes(request.method) ? wrote : [])];
  // What socket.io says of its own transport is no answer of a call.
  const isShaped = request.method !== 'HEAD' && !request.target.startsWith('/socket.io/');
  return [...(isShaped ? shapeFaults(outcome) : []), ...wrote];
}
