import { deflateSync, gzipSync } from 'node:zlib';

/** How a body is put on the line: what its headers say, its bytes, and whether the client hangs up after them. */
export type Framed = {
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
const END = Buffer.from('0\r\n\r\n');
const chunked = (body: Buffer, end = END) =>
  Buffer.concat([body.length > 0 ? asChunk(body) : Buffer.alloc(0), end]);
const BOMB = gzipSync(Buffer.alloc(30_000_000, ' '));
const packed = (coding: string, bytes: Buffer): Framed => ({
  headers: [['Content-Encoding', coding], length(bytes)],
  bytes,
});
const broken = (headers: [string, string][], bytes: Buffer, more: Partial<Framed> = {}): Framed => ({
  headers,
  bytes,
  isBroken: true,
  ...more,
});

/** Ways to put a body on the line, good and bad ones. */
export const FRAMINGS: Record<string, (body: Buffer) => Framed> = {
  plain: (body) => ({ headers: [length(body)], bytes: body }),
  chunked: (body) => ({ headers: [CHUNKED], bytes: chunked(body) }),
  'chunked, with extension and trailer': (body) => ({
    headers: [CHUNKED],
    bytes: Buffer.concat([
      Buffer.from('0001;a=b\r\n \r\n'),
      chunked(body, Buffer.from('0\r\nX-Late: 1\r\n\r\n')),
    ]),
  }),
  'chunked, a bad size': (body) => broken([CHUNKED], Buffer.concat([Buffer.from('zz\r\n'), body])),
  'chunked, a huge size': (body) =>
    broken([CHUNKED], Buffer.concat([Buffer.from(`${'f'.repeat(16)}\r\n`), body]), { cut: true }),
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
  'HTTP/1.0': (body) => ({ headers: [length(body)], bytes: body, version: 'HTTP/1.0' }),
  'HTTP/3.7': (body) => broken([length(body)], body, { version: 'HTTP/3.7' }),
  'no version': (body) => broken([length(body)], body, { version: '' }),
  'a header without a colon': (body) =>
    broken([['Broken', ''], length(body)], body, { version: 'HTTP/1.1\r\nnocolon' }),
  'a folded header': (body) => broken([['X-Folded', 'a\r\n b'], length(body)], body),
  'a bare line feed': (body) => broken([['X-Bare', 'a\nX-Other: b'], length(body)], body),
  'a NUL in a header': (body) => broken([['X-Nul', 'a\0b'], length(body)], body),
  'an expectation': (body) => ({ headers: [['Expect', '100-continue'], length(body)], bytes: body }),
  'an odd expectation': (body) => ({ headers: [['Expect', '200-maybe'], length(body)], bytes: body }),
  'headers of 20 kB': (body) => ({ headers: [['X-Long', 'x'.repeat(20_000)], length(body)], bytes: body }),
  'two thousand headers': (body) => ({
    headers: [
      ...Array.from({ length: 1_500 }, (_, index): [string, string] => [`X-${index}`, '']),
      length(body),
    ],
    bytes: body,
  }),
};
