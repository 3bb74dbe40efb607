import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import { type SignInHotel, startSignInHotel } from '../../support/hotel.js';
import { LiveTerminal } from '../../support/live-terminal.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { askAsNamed } from '../../support/signed-in-client.js';

type Headers = Record<string, string>;

const BOOKING = { date: '2096-01-01', weather: '晴れ' };

let hotel: SignInHotel;
/** A server without sign-in and with one more allowed host. */
let open: TestServer;

beforeAll(async () => {
  hotel = await startSignInHotel();
  open = await startTestServer({ env: { ALLOWED_HOSTS: 'front-pc.example, other.example' } });
});
afterAll(async () => {
  await open.stop();
  await hotel.stop();
});

/** Headers without those that are empty. */
const filled = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));

/** Sends the headers of a signed-in browser with these changes; empty ones are left out. */
async function ask(method: string, path: string, change: Headers): Promise<string> {
  const headers = filled({ ...hotel.admin.headers(), 'content-type': 'application/json', ...change });
  const body = method === 'GET' ? null : JSON.stringify(BOOKING);
  const answer = await askAsNamed(hotel.url + path, { method, headers, body });
  const read = (await answer.json().catch(() => null)) as ErrorBody | null;
  return `${answer.status} ${read?.errors?.[0]?.code ?? 'ok'}`;
}

async function connect(url: string, extraHeaders: Headers): Promise<string> {
  const terminal = new LiveTerminal(url, {}, { extraHeaders });
  await terminal.until(({ messages }) => messages.length > 0);
  const [first] = terminal.messages;
  terminal.close();
  return first?.kind ?? '';
}

describe('with sign-in, a call', () => {
  it.each<[string, Headers, string]>([
    ['without the default header', { 'x-requested-with': '' }, 'foreign_request'],
    ['from another origin', { origin: 'https://evil.example' }, 'foreign_request'],
    ['from the same name over http', { origin: 'http://front.example.jp' }, 'foreign_request'],
    ['from another site', { origin: '', 'sec-fetch-site': 'cross-site' }, 'foreign_request'],
    ['from a page of another subdomain', { origin: '', 'sec-fetch-site': 'same-site' }, 'foreign_request'],
    ['to another name', { host: 'evil.example' }, 'foreign_host'],
    ['to the address of the node itself', { host: '127.0.0.1' }, 'foreign_host'],
    ['that did not come over https', { 'x-forwarded-proto': 'http' }, 'plain_http'],
    ['that came by no proxy', { 'x-forwarded-proto': '' }, 'plain_http'],
  ])('%s is refused, a read like a write', async (_, change, code) => {
    expect(await ask('POST', '/api/weather', change)).toBe(`403 ${code}`);
    expect(await ask('GET', '/api/hotel', change)).toBe(`403 ${code}`);
    expect(await ask('DELETE', '/api/session', change)).toBe(`403 ${code}`);
    expect((await hotel.admin.session()).staff).not.toBeNull();
  });

  it('with the default header passes, with its own origin or none', async () => {
    expect(await ask('POST', '/api/weather', {})).toBe('201 ok');
    expect(await ask('GET', '/api/hotel', { origin: '' })).toBe('200 ok');
    expect(await ask('GET', '/api/hotel', { origin: '', 'sec-fetch-site': 'same-origin' })).toBe('200 ok');
  });
});

describe('with sign-in, the socket', () => {
  it.each<[string, Headers]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from the same name over http', { origin: 'http://front.example.jp' }],
    ['to another name', { host: 'evil.example' }],
    ['to the address of the node itself', { host: '127.0.0.1' }],
  ])('%s is refused', async (_, change) => {
    expect(await connect(hotel.url, { ...hotel.admin.headers(), ...change })).toBe('connect_error');
    expect(await connect(hotel.url, hotel.admin.headers())).toBe('reload');
  });
});

describe('headers', () => {
  const headersOf = async (path: string) => (await hotel.admin.get(path)).headers;

  it('let a page run only what the app serves, in no frame, over https from now on', async () => {
    for (const path of ['/', '/list', '/api/hotel']) {
      const headers = await headersOf(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';" +
          "connect-src 'self';worker-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'",
      );
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('keep answers with personal data out of caches, refusals too', async () => {
    const stranger = hotel.browser();
    for (const answer of [
      await hotel.admin.get('/api/session'),
      await hotel.admin.get('/api/booking-search?q=a'),
      await stranger.get('/api/bookings'),
      await stranger.signIn('nobody'),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('say nothing of https without sign-in', async () => {
    expect((await fetch(`${open.url}/api/hotel`)).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('without sign-in', () => {
  const name = (host: string, path = '/api/hotel') =>
    askAsNamed(open.url + path, { method: 'GET', headers: { host }, body: null });

  it.each([
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1',
    '127.1.2.3:80',
    '[::1]',
    '[::1]:3000',
    'front-pc.example:3000',
  ])('the server goes by %s', async (host) => {
    for (const path of ['/', '/api/hotel', '/health/live', '/metrics']) {
      expect((await name(host, path)).status).toBe(200);
    }
    expect(await connect(open.url, { host })).toBe('reload');
  });

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'front-pc.example.evil',
    '192.168.0.5',
    '[::2]',
  ])('no page under another name reaches it: %j', async (host) => {
    for (const path of ['/', '/api/hotel', '/api/session', '/metrics']) {
      const answer = await name(host, path);
      expect(answer.status).toBe(403);
      expect(((await answer.json()) as ErrorBody).errors[0]?.code).toBe('foreign_host');
    }
    expect(await connect(open.url, { host })).toBe('connect_error');
  });

  const MARK = { 'x-requested-with': 'XMLHttpRequest' };
  const FOREIGN = 'https://evil.example';
  /** Writes with these headers; OWN is replaced by the server's own origin. */
  async function write(headers: Headers): Promise<string> {
    const sent = Object.entries(headers).map(([header, value]) => [header, value.replace('OWN', open.url)]);
    const answer = await fetch(`${open.url}/api/weather`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(sent) },
      body: JSON.stringify(BOOKING),
    });
    const read = (await answer.json()) as Partial<ErrorBody>;
    return `${answer.status} ${read.errors?.[0]?.code ?? 'ok'}`;
  }

  it.each<[string, Headers]>([
    ['its own origin, but not the default header', { origin: 'OWN' }],
    ['its own origin and another value of the header', { origin: 'OWN', 'x-requested-with': 'fetch' }],
    ['the header and a foreign origin', { origin: FOREIGN, ...MARK }],
    ['the header and an opaque origin', { origin: 'null', ...MARK }],
    ['the header and no origin at all', { origin: '', ...MARK }],
    ['the header and its own host on another port', { origin: 'http://127.0.0.1:1', ...MARK }],
    ['the header and a host that only begins alike', { origin: 'OWN.evil.example', ...MARK }],
    ['the header and an origin that is no address', { origin: 'front desk', ...MARK }],
    ['Sec-Fetch-Site cross-site and the header', { 'sec-fetch-site': 'cross-site', ...MARK }],
    ['Sec-Fetch-Site same-site and the header', { 'sec-fetch-site': 'same-site', ...MARK }],
    ['Sec-Fetch-Site same-origin without the header', { 'sec-fetch-site': 'same-origin' }],
    [
      'a foreign origin that claims same-origin',
      { origin: FOREIGN, 'sec-fetch-site': 'same-origin', ...MARK },
    ],
  ])('a write that looks like a browser’s is refused with %s', async (_, headers) => {
    expect(await write(headers)).toBe('403 foreign_request');
  });

  it.each<[string, Headers]>([
    ['its own origin and the header', { origin: 'OWN', ...MARK }],
    ['Sec-Fetch-Site same-origin and the header', { 'sec-fetch-site': 'same-origin', ...MARK }],
    ['no header, from no browser', {}],
  ])('a write passes with %s', async (_, headers) => {
    expect(await write(headers)).toBe('201 ok');
  });

  it('other origins may see no answer, asked before (CORS) or not', async () => {
    const preflight = { 'access-control-request-method': 'POST' };
    for (const [method, more] of [
      ['GET', {}],
      ['OPTIONS', preflight],
    ] as const) {
      const answer = await fetch(`${open.url}/api/blacklist`, {
        method,
        headers: { origin: FOREIGN, ...more },
      });
      expect([...answer.headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
  });

  it('everybody may do everything, and changes have no staff member', async () => {
    const session = await fetch(`${open.url}/api/session`);
    expect(await session.json()).toEqual({ mode: 'off', staff: null, expires_at: null });
    for (const method of ['POST', 'PUT']) {
      const answer = await fetch(`${open.url}/api/session`, { method });
      expect(answer.status).toBe(409);
    }
    expect((await fetch(`${open.url}/api/session`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${open.url}/api/events`)).status).toBe(200);
  });

  it('calls are not limited', async () => {
    const calls = Array.from({ length: 700 }, () => fetch(`${open.url}/api/session`));
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
  });
});
