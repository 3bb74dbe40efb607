import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import { get, type WriteGuards, write } from '../shared/api/request.js';

/** What taking back a request would come to now. */
export const fetchReversal = async (requestId: string) =>
  (await get<Reversal>(`/api/reversals/${requestId}`)).data;

/** Takes back what a request did: all of it, or the nearest as it was agreed to. */
export function reverseRequest(
  requestId: string,
  plan: string | null,
  guards: WriteGuards,
): Promise<ReversalAnswer> {
  const asked = plan === null ? { accept: 'all' } : { accept: 'nearest', plan };
  return write('POST', '/api/reversals', { request_id: requestId, ...asked }, guards);
}
