import { invalid } from '@domain/broken-rule.js';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyError } from '../errors.js';

const TOO_MANY = invalid(
  'too_many_requests',
  null,
  'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
);

/** Counts a call against a caller's rate limit; refuses it (429) above the limit. */
export async function limited(limiter: RateLimiterAbstract, caller: string): Promise<void> {
  try {
    await limiter.consume(caller);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? new TooManyError(TOO_MANY, refused.msBeforeNext) : refused;
  }
}
