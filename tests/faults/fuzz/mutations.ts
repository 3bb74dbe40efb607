import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { jsonOf, oddText, oddValue } from './odd-values.js';

/** A request that is being made, part by part. */
export type Draft = {
  method: string;
  path: string;
  query: [string, string][];
  headers: [string, string][];
  /** The body while it can still be changed as a value; null for one of bytes or none. */
  tree: unknown;
  bytes: Buffer | null;
  /** Puts the body on the line. */
  framing: (body: Buffer) => Framed;
};
/** A change of a request, and what it is in a few words. */
export type Mutation = { what: string; apply: (draft: Draft) => unknown };

const nth = fc.nat(1_000);

// biome-ignore format: read as a list
const FIELD_NAMES = ['__proto__', 'constructor', 'toString', 'id', 'version', 'room_number', 'Date', '', ' ', '日付', 'a'.repeat(300)];
/** Characters that no text may hold. */
const SIGNS = ['\u0000', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00'];

type Place = { parent: Record<string, unknown>; key: string };

function placesIn(value: unknown): Place[] {
  if (value === null || typeof value !== 'object') return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}

const put = ({ parent, key }: Place, value: unknown) =>
  Object.defineProperty(parent, key, {
    ...{ value: structuredClone(value), enumerable: true, configurable: true, writable: true },
  });

/** Changes something somewhere in the body. */
const inBody = (what: string, index: number, change: (place: Place, value: unknown) => void): Mutation => ({
  what,
  apply({ tree }) {
    const places = placesIn(tree);
    const place = places[index % Math.max(1, places.length)];
    if (place) change(place, place.parent[place.key]);
  },
});

const signed = (sign: string) => (place: Place, value: unknown) => {
  if (typeof value === 'string') put(place, `${value.slice(0, 1)}${sign}${value.slice(1)}`);
};
/** Another value, field or form somewhere in a JSON body. */
const values: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(nth, oddValue).map(([index, value]) => inBody('a value', index, (place) => put(place, value))),
  fc
    .tuple(nth, fc.constantFrom(...SIGNS))
    .map(([index, sign]) => inBody('a sign in a text', index, signed(sign))),
  nth.map((index) => inBody('a field left out', index, ({ parent, key }) => delete parent[key])),
  nth.map((index) => inBody('a list of one', index, (place, value) => put(place, [value]))),
  nth.map((index) => inBody('a number as text', index, (place, value) => put(place, String(value)))),
  fc.tuple(fc.constantFrom(...FIELD_NAMES), oddValue).map(([key, value]) => ({
    what: 'a field too many',
    apply: ({ tree }: Draft) =>
      tree !== null && typeof tree === 'object' && put({ parent: tree as Place['parent'], key }, value),
  })),
);

/** From now on the body is text. */
const asText = (what: string, change: (text: Buffer) => Buffer): Mutation => ({
  what,
  apply(draft) {
    draft.bytes = change(draft.bytes ?? Buffer.from(jsonOf(draft.tree ?? {})));
    draft.tree = null;
  },
});

// biome-ignore format: read as a list
const BODIES = [
  '', 'null', 'true', '1', '"x"', '[]', '[{}]', '{', '{}{}', "{'a':1}", '{"a":1,}', '\u00ef\u00bb\u00bf{}', '{"a":\u00ff}', 'NaN',
];
const part = fc.double({ min: 0, max: 1, noNaN: true });

/** A body that is no such JSON any more. */
const texts: fc.Arbitrary<Mutation> = fc.oneof(
  part.map((at) => asText('a body cut off', (text) => text.subarray(0, Math.floor(text.length * at)))),
  fc.tuple(part, fc.uint8Array({ minLength: 1, maxLength: 4 })).map(([at, bytes]) =>
    asText('bytes within the body', (text) => {
      const place = Math.floor(text.length * at);
      return Buffer.concat([text.subarray(0, place), bytes, text.subarray(place)]);
    }),
  ),
  oddValue.map((value) =>
    asText('a key twice', (text) => {
      const key = /^\{("[^"]*":)/.exec(text.toString())?.[1] ?? '"a":';
      return Buffer.concat([Buffer.from(`{${key}${jsonOf(value) || 0},`), text.subarray(1)]);
    }),
  ),
  fc.constantFrom('{"a":', '[').map((open) => {
    const body = `${open.repeat(10_000)}1${(open === '[' ? ']' : '}').repeat(10_000)}`;
    return asText('a body of 10,000 levels', () => Buffer.from(body));
  }),
  fc
    .constantFrom(150_000, 2_000_000)
    .map((size) => asText('a body too large', () => Buffer.from(jsonOf({ a: '表'.repeat(size / 3) })))),
  fc.constantFrom(...BODIES).map((text) => asText('another body', () => Buffer.from(text, 'latin1'))),
);

/** Values that headers may have, by their names. */
// biome-ignore format: read as a list
const HEADERS: Record<string, readonly string[]> = {
  'If-Match': ['"1"', '"0"', '*', '1', 'W/"1"', '"1", "2"', '"9999999999"', '"01"', '""', '"-1"'],
  'Idempotency-Key': ['00000000-0000-4000-8000-000000000000', 'x', '', 'g0000000-0000-4000-8000-000000000000', 'a'.repeat(5_000)],
  'Content-Type': [
    'text/plain', 'application/json; charset=shift_jis', 'application/json; charset=utf-16', 'application/json; charset=x', 'application/jsonp',
    'multipart/form-data', 'multipart/form-data; boundary=', 'application/x-www-form-urlencoded', '', 'application/json;;;', 'application/json, text/html',
  ],
  Accept: ['text/html', 'application/x-ndjson', '*/*;q=0', 'x', ','],
  'Accept-Encoding': ['gzip', 'br', 'gzip;q=0, *;q=0', 'zstd', '*', ';q=2', 'identity;q=0', 'deflate'],
  'If-None-Match': ['*', '"x"', 'W/"1-2"', ',,,', '"'.repeat(99)],
  Host: ['', 'evil.example', 'localhost:99999999', '127.0.0.1', '[::1]', 'localhost, localhost', '@', 'localhost#'],
  Origin: ['null', 'http://evil.example', 'http://localhost', 'x', 'file://', ''],
  'X-Requested-With': ['XMLHttpRequest', 'xmlhttprequest', ''],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'none', 'x'],
  'X-Terminal-Name': ['%', '%E3%83%95', '%00', '%F0%9F', 'a'.repeat(4_000), '%E3%80%80', '\u00ff'],
  'X-Request-Id': ['short', 'a'.repeat(65), 'ok-request-1', '../../..', '%0d%0a', '\u00ff'.repeat(9)],
  'X-Background': ['1', 'x'],
  Cookie: ['__Host-session=s%3Ax.y', '__Host-session=%', '__Host-session=s%3A%00', '=', ';'.repeat(99), '__proto__=1'],
  'X-Forwarded-For': ['192.0.2.9', 'x', '::1, ::2', ''],
  'X-Forwarded-Proto': ['https', 'ftp', ''],
  'X-HTTP-Method-Override': ['DELETE'],
  Range: ['bytes=0-1', 'bytes=5-1', 'x'],
  'If-Modified-Since': ['Thu, 01 Jan 2099 00:00:00 GMT', 'x'],
};

const EVERY_HEADER = Object.entries(HEADERS).flatMap(([name, all]) =>
  all.map((value) => [name, value] as const),
);
const headers: fc.Arbitrary<Mutation> = fc.constantFrom(...EVERY_HEADER).map(([name, value]) => ({
  what: `header ${name}`,
  apply(draft) {
    const isOnly = name === 'Host' || name === 'Content-Type';
    draft.headers = draft.headers.filter(([known]) => !isOnly || known !== name);
    draft.headers.push([name, value]);
  },
}));

// biome-ignore format: read as a list
const PARAMETERS = [
  'as_of', 'start_date', 'end_date', 'year_month', 'after', 'before', 'limit', 'q', 'stream', 'format', 'type', 'from', 'to', 'room', 'terminal',
  'all', 'status', 'outcome', 'by', 'since', 'read', 'with_open', 'corporateID', 'mens_count', 'smoking_status',
];
// biome-ignore format: read as a list
const PLAIN = [
  '1', '0', '20', '800', 'head', '2096-01-10', '2096-02-01', '2096-01-10T00:00:00Z', '山', '太郎', '0900', '1001', 'フロント1', 'json', 'ndjson', 'csv', 'day',
  'week', 'month', 'reservation-1', 'ReservationCreated', 'WeatherSet,HolidayToggled', 'failed', 'registered', 'dismissed', '禁煙',
];
// biome-ignore format: read as a list
const RAW_QUERIES = [
  '%', '%zz', '%E3%81', 'q=%00', 'a[b][c]=1', 'start_date[]=1', '__proto__[x]=1', '&&&=', 'a=1&'.repeat(1_500), '?', '=', 'limit=1&limit=2', 'as_of=1&as_of=2',
];
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).slice(0, 6_000);

const inQuery = (what: string, change: (query: Draft['query']) => unknown): Mutation => ({
  what,
  apply: ({ query }) => change(query),
});
const queries: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(nth, oddText).map(([index, text]) =>
    inQuery('a parameter', (query) => {
      const pair = query[index % Math.max(1, query.length)];
      if (pair) pair[1] = encoded(text);
      else query.push(['as_of', encoded(text)]);
    }),
  ),
  fc.tuple(nth, oddText).map(([index, text]) =>
    inQuery('a parameter twice', (query) => {
      query.push([query[index % Math.max(1, query.length)]?.[0] ?? 'q', encoded(text)]);
    }),
  ),
  fc
    .tuple(fc.constantFrom(...PARAMETERS), fc.oneof(fc.constantFrom(...PLAIN), oddText))
    .map(([name, text]) => inQuery('another parameter', (query) => query.push([name, encoded(text)]))),
  fc.constantFrom(...RAW_QUERIES).map((text) => inQuery('a raw query', (query) => query.push([text, '']))),
);

// biome-ignore format: read as a list
const IDS = [
  '0', '-1', '1e3', '007', '2147483647', '2147483648', '9223372036854775808', '1.0', '%33', '%00', '１', 'NaN', '[7]', '1%2f2', '..', '%2e%2e', '%',
  '%ff', "1'--", ' 1', '1%20', 'a'.repeat(3_000),
];
const AN_ID = /\/[^/]*\d[^/]*/;
const PATHS: ((path: string) => string)[] = [
  ...IDS.map(
    (id) => (path: string) => (AN_ID.test(path) ? path.replace(AN_ID, () => `/${id}`) : `${path}/${id}`),
  ),
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}/`,
  (path) => `/x/..${path}`,
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => path.replace(/\/(?!.*\/)/, '%2f'),
  (path) => path.toUpperCase(),
  (path) => `${path}%00`,
  (path) => `${path}.json`,
  (path) => `http://evil.example${path}`,
  () => '*',
  () => '/socket.io/?EIO=4&transport=polling',
  () => '/..%2f..%2fpackage.json',
  () => '/assets/%c0%ae%c0%ae/',
  () => `/${'a/'.repeat(3_000)}`,
];
const paths: fc.Arbitrary<Mutation> = fc.constantFrom(...PATHS).map((change) => ({
  what: 'a path',
  apply: (draft) => Object.assign(draft, { path: change(draft.path) }),
}));

// biome-ignore format: read as a list
const METHODS = [
  'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'CONNECT', 'get', 'FOO', 'P OST',
];
const methods: fc.Arbitrary<Mutation> = fc.constantFrom(...METHODS).map((method) => ({
  what: `method ${method}`,
  apply: (draft) => Object.assign(draft, { method }),
}));

/** A body on the wire: its headers, its bytes, and if the client hangs up after them. */
type Framed = {
  headers: [string, string][];
  bytes: Buffer;
  cut?: boolean;
  version?: string;
  /** No HTTP any more: a server may hang up without an answer. */
  isBroken?: boolean;
};

const length = (body: Buffer, by = 0): [string, string] => [
  'Content-Length',
  String(Math.max(0, body.length + by)),
];
const CHUNKED: [string, string] = ['Transfer-Encoding', 'chunked'];
const asChunk = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
const chunked = (body: Buffer, end = '0\r\n\r\n') =>
  Buffer.concat([body.length > 0 ? asChunk(body) : Buffer.alloc(0), Buffer.from(end)]);
const BOMB = gzipSync(Buffer.alloc(30_000_000, ' '));
const packed = (coding: string, bytes: Buffer): Framed => ({
  headers: [['Content-Encoding', coding], length(bytes)],
  bytes,
});
const beside = (body: Buffer, more: [string, string][], version?: string): Framed => ({
  headers: [...more, length(body)],
  bytes: body,
  version,
});
/** The way of any client. */
export const plain = (body: Buffer): Framed => beside(body, []);
const broken = (headers: [string, string][], bytes: Buffer, more: Partial<Framed> = {}): Framed => ({
  headers,
  bytes,
  isBroken: true,
  ...more,
});
const sized = (size: string, body: Buffer) => Buffer.concat([Buffer.from(`${size}\r\n`), body]);

/** Ways to put a body on the line, good and bad ones. */
// biome-ignore format: read as a list
const FRAMINGS: Record<string, (body: Buffer) => Framed> = {
  chunked: (body) => ({ headers: [CHUNKED], bytes: chunked(body) }),
  'chunked, with extension and trailer': (body) => ({
    headers: [CHUNKED], bytes: Buffer.concat([Buffer.from('0001;a=b\r\n \r\n'), chunked(body, '0\r\nX-Late: 1\r\n\r\n')]),
  }),
  'chunked, a bad size': (body) => broken([CHUNKED], sized('zz', body)),
  'chunked, a huge size': (body) => broken([CHUNKED], sized('f'.repeat(16), body), { cut: true }),
  'chunked, cut off': (body) => broken([CHUNKED], asChunk(body), { cut: true }),
  'a length too short': (body) => broken([length(body, -1)], body),
  'a length too long': (body) => broken([length(body, 7)], body, { cut: true }),
  'a length of terabytes': (body) => broken([['Content-Length', '9007199254740993']], body, { cut: true }),
  'two lengths': (body) => broken([length(body), length(body, 1)], body),
  'a length and chunks': (body) => broken([length(body), CHUNKED], chunked(body)),
  'a length that is none': (body) => broken([['Content-Length', '+1e1']], body),
  'a coding that is none': (body) => broken([['Transfer-Encoding', 'gzip, identity']], body, { cut: true }),
  gzip: (body) => packed('gzip', gzipSync(body)),
  deflate: (body) => packed('deflate', deflateSync(body)),
  'gzip, in name only': (body) => packed('gzip', body),
  'gzip, cut off': (body) => packed('gzip', gzipSync(body).subarray(0, -6)),
  'gzip, thirty megabytes': () => packed('gzip', BOMB),
  'brotli, in name only': (body) => packed('br', body),
  'an unknown coding': (body) => packed('zstd', body),
  'a coding of codings': (body) => packed('gzip, gzip', gzipSync(gzipSync(body))),
  'HTTP/1.0': (body) => beside(body, [], 'HTTP/1.0'),
  'HTTP/3.7': (body) => broken([length(body)], body, { version: 'HTTP/3.7' }),
  'no version': (body) => broken([length(body)], body, { version: '' }),
  'a header without a colon': (body) => broken([['Broken', ''], length(body)], body, { version: 'HTTP/1.1\r\nnocolon' }),
  'a folded header': (body) => broken([['X-Folded', 'a\r\n b'], length(body)], body),
  'a bare line feed': (body) => broken([['X-Bare', 'a\nX-Other: b'], length(body)], body),
  'a NUL in a header': (body) => broken([['X-Nul', 'a\0b'], length(body)], body),
  'an expectation': (body) => beside(body, [['Expect', '100-continue']]),
  'an odd expectation': (body) => beside(body, [['Expect', '200-maybe']]),
  'headers of 20 kB': (body) => beside(body, [['X-Long', 'x'.repeat(20_000)]]),
  'very many headers': (body) => beside(body, Array.from({ length: 1_500 }, (_, index) => [`X-${index}`, ''])),
};

const framings: fc.Arbitrary<Mutation> = fc
  .constantFrom(...Object.entries(FRAMINGS))
  .map(([name, framing]) => ({
    what: `body sent as ${name}`,
    apply: (draft) => Object.assign(draft, { framing }),
  }));

/** Anything that may be wrong with a request. */
export const mutation: fc.Arbitrary<Mutation> = fc
  .oneof(
    { weight: 10, arbitrary: values },
    { weight: 3, arbitrary: texts },
    { weight: 3, arbitrary: headers },
    { weight: 4, arbitrary: queries },
    { weight: 3, arbitrary: paths },
    { weight: 1, arbitrary: methods },
    { weight: 2, arbitrary: framings },
  )
  .map((one) => ({ ...one, [fc.toStringMethod]: () => one.what }));
