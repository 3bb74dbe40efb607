import { invalid } from '@domain/broken-rule.js';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyError } from '../errors.js';

const TOO_MANY = invalid(
  'too_many_requests',
  null,
  'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
);

/** Takes one of a caller's share of calls; refuses (429) when it is used up. */
export async function limited(share: RateLimiterAbstract, caller: string): Promise<void> {
  try {
    await share.consume(caller);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? new TooManyError(TOO_MANY, refused.msBeforeNext) : refused;
  }
}
