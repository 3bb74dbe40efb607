import { isNativeError } from 'node:util/types';
import { type BrokenRule, invalid, STALE_VERSION } from '@domain/broken-rule.js';
import { countText } from '@domain/calendar/stay-text.js';
import { causeOf, detailOf, messageOf } from './thrown.js';

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

/** 403: the service account has not all scopes that a call needs. */
export function scopeMissing(names: readonly string[]): RefusedError {
  const message = `このキーでは使えません。連携の設定で「${names.join('」「')}」を使えるようにしてください。`;
  return new RefusedError(403, [invalid('scope_missing', null, message)]);
}

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
    cause: unknown,
  ) {
    super(`event ${position}: ${messageOf(cause)}`, { cause });
  }

  /** The message for staff and operators. */
  get text(): string {
    return `記録番号 ${countText(this.position)} を読み取れません。npm run verify で確認してください。`;
  }
}

/** 503: the database cannot be reached or did not finish in time; may be repeated. */
export class UnavailableError extends Error {}

/** Returns whether a repetition may succeed: no connection, or a timeout. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof UnavailableError || isConnectionError(error) || isTimeout(error);
}

/** Connection, authorization, catalog name, resources, operator intervention, idle session timeout, a standby. */
const SQL_STATES = /^(08|28|3D|53|57P|25P03|25006)/;
/** Query cancelled (`statement_timeout`) and lock not available (`lock_timeout`). */
const TIMEOUTS = ['57014', '55P03'];
const SYSTEM_ERRORS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
const DRIVER_MESSAGES =
  /^(connection (terminated|ended)|timeout (expired|exceeded when)|query read timeout|client (has encountered a connection error|was closed))/i;

/** Returns whether a database error is about the connection or the server rather than about a statement. */
export function isConnectionError(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = detailOf(error, 'code');
  if (code === undefined) return DRIVER_MESSAGES.test(error.message);
  return SQL_STATES.test(code) || SYSTEM_ERRORS.includes(code);
}

/** Reason why the database could not take a command: its disk or connections are used up, it refuses the role, or it is out of reach. */
export type OutageKind = 'disk_full' | 'connections_full' | 'role_refused' | 'unreachable';

const OUTAGES: [RegExp, OutageKind][] = [
  [/^53100$/, 'disk_full'],
  [/^53300$/, 'connections_full'],
  [/^28/, 'role_refused'],
];

/** The code of a database or system error, or of the error that caused it; null where there is none. */
function codeOf(error: unknown): string | null {
  if (!isNativeError(error)) return null;
  return detailOf(error, 'code') ?? codeOf(causeOf(error));
}

/** The kind of an error for which `isUnavailable` is true, by its SQLSTATE. */
export function outageKind(error: unknown): OutageKind {
  const code = codeOf(error) ?? '';
  return OUTAGES.find(([states]) => states.test(code))?.[1] ?? 'unreachable';
}

/** Returns whether the server cancelled a statement or its wait for a lock after a timeout; the connection stays usable. */
export function isTimeout(error: unknown): boolean {
  return isNativeError(error) && TIMEOUTS.includes(detailOf(error, 'code') ?? '');
}

/**
 * The log entry of an error: the message and the code when the database was unavailable, else the name and the stack without the
 * message, which may quote user input.
 */
export function traceOf(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error();
  if (isUnavailable(error)) return [error.message, codeOf(error)].filter(Boolean).join(' ');
  const known = [detailOf(error, 'code'), detailOf(error, 'constraint')].filter((part) => part !== undefined);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [[error.name, ...known].join(' '), ...frames].join('\n');
}
