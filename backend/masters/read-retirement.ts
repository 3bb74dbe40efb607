import { retiredShape } from '@wire/master-records.js';
import { readBody } from '../platform/http/read-request.js';

/** Reads whether a record is to be taken out of use or put back. */
export function readRetirement(body: Record<string, unknown>): { type: 'retire' | 'put-back' } {
  return { type: readBody(retiredShape, body).is_retired === 1 ? 'retire' : 'put-back' };
}
