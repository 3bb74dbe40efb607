import { request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { SessionRecord } from '@wire/session.js';
import { type Answer, type ApiClient, type Ask, apiClient, must } from './api-client.js';
import { launchIn } from './server.js';

/** The address that browsers of a hotel with sign-in know. */
const ORIGIN = 'https://front.example.jp';
export const SECRET = 'the secret of the tests, with more than 32 bytes';

/** The settings of a server with sign-in, behind a proxy that need not be there. */
export const SESSION_ENV = { AUTH_MODE: 'session', APP_ORIGIN: ORIGIN, SESSION_SECRET: SECRET };

export const PASSWORD = '合言葉はフロントで決める';

/** A browser without a screen, as a proxy hands its calls on: it keeps the session's cookie. */
export type BrowserClient = ApiClient & {
  /** Returns the headers of each call, also of the socket's connection. */
  headers: () => Record<string, string>;
  cookie: () => string | null;
  session: () => Promise<SessionRecord>;
  signIn: (loginName: string, password?: string) => Promise<Answer<SessionRecord>>;
  redeem: (code: string, password?: string) => Promise<Answer<SessionRecord>>;
};

/** Makes requests with the Host header that they are told, trusting a certificate: fetch does neither. */
export const askTrusting =
  (ca?: string): Ask =>
  (url, { method, headers, body }) =>
    new Promise((done, failed) => {
      const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
      const make = url.startsWith('https:') ? requestOverTls : request;
      const call = make(url, { method, headers: { ...headers, ...length }, ca }, async (answer) => {
        const chunks: Buffer[] = (await answer.toArray().catch(failed)) ?? [];
        const status = answer.statusCode ?? 0;
        const received = new Headers();
        for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
          for (const value of values) received.append(name, value);
        }
        const isEmpty = status === 204 || status === 304;
        done(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: received }));
      });
      call.on('error', failed);
      call.end(body ?? undefined);
    });

/** Makes a request with the Host header that it is told, which fetch does not do. */
export const askAsNamed: Ask = askTrusting();

/** A browser in front of one node, calling from an address of its own; or of a proxy, whose certificate it trusts. */
export function browserClient(
  url: string,
  {
    origin = ORIGIN,
    address = '192.0.2.1',
    certificate,
    checksAnswers,
  }: { origin?: string; address?: string; certificate?: string; checksAnswers?: boolean } = {},
): BrowserClient {
  const plain = apiClient(url, askTrusting(certificate), checksAnswers);
  let cookie: string | null = null;
  let device: string | null = null;
  const headers = () => ({
    host: new URL(origin).host,
    origin,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': address,
    'x-requested-with': 'XMLHttpRequest',
    ...(cookie === null && device === null ? {} : { cookie: [cookie, device].filter(Boolean).join('; ') }),
  });
  const keeping = async <Body>(call: Promise<Answer<Body>>): Promise<Answer<Body>> => {
    const answer = await call;
    const cookieOf = (name: string) =>
      answer.headers
        .getSetCookie()
        .find((line) => line.startsWith(`${name}=`))
        ?.split(';')[0];
    device = cookieOf('__Host-device') ?? device;
    const value = cookieOf('__Host-session');
    if (value !== undefined) cookie = value === '__Host-session=' ? null : value;
    return answer;
  };
  const api: ApiClient = {
    get: (path, extra) => keeping(plain.get(path, { ...headers(), ...extra })),
    post: (path, body, extra) => keeping(plain.post(path, body, { ...headers(), ...extra })),
    put: (path, body, extra) => keeping(plain.put(path, body, { ...headers(), ...extra })),
    delete: (path, extra) => keeping(plain.delete(path, { ...headers(), ...extra })),
    send: (method, path, body, extra) => keeping(plain.send(method, path, body, { ...headers(), ...extra })),
  };
  return {
    ...api,
    headers,
    cookie: () => cookie,
    session: async () => (await api.get<SessionRecord>('/api/session')).body,
    signIn: (login_name, password = PASSWORD) => api.post('/api/session', { login_name, password }),
    redeem: (code, password = PASSWORD) => api.put('/api/session', { code, password }),
  };
}

/** Makes an admin from the command line, as operators do, and gives the code that was printed. */
export async function adminCode(
  databaseUrl: string,
  loginName: string,
  name = loginName,
  { build = process.cwd(), settings = {} }: { build?: string; settings?: Record<string, string> } = {},
): Promise<string> {
  const env = { DATABASE_URL: databaseUrl, ...settings };
  const command = launchIn(build, env, 'admin-code', undefined, loginName, name);
  const status = await command.ended;
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(command.output())?.[0];
  if (status !== 0 || !code) throw new Error(`no code was printed:\n${command.output()}`);
  return code;
}

/** Makes an admin from the command line, who signs in with the code in a browser of a server with sign-in. */
export async function firstAdmin(
  server: { url: string; databaseUrl: string },
  loginName = 'admin',
): Promise<BrowserClient> {
  const browser = browserClient(server.url);
  await must(browser.redeem(await adminCode(server.databaseUrl, loginName)));
  return browser;
}
