import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import type { ErrorBody } from '@wire/errors.js';
import { answerBrokenRequests } from '#backend/platform/http/broken-request.js';
import { eventually } from '#tests/support/eventually.js';
import { exchange, type RawAnswer } from '#tests/support/raw-http.js';
import { sharedServer } from '#tests/support/shared.js';

const server = sharedServer();

const send = async (...lines: string[]): Promise<RawAnswer> => {
  const bytes = Buffer.from([...lines, '', ''].join('\r\n'), 'latin1');
  const outcome = await exchange(server.url, bytes, { cut: false, deadlineMs: 10_000 });
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
};
const GET = 'GET /api/bookings HTTP/1.1';
const HOST = 'Host: localhost';

test.each<[string, number, RegExp, string[]]>([
  ['no HTTP at all', 400, /読み取れません/, ['nonsense']],
  ['a method that nobody knows', 400, /読み取れません/, ['FOO /api/bookings HTTP/1.1', HOST]],
  ['headers that are too long', 431, /長すぎます/, [GET, HOST, `X-Long: ${'x'.repeat(20_000)}`]],
  ['an address that is too long', 431, /長すぎます/, [`GET /api/${'x'.repeat(20_000)} HTTP/1.1`, HOST]],
  ['an expectation that cannot be met', 417, /Expect/, [GET, HOST, 'Expect: 200-maybe', 'Connection: close']],
])('%s is refused with %i in the shape of every other error', async (_, status, message, lines) => {
  const answer = await send(...lines);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = JSON.parse(answer.text) as ErrorBody;
  expect(body).toEqual({
    error: expect.stringMatching(message),
    errors: [{ code: `http_${status}`, field: null, message: body.error }],
    request_id: expect.stringMatching(/^[\w-]{36}$/),
  });
});

test.each([
  ['has no length where a chunk begins', 'x'],
  ['goes on behind its chunk', '5\r\nabcdefghij'],
  ['is followed by much that is no HTTP', `5\r\nabcde\r\n${'x'.repeat(300_000)}`],
])(
  'a request of an open connection that is refused before its body is read gets one answer, also if that %s',
  async (_, body) => {
    const head = ['POST /api/weather HTTP/1.1', HOST, 'Content-Type: text/plain', 'Connection: keep-alive'];
    const bytes = Buffer.from([...head, 'Transfer-Encoding: chunked', '', '3', 'abc', body].join('\r\n'));
    for (let round = 0; round < 20; round += 1) {
      const answer = await exchange(server.url, bytes, { cut: false, deadlineMs: 10_000 });
      expect(answer).toMatchObject({ status: expect.any(Number), text: expect.stringMatching(/^{.*}$/) });
    }
  },
);

test.each(['/api/bookings', '/api/no-such-call', '/', '/metrics'])(
  'an answer of %s that comes before the body was read is whole, also to who reads it only after having sent all',
  async (target) => {
    const length = 30_000_000;
    const type = ['Content-Type: text/plain', `Content-Length: ${length}`, 'Connection: close', '', ''];
    const head = Buffer.from([`POST ${target} HTTP/1.1`, HOST, ...type].join('\r\n'));
    const bytes = Buffer.concat([head, Buffer.alloc(length, 'x')]);
    const answer = await exchange(server.url, bytes, { cut: false, isReadLast: true, deadlineMs: 10_000 });
    expect(answer).toMatchObject({ status: expect.any(Number), text: expect.stringMatching(/^{.*}$/) });
  },
);

/** Sends a byte and waits until the other side has read it. */
async function sendByte(client: Socket, other: Socket): Promise<void> {
  const before = other.bytesRead;
  client.write('x');
  await eventually(
    'the byte is read',
    () => other.bytesRead,
    (read) => read > before,
  );
}

test.each([
  ['goes on sending what nobody reads', 30],
  ['is silent', 1],
])('a client that %s without ending its request is cut off at look %i', async (_, looks) => {
  const other = createServer((_request, response) => response.writeHead(200, { Connection: 'close' }).end());
  answerBrokenRequests(other);
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const begun = jest.spyOn(globalThis, 'setInterval').mockReturnValue({} as NodeJS.Timeout);
  const accepted = once(other, 'connection') as Promise<[Socket]>;
  const { port } = other.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  try {
    client.write(['POST / HTTP/1.1', HOST, 'Content-Length: 1000', 'Connection: close', '', ''].join('\r\n'));
    const [socket] = await accepted;
    await once(client.resume(), 'end');
    const [look] = begun.mock.calls[0] ?? [];
    for (let round = 1; round <= looks; round += 1) {
      expect(socket.destroyed).toBe(false);
      if (looks > 1) await sendByte(client, socket);
      look?.();
    }
    expect(socket.destroyed).toBe(true);
  } finally {
    begun.mockRestore();
    client.destroy();
    other.close();
  }
});

test('an answer that has begun is sent to its end, though its request is cut off meanwhile', async () => {
  const other = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': 10, Connection: 'close' });
    response.write('12345');
    other.once('clientError', () => response.end('67890'));
  });
  answerBrokenRequests(other);
  await once(other.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const bytes = Buffer.from(['POST / HTTP/1.1', HOST, 'Content-Length: 7', '', ''].join('\r\n'));
    const answer = await exchange(url, bytes, { cut: true, deadlineMs: 10_000 });
    expect(answer).toMatchObject({ status: 200, text: '1234567890' });
  } finally {
    other.close();
  }
});

test('a whole request is answered by what it did, though what follows it is no HTTP', async () => {
  const text = Buffer.from('{"date":"2096-03-01","weather":"晴れ"}');
  const head = (length: number) => [
    ...['POST /api/weather HTTP/1.1', HOST, 'Connection: keep-alive', 'Content-Type: application/json'],
    ...[`Content-Length: ${length}`, '', ''],
  ];
  const whole = Buffer.concat([Buffer.from(head(text.length).join('\r\n')), text]);
  for (const rest of ['nonsense\r\n\r\n', `${head(9).join('\r\n').replace('Length: 9', 'Length: x')}`]) {
    const bytes = Buffer.concat([whole, Buffer.from(rest)]);
    const answer = await exchange(server.url, bytes, { cut: false, deadlineMs: 10_000 });
    expect(answer).toMatchObject({ status: 201, text: expect.stringMatching(/^{.*晴れ.*}$/) });
  }
});

test('of very many headers none is left out: the version and the length of a body count at their end', async () => {
  const many = Array.from({ length: 1_500 }, (_, index) => `X-${index}: `);
  const body = '{"date":"2096-01-01","weather":"晴れ"}';
  const type = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  const taken = await send(
    'POST /api/weather HTTP/1.1',
    HOST,
    ...many,
    ...type,
    '',
    Buffer.from(body).toString('latin1'),
  );
  expect([taken.status, JSON.parse(taken.text).weather]).toEqual([201, '晴れ']);
  const { id } = JSON.parse(taken.text) as { id: number };
  const stale = ['If-Match: "9"', ...type, '', Buffer.from(body).toString('latin1')];
  expect((await send(`PUT /api/weather/${id} HTTP/1.1`, HOST, ...many, ...stale)).status).toBe(409);
});

test.each(['bytes=9-3', 'bytes=-5', 'bytes=a-b', 'bytes=0-0,5-6', 'lines=1-2'])(
  'a screen requested by %s is sent whole',
  async (range) => {
    const whole = await send('GET / HTTP/1.1', HOST, 'Connection: close');
    const answer = await send('GET / HTTP/1.1', HOST, `Range: ${range}`, 'Connection: close');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(whole.text);
  },
);
