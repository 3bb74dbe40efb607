import type { ErrorBody } from '@wire/errors.js';
import { LOG_POSITION_HEADER, TERMINAL_HEADER } from '@wire/live.js';
import { terminalName } from './terminal.js';

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
  ) {
    super(message);
  }
  /** The fields that were refused. */
  get fields(): string[] {
    return this.errors.flatMap(({ field }) => (field === null ? [] : [field]));
  }
}

const UNREACHABLE = 'サーバーに接続できません。通信状態を確認して、もう一度お試しください。';
const UNEXPECTED = 'サーバーでエラーが発生しました。もう一度お試しください。';

type Call = { method: string; body?: unknown; headers?: Record<string, string> };

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function failureOf(status: number, body: unknown): ApiError {
  const { error, errors } = (body ?? {}) as Partial<ErrorBody>;
  return new ApiError(error || UNEXPECTED, status, errors);
}

/** A body as it is sent: a form with a file as it is, its type told by the browser; anything else as JSON. */
function bodyOf(body: unknown): string | FormData | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body);
}

async function request<T>(path: string, call: Call): Promise<Answer<T>> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    [TERMINAL_HEADER]: encodeURIComponent(terminalName()),
    ...call.headers,
  };
  const body = bodyOf(call.body);
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, { method: call.method, headers, body });
  } catch {
    throw new ApiError(UNREACHABLE, 0);
  }
  const data = await readJson(response);
  if (!response.ok) throw failureOf(response.status, data);
  const position = response.headers.get(LOG_POSITION_HEADER);
  return { data: data as T, position: position === null ? null : Number(position) };
}

/** Reads a resource. */
export function get<T>(path: string, query: Record<string, string> = {}): Promise<Answer<T>> {
  const search = new URLSearchParams(query).toString();
  return request<T>(search ? `${path}?${search}` : path, { method: 'GET' });
}

/** What a write needs beside its body: a key that a retry repeats, and the version that an edit was based on. */
export type WriteGuards = { key: string; version?: number | null };

/** Writes a resource and answers its body. */
export async function write<T>(
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  { key, version }: WriteGuards,
): Promise<T> {
  const headers: Record<string, string> = { 'Idempotency-Key': key };
  if (version !== undefined && version !== null) headers['If-Match'] = `"${version}"`;
  return (await request<T>(path, { method, body, headers })).data;
}
