import { type BrokenRule, invalid, STALE_VERSION } from '@domain/broken-rule.js';
import { isConnectionError, isTimeout } from './connection-error.js';

/** A refused request, with the broken rules (contract 1). */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    readonly rules: readonly BrokenRule[],
  ) {
    super(rules.map((rule) => rule.message).join('\n'));
  }
}

/** Refuses for broken rules: 422 when any is about the input itself, else 409 (contract 1). */
export function refusal(rules: readonly BrokenRule[]): RefusedError {
  return new RefusedError(rules.some((rule) => rule.kind === 'invalid') ? 422 : 409, rules);
}

/** 400: the request cannot be read. */
export function unreadable(field: string | null, message: string): RefusedError {
  return new RefusedError(400, [invalid('unreadable', field, message)]);
}

/** 404: no record has this id. */
export function notFound(message: string): RefusedError {
  return new RefusedError(404, [invalid('not_found', 'id', message)]);
}

/** 409: someone else changed the record after it was read. */
export function staleVersion(): RefusedError {
  return new RefusedError(409, [STALE_VERSION]);
}

/** 401: nobody is signed in. */
export const SIGNED_OUT = new RefusedError(401, [invalid('signed_out', null, 'ログインしてください。')]);

/** 403: the role does not allow it. */
export const NOT_PERMITTED = new RefusedError(403, [
  invalid('not_permitted', null, 'この操作を行う権限がありません。'),
]);

/** 429: too many requests; may be repeated later. */
export class TooManyError extends RefusedError {
  readonly retryAfterSeconds: number;

  constructor(rule: BrokenRule, retryAfterMs: number) {
    super(429, [rule]);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  }
}

/** 500: the event at a position of the log cannot be read. */
export class UnreadableEventError extends Error {
  constructor(
    readonly position: number,
    cause: Error,
  ) {
    super(`event ${position}: ${cause.message}`, { cause });
  }

  /** The message for staff and operators. */
  get text(): string {
    return `位置 ${this.position.toLocaleString('ja-JP')} の記録を読み取れません。npm run verify で確認してください。`;
  }
}

/** 503: the database cannot be reached or did not finish in time; may be repeated. */
export class UnavailableError extends Error {}

/** Whether a repetition may succeed: no connection, or a timeout. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof UnavailableError || isConnectionError(error) || isTimeout(error);
}
