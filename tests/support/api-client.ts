import type { ImportReport, ImportSummary } from '@wire/csv-imports.js';
import { checkAnswer } from './answer-check.js';
import { eventually } from './eventually.js';

/** In Jest's tests, but not where time is measured. */
const CHECKS_ANSWERS = process.env.JEST_WORKER_ID !== undefined && process.env.NODE_ENV !== 'production';

/** Answer of a call: the body parsed, and as it came. */
export type Answer<Body> = { status: number; body: Body; text: string; headers: Headers };

type Extra = Record<string, string>;
type Bytes = string | Uint8Array | null;

/** Options of a request. */
export type Ask = (
  url: string,
  request: { method: string; headers: Extra; body: string | Uint8Array<ArrayBuffer> | null },
) => Promise<Response>;

/** JSON calls to one server. */
export type ApiClient = {
  get: <Body>(path: string, headers?: Extra) => Promise<Answer<Body>>;
  post: <Body>(path: string, body?: unknown, headers?: Extra) => Promise<Answer<Body>>;
  put: <Body>(path: string, body?: unknown, headers?: Extra) => Promise<Answer<Body>>;
  delete: <Body>(path: string, headers?: Extra) => Promise<Answer<Body>>;
  /** Sends bytes as they are; null for no body. */
  send: <Body>(method: string, path: string, body: Bytes, headers?: Extra) => Promise<Answer<Body>>;
};

/**
 * A client that is no browser: it sends nothing that it was not told, but for the media type of a body. Answers are held
 * against the wire formats of this version unless it talks to an older one.
 */
export function apiClient(url: string, ask: Ask = fetch, checksAnswers = CHECKS_ANSWERS): ApiClient {
  const send = async <Body>(
    method: string,
    path: string,
    body: Bytes,
    headers: Extra = {},
  ): Promise<Answer<Body>> => {
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
    const answer = await answerOf<Body>(await ask(url + path, { method, headers, body: sent }));
    if (checksAnswers) checkAnswer(method, path, answer);
    return answer;
  };
  const json = <Body>(method: string, path: string, body: unknown, headers: Extra = {}) =>
    body === undefined
      ? send<Body>(method, path, null, headers)
      : send<Body>(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  return {
    get: (path, headers) => send('GET', path, null, headers),
    post: (path, body, headers) => json('POST', path, body, headers),
    put: (path, body, headers) => json('PUT', path, body, headers),
    delete: (path, headers) => send('DELETE', path, null, headers),
    send,
  };
}

/** A response, read to its end. */
export async function answerOf<Body>(response: Response): Promise<Answer<Body>> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('application/json') ?? false;
  return { status, body: (isJson ? JSON.parse(text) : undefined) as Body, text, headers };
}

/** The body of a call that must succeed. */
export async function must<Body>(call: Promise<Answer<Body>>): Promise<Body> {
  const { status, body, text } = await call;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

/** Options of an upload. */
export type Sending = { name?: string; query?: string; headers?: Record<string, string> };

/** A form with a file, as a browser sends it. */
export function formWith(bytes: Uint8Array, name = 'temairazu.csv', field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Sends a form to be imported. */
export async function sendForm(url: string, form: FormData, { query = '', headers }: Sending = {}) {
  const request = { method: 'POST', headers, body: form };
  return answerOf<ImportReport>(await fetch(`${url}/api/csv-imports${query}`, request));
}

/** Sends a file to be imported. */
export function upload(url: string, bytes: Uint8Array, sending: Sending = {}): Promise<Answer<ImportReport>> {
  return sendForm(url, formWith(bytes, sending.name), sending);
}

/** The report of an import once it is done. */
export function reportOf(url: string, id: number, limit?: { within: number }): Promise<ImportReport> {
  return eventually(
    `import ${id} is done`,
    async () => (await apiClient(url).get<ImportReport>(`/api/csv-imports/${id}`)).body,
    ({ status }) => status === 'done',
    limit,
  );
}

/** All imports, newest first. */
export async function importsOf(url: string): Promise<ImportSummary[]> {
  return (await apiClient(url).get<ImportSummary[]>('/api/csv-imports')).body;
}
