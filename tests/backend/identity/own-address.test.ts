import { describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import { LiveTerminal } from '#tests/support/live-terminal.js';
import { sharedServer, sharedSignInHotel } from '#tests/support/shared.js';
import { askAsNamed } from '#tests/support/signed-in-client.js';

type Headers = Record<string, string>;

const DAY = { date: '2096-01-01', weather: '晴れ' };
const REQUESTS = 20;
const FOREIGN = 'https://evil.example';

const hotel = sharedSignInHotel();
/** A server without sign-in and with more allowed hosts. */
const open = sharedServer(() => ({
  env: { ALLOWED_HOSTS: 'front-pc.example, other.example', REQUESTS_PER_MINUTE: String(REQUESTS) },
}));

/** The status of a call, and the code of its refusal. */
async function ask(url: string, method: string, headers: Headers): Promise<string> {
  const body = method === 'GET' ? null : JSON.stringify(DAY);
  const answer = await askAsNamed(url, { method, headers, body });
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

describe('with sign-in', () => {
  /** Sends what a signed-in browser does, with these changes; empty headers are left out. */
  const call = (method: string, path: string, changes: Headers) => {
    const all = { ...hotel.admin.headers(), 'content-type': 'application/json', ...changes };
    const sent = Object.entries(all).filter(([, value]) => value !== '');
    return ask(hotel.url + path, method, Object.fromEntries(sent));
  };

  it.each<[string, Headers, string]>([
    ['without the default header', { 'x-requested-with': '' }, 'foreign_request'],
    ['from another origin', { origin: FOREIGN }, 'foreign_request'],
    ['from the same name over http', { origin: 'http://front.example.jp' }, 'foreign_request'],
    ['from another site', { origin: '', 'sec-fetch-site': 'cross-site' }, 'foreign_request'],
    ['from a page of another subdomain', { origin: '', 'sec-fetch-site': 'same-site' }, 'foreign_request'],
    ['to another name', { host: 'evil.example' }, 'foreign_host'],
    ['to the address of the node itself', { host: '127.0.0.1' }, 'foreign_host'],
    ['that did not come over https', { 'x-forwarded-proto': 'http' }, 'plain_http'],
    ['that came by no proxy', { 'x-forwarded-proto': '' }, 'plain_http'],
  ])('a call %s is refused, a read like a write', async (_, changes, code) => {
    expect(await call('POST', '/api/weather', changes)).toBe(`403 ${code}`);
    expect(await call('GET', '/api/hotel', changes)).toBe(`403 ${code}`);
    expect(await call('DELETE', '/api/session', changes)).toBe(`403 ${code}`);
    expect((await hotel.admin.session()).staff).not.toBeNull();
  });

  it('a call with the default header passes, with its own origin or none', async () => {
    expect(await call('POST', '/api/weather', {})).toBe('201 ok');
    expect(await call('GET', '/api/hotel', { origin: '' })).toBe('200 ok');
    expect(await call('GET', '/api/hotel', { origin: '', 'sec-fetch-site': 'same-origin' })).toBe('200 ok');
  });

  it.each<[string, Headers]>([
    ['from another origin', { origin: FOREIGN }],
    ['from the same name over http', { origin: 'http://front.example.jp' }],
    ['to another name', { host: 'evil.example' }],
    ['to the address of the node itself', { host: '127.0.0.1' }],
    ['that did not come over https', { 'x-forwarded-proto': 'http' }],
  ])('the socket %s is refused', async (_, changes) => {
    expect(await connect(hotel.url, { ...hotel.admin.headers(), ...changes })).toBe('connect_error');
    expect(await connect(hotel.url, hotel.admin.headers())).toBe('reload');
  });
});

describe('headers', () => {
  it.each(['/', '/list', '/api/hotel'])(
    'of %s let a page run only what the app serves, over https',
    async (path) => {
      const { headers } = await hotel.admin.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy':
          "default-src 'none';script-src 'self' 'sha256-mAgMia2wjty7OKRtEz1yKSHTRRFuubObw4JdArTBX2o=';" +
          "style-src 'self';img-src 'self' data:;font-src 'self';" +
          "connect-src 'self';worker-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'",
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it('keep answers with personal data out of caches, refusals too', async () => {
    const stranger = hotel.browser();
    for (const { headers } of [
      await hotel.admin.get('/api/session'),
      await hotel.admin.get('/api/booking-search?q=a'),
      await stranger.get('/api/bookings'),
      await stranger.signIn('nobody'),
    ]) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('say nothing of https without sign-in', async () => {
    expect((await fetch(`${open.url}/api/hotel`)).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('without sign-in', () => {
  it.each(['LOCALHOST:3000', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:3000', 'front-pc.example:3000'])(
    'the server goes by %s',
    async (host) => {
      for (const path of ['/', '/api/hotel', '/health/live', '/metrics']) {
        expect(await ask(open.url + path, 'GET', { host })).toBe('200 ok');
      }
      expect(await connect(open.url, { host })).toBe('reload');
    },
  );

  it.each([
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'front-pc.example.evil',
    '192.168.0.5',
    '[::2]',
  ])('no page under another name reaches it: %j', async (host) => {
    for (const path of ['/', '/api/hotel', '/api/session', '/metrics']) {
      expect(await ask(open.url + path, 'GET', { host })).toBe('403 foreign_host');
    }
    expect(await connect(open.url, { host })).toBe('connect_error');
  });

  const MARK = { 'x-requested-with': 'XMLHttpRequest' };
  /** Writes with these headers; OWN is replaced by the server's own origin. */
  function write(headers: Headers): Promise<string> {
    const sent = Object.entries(headers).map(([header, value]) => [header, value.replace('OWN', open.url)]);
    const { host } = new URL(open.url);
    const all = { host, 'content-type': 'application/json', ...Object.fromEntries(sent) };
    return ask(`${open.url}/api/weather`, 'POST', all);
  }

  it.each<[string, Headers]>([
    ['its own origin, but not the default header', { origin: 'OWN' }],
    ['its own origin and another value of the header', { origin: 'OWN', 'x-requested-with': 'fetch' }],
    ['the header and a foreign origin', { origin: FOREIGN, ...MARK }],
    ['the header and an opaque origin', { origin: 'null', ...MARK }],
    ['the header and an empty origin', { origin: '', ...MARK }],
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
    for (const [method, more] of [
      ['GET', {}],
      ['OPTIONS', { 'access-control-request-method': 'POST' }],
    ] as const) {
      const answer = await fetch(`${open.url}/api/blacklist`, {
        method,
        headers: { origin: FOREIGN, ...more },
      });
      expect([...answer.headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
  });

  it('everybody may do everything, without limit, and there is no session', async () => {
    const session = await fetch(`${open.url}/api/session`);
    expect(await session.json()).toEqual({ mode: 'off', staff: null, expires_at: null });
    for (const [method, status] of Object.entries({ POST: 409, PUT: 409, DELETE: 204 })) {
      expect((await fetch(`${open.url}/api/session`, { method })).status).toBe(status);
    }
    const calls = Array.from({ length: 2 * REQUESTS }, () => fetch(`${open.url}/api/events`));
    expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
  });
});
