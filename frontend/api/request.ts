import type { ErrorBody } from '@wire/errors.js';
import { BACKGROUND_HEADER, LOG_POSITION_HEADER, TERMINAL_HEADER } from '@wire/live.js';
import { signInGate } from './sign-in-gate.js';
import { terminalName } from './terminal.js';
import { isInUse } from './use-of-page.js';

/** An answer with the log position it is at least as new as; null when the server did not say. */
export type Answer<T> = { data: T; position: number | null };

/** A call that failed, with text fit for an alert. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    message: string,
    readonly status: number,
    /** What was refused, one by one. */
    readonly errors: ErrorBody['errors'] = [],
    /** After how many seconds another try is worth it, if the server said. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
  /** The fields that were refused. */
  get fields(): string[] {
    return this.errors.flatMap(({ field }) => (field === null ? [] : [field]));
  }
}

const GATEWAY_FAILURES = [502, 503, 504];

/** Whether a call failed because no server, or nothing behind it, could be reached. */
export function isLineDown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || GATEWAY_FAILURES.includes(error.status));
}

const UNREACHABLE = 'サーバーに接続できません。通信状態を確認して、もう一度お試しください。';
const UNEXPECTED = 'サーバーでエラーが発生しました。もう一度お試しください。';
const SIGNED_OUT = 'signed_out';

type Call = {
  method: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const { error, errors } = (parsed(await response.text()) ?? {}) as Partial<ErrorBody>;
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  return new ApiError(error || UNEXPECTED, response.status, errors, retryAfter);
}

/** A body as it is sent: a form with a file as it is, its type told by the browser; anything else as JSON. */
function bodyOf(body: unknown): string | FormData | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body);
}

/** Sends a call once; a refusal is an `ApiError`. */
async function send(path: string, call: Call): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    [TERMINAL_HEADER]: encodeURIComponent(terminalName()),
    ...(isInUse() ? {} : { [BACKGROUND_HEADER]: '1' }),
    ...call.headers,
  };
  const body = bodyOf(call.body);
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, { method: call.method, headers, body, signal: call.signal ?? null });
  } catch {
    throw new ApiError(UNREACHABLE, 0);
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.errors.some(({ code }) => code === SIGNED_OUT);
}

/** Sends a call as soon as somebody is signed in, and once more, unchanged, when they no longer were. */
async function sendSignedIn(path: string, call: Call): Promise<Response> {
  for (;;) {
    const pass = await signInGate.pass();
    try {
      return await send(path, call);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      signInGate.refused(pass);
    }
  }
}

async function dataOf<T>(response: Response): Promise<T> {
  return parsed(await response.text()) as T;
}

/** Reads a resource; a call that is aborted fails. */
export async function get<T>(
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const search = new URLSearchParams(query).toString();
  const response = await sendSignedIn(search ? `${path}?${search}` : path, { method: 'GET', signal });
  const position = response.headers.get(LOG_POSITION_HEADER);
  return { data: await dataOf<T>(response), position: position === null ? null : Number(position) };
}

function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
}

/** Reads a file, with the name that the server gives it. */
export async function getFile(path: string): Promise<{ name: string; content: Blob }> {
  const response = await sendSignedIn(path, { method: 'GET', headers: { Accept: '*/*' } });
  const disposition = response.headers.get('content-disposition') ?? '';
  return { name: fileNameIn(disposition), content: await response.blob() };
}

/** A call about signing in itself, which waits for nobody to be signed in. */
export async function callUnguarded<T>(method: string, path: string, body?: unknown): Promise<T> {
  return dataOf<T>(await send(path, { method, body }));
}

/** What a write needs beside its body: a key that a retry repeats, and the version that an edit was based on. */
export type WriteGuards = { key: string; version?: number | null };

/**
 * Writes a resource and answers its body. The events go by the key as their request, so that what a write did can be
 * found by it, also when the answer came to a retry.
 */
export async function write<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  { key, version }: WriteGuards,
): Promise<T> {
  const headers: Record<string, string> = { 'Idempotency-Key': key, 'X-Request-Id': key };
  if (version !== undefined && version !== null) headers['If-Match'] = `"${version}"`;
  return dataOf<T>(await sendSignedIn(path, { method, body, headers }));
}
