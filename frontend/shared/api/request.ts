import type { ErrorBody } from '@wire/errors.js';
import { BACKGROUND_HEADER, LOG_HASH_HEADER, LOG_POSITION_HEADER, TERMINAL_HEADER } from '@wire/live.js';
import { traceWrite } from '../tracing.js';
import { noteLogHash } from './log-hashes.js';
import type { RECORD_SCHEMAS } from './record-schemas.js';
import { signInGate } from './sign-in-gate.js';
import { terminalName } from './terminal.js';
import { answered, keyOf } from './unanswered-writes.js';
import { isInUse } from './use-of-page.js';

/** An answer with the log position it is at least as new as; null when the server did not say. */
export type Answer<T> = { data: T; position: number | null };

/** A call that failed, with text fit for an alert. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    message: string,
    readonly status: number,
    /** The refusals, one by one. */
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

/** Returns true if a call failed because no server, or nothing behind it, could be reached. */
export function isLineDown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || GATEWAY_FAILURES.includes(error.status));
}

const UNREACHABLE = 'サーバーに接続できません。通信状態を確認して、もう一度お試しください。';
const UNEXPECTED = 'サーバーでエラーが発生しました。もう一度お試しください。';
const TOO_LARGE_FOR_PROXY =
  '送る内容が大きすぎて、途中の中継サーバーで断られました。管理者に連絡してください。';
const UNREADABLE = 'サーバーの応答を読み取れませんでした。もう一度お試しください。';

/** The message for a failure that the server does not describe. */
export const UNKNOWN_FAILURE = '処理に失敗しました。もう一度お試しください。';

/** Returns why something failed, for staff. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? error.message : UNKNOWN_FAILURE;
}

const SIGNED_OUT = 'signed_out';
const WRITER_BUSY = 'writer_busy';
/** Tries of a write while the server has too much to do, and the pause before the next if it names none. */
const BUSY_TRIES = 3;
const BUSY_PAUSE_SECONDS = 2;
/** Tries when the proxy got no answer from a node: the next one asks another node. */
const GATEWAY_TRIES = 2;

/** Longest wait for an answer, body included, until the line counts as down. */
const LIMITS_MS = { read: 15_000, write: 20_000, file: 300_000 };

type Call = {
  method: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** True if a file is sent or read. */
  isFile?: boolean;
};

/** Aborts when the caller does, or when the call has taken too long. */
function signalOf({ method, isFile, signal }: Call): AbortSignal {
  const limit = AbortSignal.timeout(LIMITS_MS[isFile ? 'file' : method === 'GET' ? 'read' : 'write']);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** A body as it was sent, null for none; undefined when it is no JSON, as a proxy or a login page in between answers. */
function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what a status means that does not come from the product itself but from a proxy in between. */
function proxyFailure(status: number): string {
  if (GATEWAY_FAILURES.includes(status)) return UNREACHABLE;
  if (status >= 500) return UNEXPECTED;
  return status === 413
    ? TOO_LARGE_FOR_PROXY
    : `途中の中継サーバーで断られました（${status}）。管理者に連絡してください。`;
}

async function failureOf(response: Response): Promise<ApiError> {
  const { error, errors } = (parsed(await response.text()) ?? {}) as Partial<ErrorBody>;
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  return new ApiError(error || proxyFailure(response.status), response.status, errors, retryAfter);
}

type Read<T> = (response: Response) => Promise<T>;

/** Sends a call once and reads its answer; a refusal is an `ApiError`, and so is no answer in time, of status 0. */
async function send<T>(path: string, call: Call, read: Read<T>): Promise<T> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    [TERMINAL_HEADER]: encodeURIComponent(terminalName()),
    ...(isInUse() ? {} : { [BACKGROUND_HEADER]: '1' }),
    ...call.headers,
  };
  // The browser itself names the type of a form, which has a file.
  const body = call.body instanceof FormData ? call.body : JSON.stringify(call.body);
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  try {
    const response = await fetch(path, { method: call.method, headers, body, signal: signalOf(call) });
    if (!response.ok) throw await failureOf(response);
    return await read(response);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(UNREACHABLE, 0);
  }
}

const isRefusedAs = (error: unknown, refusal: string): error is ApiError =>
  error instanceof ApiError && error.errors.some(({ code }) => code === refusal);

/** Sends a call once there is a session, and again, unchanged, after a 401. */
async function sendSignedIn<T>(path: string, call: Call, read: Read<T>): Promise<T> {
  for (;;) {
    const pass = await signInGate.pass();
    try {
      return await send(path, call, read);
    } catch (error) {
      if (!isRefusedAs(error, SIGNED_OUT)) throw error;
      signInGate.refused(pass);
    }
  }
}

/** The body of an answer; one that can't be read says nothing of what became of the call. */
async function dataOf<T>(response: Response): Promise<T> {
  const data = parsed(await response.text());
  if (data === undefined) throw new ApiError(UNREADABLE, 500);
  return data as T;
}

/** Parses the records of an answer with their schema, in development and tests: production doesn't load zod. */
export async function parsedAs<T>(
  kind: keyof typeof RECORD_SCHEMAS,
  call: Promise<Answer<T[]>>,
): Promise<Answer<T[]>> {
  const answer = await call;
  if (import.meta.env.PROD) return answer;
  const schema = (await import('./record-schemas.js')).RECORD_SCHEMAS[kind];
  const { error } = schema.array().safeParse(answer.data);
  if (!error) return answer;
  console.error(kind, error.message);
  throw new ApiError(UNREADABLE, 500);
}

/** The pauses before a read that failed at the server is sent again, a second, third and fourth time. */
export const readRetries: { pausesMs: readonly number[] } = { pausesMs: [300, 1_000, 3_000] };

const SERVER_FAILURE = 500;

/**
 * Sends a read, and again when the server failed. Without any answer it fails at once: what is cached is shown then, and all
 * is read anew with the next connection.
 */
async function withRetries<T>(signal: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
  const { pausesMs } = readRetries;
  for (let tries = 0; ; tries++) {
    try {
      return await read();
    } catch (error) {
      const pause = pausesMs[tries];
      const isAtServer = error instanceof ApiError && error.status >= SERVER_FAILURE;
      if (!isAtServer || pause === undefined) throw error;
      await new Promise((over) => setTimeout(over, Math.max(pause, (error.retryAfter ?? 0) * 1_000)));
      if (signal?.aborted) throw error;
    }
  }
}

/** Reads a resource; a call that is aborted fails. */
export function get<T>(
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const search = new URLSearchParams(query).toString();
  const address = search ? `${path}?${search}` : path;
  return withRetries(signal, () =>
    sendSignedIn(address, { method: 'GET', signal }, async (response) => {
      const position = response.headers.get(LOG_POSITION_HEADER);
      const hash = response.headers.get(LOG_HASH_HEADER);
      if (position !== null && hash !== null) noteLogHash(Number(position), hash);
      return { data: await dataOf<T>(response), position: position === null ? null : Number(position) };
    }),
  );
}

const AGAIN_MS = 100;
const MOST_READS = 20;

/** Reads again while the answer is older than a log position: another node may be a moment behind. */
export async function readAtLeast<T>(position: number, read: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 1; ; tries++) {
    const answer = await read();
    if (answer.position === null || answer.position >= position || tries === MOST_READS) return answer;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
}

/**
 * Reads a file from the server and saves it, under its name there, as the browser saves downloads. With a body it is asked for
 * by POST: the server records that it was taken.
 */
export function saveFile(path: string, body?: object): Promise<void> {
  const call = { method: body ? 'POST' : 'GET', body, headers: { Accept: '*/*' }, isFile: true };
  return sendSignedIn(path, call, async (response) => {
    const address = URL.createObjectURL(await response.blob());
    const download = fileNameIn(response.headers.get('content-disposition') ?? '');
    Object.assign(document.createElement('a'), { href: address, download }).click();
    URL.revokeObjectURL(address);
  });
}

/** Reads an image from the server as a `data:` address: one of the server's own could not say by whom it is asked. */
export function readImage(path: string, type: string): Promise<string> {
  const call = { method: 'GET', headers: { Accept: '*/*' }, isFile: true };
  return sendSignedIn(path, call, async (response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return `data:${type};base64,${btoa(text)}`;
  });
}

/** A call about signing in itself, which does not wait for a session. */
export function callUnguarded<T>(method: string, path: string, body?: unknown): Promise<T> {
  return send(path, { method, body }, (response) => dataOf<T>(response));
}

/** Guards of a write beside its body: the version that the edit is based on, and the receiver of its idempotency key. */
export type WriteGuards = { version?: number | null; onKey?: (key: string) => void };

/** Returns whether the proxy gave up a node that had taken the call. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 502 || error.status === 504);

/**
 * Sends a write, unchanged, once more and again while the server has too much to do, and once more when its node said
 * nothing: its key keeps it from being done twice.
 */
async function sendPatiently<T>(path: string, call: Call, read: Read<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendSignedIn(path, call, read);
    } catch (error) {
      if (isGivenUp(error) && tries < GATEWAY_TRIES) continue;
      if (!isRefusedAs(error, WRITER_BUSY) || tries >= BUSY_TRIES) throw error;
      const seconds = error.retryAfter ?? BUSY_PAUSE_SECONDS;
      await new Promise((over) => setTimeout(over, seconds * 1_000));
    }
  }
}

/** Returns true if an answer says for certain what became of a write: no answer, a failing and a busy server leave it open. */
const isCertain = (error: unknown): boolean =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && !isRefusedAs(error, WRITER_BUSY);

/** A body as text, to tell whether two are the same; a file by its name, size and age. */
function textOf(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body) ?? '';
  const parts = [...body].map(([name, part]) =>
    part instanceof File ? [name, part.name, part.size, part.lastModified] : [name, part],
  );
  return JSON.stringify(parts);
}

/**
 * Writes a resource and answers its body. Its idempotency key is kept until it is answered: asked for again after no
 * answer came, it is the same write. The events go by the key as their request, so that what a write did can be found
 * by it, also when the answer came to a retry.
 */
export async function write<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  { version = null, onKey }: WriteGuards = {},
): Promise<T> {
  const key = keyOf({ method, path, body: textOf(body), version });
  onKey?.(key);
  const trace = traceWrite(key);
  const headers: Record<string, string> = {
    'Idempotency-Key': key,
    'X-Request-Id': key,
    ...trace.headers,
  };
  if (version !== null) headers['If-Match'] = `"${version}"`;
  const call = { method, body, headers, isFile: body instanceof FormData };
  try {
    const answer = await sendPatiently(path, call, (response) => dataOf<T>(response));
    answered(key);
    return answer;
  } catch (error) {
    if (isCertain(error)) answered(key);
    throw error;
  } finally {
    trace.end();
  }
}
