import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import type { Scope } from '@domain/masters/service-accounts.js';
import type { StaffRole } from '@domain/masters/staff-role.js';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { TERMINAL_HEADER } from '@wire/live.js';
import type { Request } from 'express';
import { notFound, staleVersion, unreadable } from '../errors.js';
import type { LogEnd } from '../log-end.js';
import type { Idempotency, WriteContext } from '../write-context.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const REQUEST_ID = /^[\w.-]{8,64}$/;
const LONGEST_NAME = 50;

/** Author of a command, its idempotency key and the version that it changes. */
export type RequestContext = {
  write: WriteContext;
  idempotency: Idempotency | null;
  expectedVersion: number | null;
};

/**
 * The caller: a member of staff, according to the session, or a service account by its key, with its scopes and its id in
 * place of one of the staff. Ids of both are positions of the log, so that none is of both.
 */
export type SignedIn = {
  staffId: number;
  role: StaffRole;
  scopes?: readonly Scope[];
  /** The public name of the key of a service account. */
  key?: string;
};

/** A request with what the middleware adds. */
export type KnownRequest = Request & {
  requestId?: string;
  rawBody?: Buffer;
  signedIn?: SignedIn;
  /** The end of the log when it arrived. */
  logEnd?: LogEnd;
};

const knownRequest = (request: Request): KnownRequest => request;

/** The id of this request in logs, events and error answers. */
export function requestIdOf(request: Request): string {
  const known = knownRequest(request);
  const sent = request.get('x-request-id');
  known.requestId ??= sent && REQUEST_ID.test(sent) ? sent : randomUUID();
  return known.requestId;
}

/** Returns who is signed in, or null. */
export function signedInOf(request: Request): SignedIn | null {
  return knownRequest(request).signedIn ?? null;
}

/** Returns true unless a service account calls that may not see personal data of guests. */
export function seesGuests(request: Request): boolean {
  return signedInOf(request)?.scopes?.includes('personal') ?? true;
}

/** True where the caller may see personal data of guests. */
export const SeesGuests = createParamDecorator((_: unknown, execution: ExecutionContext): boolean =>
  seesGuests(execution.switchToHttp().getRequest<Request>()),
);

function terminalOf(request: Request): string | null {
  const sent = request.get(TERMINAL_HEADER);
  if (!sent) return null;
  try {
    const name = decodeURIComponent(sent)
      .replace(/[\p{Cc}\p{Cs}]/gu, '')
      .normalize('NFC')
      .trim();
    return [...name].slice(0, LONGEST_NAME).join('') || null;
  } catch {
    throw unreadable(TERMINAL_HEADER, '端末名を読み取れません。');
  }
}

function idempotencyOf(request: KnownRequest): Idempotency | null {
  const key = request.get('idempotency-key');
  if (key === undefined) return null;
  if (!UUID.test(key)) throw unreadable('idempotency-key', 'Idempotency-KeyはUUIDで指定してください。');
  const formerFingerprint = createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n`)
    .update(request.rawBody ?? '')
    .digest();
  const staffId = request.signedIn?.staffId;
  if (staffId === undefined) return { key: key.toLowerCase(), fingerprint: formerFingerprint };
  const fingerprint = createHash('sha256').update(`staff ${staffId}\n`).update(formerFingerprint).digest();
  return { key: key.toLowerCase(), fingerprint, formerFingerprint };
}

function expectedVersionOf(request: Request): number | null {
  const sent = request.get('if-match');
  if (sent === undefined || sent === '*') return null;
  const match = /^"(\d{1,9})"$/.exec(sent);
  if (!match) throw unreadable('if-match', 'If-Matchは"版番号"の形で指定してください。');
  return Number(match[1]);
}

/** Context of a mutating request, from its headers and session (contract 1). */
export const Context = createParamDecorator((_: unknown, execution: ExecutionContext): RequestContext => {
  const request = execution.switchToHttp().getRequest<KnownRequest>();
  return {
    write: {
      staffId: request.signedIn?.staffId ?? null,
      terminal: terminalOf(request),
      requestId: requestIdOf(request),
    },
    idempotency: idempotencyOf(request),
    expectedVersion: expectedVersionOf(request),
  };
});

/** The fields of a body or of a query before they are read. */
export type Json = Record<string, unknown>;

/** The body as an object; an absent one is empty. */
export const JsonBody = createParamDecorator((_: unknown, execution: ExecutionContext): Json => {
  const request = execution.switchToHttp().getRequest<KnownRequest>();
  const body: unknown = request.body === undefined ? {} : request.body;
  // The parser has replaced bytes that are no UTF-8.
  if (request.rawBody && !isUtf8(request.rawBody)) {
    throw unreadable(null, '送信内容はUTF-8で指定してください。');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw unreadable(null, '送信内容はJSONのオブジェクトで指定してください。');
  }
  return body as Record<string, unknown>;
});

/** A stored record in the version that a request is meant for; 404 or 409 otherwise. */
export function inVersion<Record extends { version: number }>(
  stored: Record | null,
  { expectedVersion }: RequestContext,
  unknown: string,
): Record {
  if (!stored) throw notFound(unknown);
  if (expectedVersion !== null && expectedVersion !== stored.version) throw staleVersion();
  return stored;
}
